/** A cache of written keys: audit entries use the same few dozen. */
const writtenKeys = new Map<string, string>();
/** More than all keys in use. If other keys fill the cache, only its benefit is lost. */
const WRITTEN_KEYS_MAX = 256;

/**
 * Writes a value as canonical JSON (RFC 8785): keys sorted by UTF-16 code units, no white space, numbers and text as in ECMAScript.
 * The command `audit verify` has an independent implementation.
 * @throws {TypeError} for lone surrogates, numbers that are not finite, and types outside JSON
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      if (!value.isWellFormed()) throw new TypeError('text with a lone surrogate has no canonical JSON');
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} has no canonical JSON`);
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? canonicalList(value) : canonicalObject(value as Readonly<Record<string, unknown>>);
    default:
      throw new TypeError(`a value of type ${typeof value} has no canonical JSON`);
  }
}

function canonicalList(values: readonly unknown[]): string {
  let text = '[';
  for (let index = 0; index < values.length; index += 1) {
    if (index > 0) text += ',';
    text += canonicalJson(values[index]);
  }
  return `${text}]`;
}

function canonicalObject(value: Readonly<Record<string, unknown>>): string {
  let text = '{';
  for (const key of sortedKeys(value)) {
    if (text.length > 1) text += ',';
    text += writtenKey(key) + canonicalJson(value[key]);
  }
  return `${text}}`;
}

/** Insertion sort: objects have at most a dozen keys, and `sort` would allocate two lists. */
function sortedKeys(value: object): string[] {
  const keys = Object.keys(value);
  for (let end = 1; end < keys.length; end += 1) {
    const key = keys[end] as string;
    let index = end;
    for (; index > 0 && (keys[index - 1] as string) > key; index -= 1) keys[index] = keys[index - 1] as string;
    keys[index] = key;
  }
  return keys;
}

function writtenKey(key: string): string {
  const known = writtenKeys.get(key);
  if (known !== undefined) return known;
  const written = `${canonicalJson(key)}:`;
  if (writtenKeys.size < WRITTEN_KEYS_MAX) writtenKeys.set(key, written);
  return written;
}

/** Keys as they are written, each once: the entries of an audit trail have the same few dozen. */
const writtenKeys = new Map<string, string>();
/** More than all names in use; a flood of others only costs what it saves. */
const WRITTEN_KEYS_MAX = 256;

/**
 * Writes a value as canonical JSON (RFC 8785): members by the UTF-16 code units of their keys, no white space, numbers and
 * text as ECMAScript writes them. `audit verify` reads what this writes with another implementation.
 * @param value what JSON can say: no lone surrogate, no number that is not finite, nothing undefined.
 * @throws {TypeError} for anything else.
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

/** By insertion: the keys are a dozen at most, for which `sort` would leave two lists behind. */
function sortedKeys(value: object): string[] {
  const keys = Object.keys(value);
  for (let end = 1; end < keys.length; end += 1) {
    const key = keys[end] as string;
    let place = end;
    for (; place > 0 && (keys[place - 1] as string) > key; place -= 1) keys[place] = keys[place - 1] as string;
    keys[place] = key;
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

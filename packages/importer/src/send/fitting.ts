/** Texts of the file that the service stores, made to fit its rules. */

/** The first code points of a text, without what the service cannot store. */
export const storable = (text: string, max: number): string =>
  [...text.toWellFormed().replaceAll('\0', '\uFFFD')].slice(0, max).join('');

export const jsonBytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

const LABEL_MAX = 200;

/** Characters that turn the direction of the text after them, which the service refuses. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g;

/** The label of an import: the name of its file without the folders, which may name a person. */
export const labelOf = (path: string): string =>
  storable((path.split(/[/\\]/).at(-1) ?? '').replaceAll(turning, ''), LABEL_MAX);

const VALUES_BYTES_MAX = 2048;
const VALUE_MAX = 200;

/** The values of a fault, shortened. The last ones are dropped if all of them are still too large. */
export function fittingValues(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fitting = Object.entries(values).map(([name, value]) => [name, shortened(value)] as const);
  while (jsonBytes(Object.fromEntries(fitting)) > VALUES_BYTES_MAX) fitting.pop();
  return Object.fromEntries(fitting);
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return storable(value, VALUE_MAX);
  return Array.isArray(value) ? value.map(shortened) : value;
}

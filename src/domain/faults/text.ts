import type { TSchema } from 'typebox';
import type { Fault } from '../errors/problem.ts';

/** The fault of a text that cannot be stored, at its place. */
export const UNSTORABLE: Omit<Fault, 'pointer'> = {
  code: 'bad_format',
  detail: 'Must not hold U+0000 or half of a surrogate pair.',
};

/** So much of a text is judged, in UTF-16 code units: a character may take two of them. */
export const lengthJudged = (maxLength: number): number => 2 * maxLength;

/** Whether a text is too long for any characters. */
export const isFarTooLong = (text: string, maxLength: number): boolean => text.length > lengthJudged(maxLength);

/** True for text that PostgreSQL, or UTF-8 itself, cannot hold: U+0000 or half of a surrogate pair. */
export function isUnstorable(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

/**
 * Whether every text of a value can be stored. What the shape leaves open (`Type.Unknown()`) is not read: it is judged later,
 * by another shape.
 * @param value what the shape asks for, so it holds no other fields.
 */
export function isStorable(value: unknown, shape: TSchema): boolean {
  if (isLeftOpen(shape) || isClosed(shape)) return true;
  if (typeof value === 'string') return !isUnstorable(value);
  const { items, properties = {} } = shape as { items?: TSchema; properties?: Readonly<Record<string, TSchema>> };
  if (Array.isArray(value)) {
    return items === undefined || isClosed(items) || value.every((item) => isStorable(item, items));
  }
  if (typeof value !== 'object' || value === null) return true;
  for (const name in value) {
    const field = properties[name];
    if (field !== undefined && !isStorable((value as Readonly<Record<string, unknown>>)[name], field)) return false;
  }
  return true;
}

/** All texts that the shape takes are its own. */
function isClosed(shape: TSchema): boolean {
  return 'enum' in shape;
}

function isLeftOpen(shape: TSchema): boolean {
  return !('type' in shape);
}

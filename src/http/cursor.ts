import { type Static, type TObject, type TUnsafe, Type } from 'typebox';
import { faultsOf } from '../domain/faults/index.ts';

/** Which list a cursor belongs to, and the shape of its sort key: enough to find the place after its last row. */
export interface CursorKind<K extends TObject = TObject> {
  readonly list: string;
  readonly key: K;
}

/** Longer than any key of ours by far; keeps the decoding of nonsense cheap. */
const CURSOR_LENGTH_MAX = 1024;

const base64url = /^[A-Za-z0-9_-]+$/;

/** A `cursor` parameter; the handler gets the sort key of the last row of the page before. */
export function Cursor<K extends TObject>(kind: CursorKind<K>): TUnsafe<Static<K>> {
  return Type.Unsafe<Static<K>>({
    type: 'string',
    minLength: 1,
    maxLength: CURSOR_LENGTH_MAX,
    description: 'The `next_cursor` of the page before. Opaque; goes with `limit`, not with `offset`.',
    'x-cursor': kind,
    'x-excludes': ['offset'],
  });
}

/** A sort key as opaque text. It is no secret and grants nothing: whoever makes one up only chooses a starting place. */
export function encodeCursor(list: string, key: object): string {
  return Buffer.from(JSON.stringify([list, key])).toString('base64url');
}

/** @returns the sort key, or null for anything but a cursor of this very list, bit for bit as it was given out. */
export function decodeCursor<K extends TObject>(kind: CursorKind<K>, text: string): Static<K> | null {
  if (text.length > CURSOR_LENGTH_MAX || !base64url.test(text)) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
  if (!Array.isArray(parsed) || parsed.length !== 2) return null;
  if (faultsOf(kind.key, parsed[1]).length > 0) return null;
  const key = parsed[1] as Static<K> & object;
  // Also says that it is of this list.
  return encodeCursor(kind.list, key) === text ? key : null;
}

/**
 * Lists in pages. A list route spreads {@link pageQuery} into its query, gives {@link requestedPage} to the verb, and answers
 * {@link pageAnswer} of what the verb found. The verb reads the page with `readPage` (runtime/list-page.ts).
 */
import { hash } from 'node:crypto';
import { INSTANT_MS_MAX } from '@bandeja/contract/instant';
import { Fields, Nullable, named, Uuid } from '@bandeja/contract/shapes';
import type { FastifyRequest } from 'fastify';
import { type Static, type TObject, type TProperties, type TSchema, type TUnsafe, Type } from 'typebox';
import { isValid } from '../runtime/faults/faults-of.ts';
import type { PageOf } from '../runtime/list-page.ts';
import type { Page } from '../runtime/page.ts';
import { keyOf } from './access.ts';
import { PAGE_BYTES_MAX, PAGE_FRAME_BYTES } from './limits.ts';

/** For more, a client uses a cursor: the database reads every row that an offset skips. */
export const OFFSET_MAX = 10_000;

/** Longer than any cursor of ours; longer texts are not decoded. */
const CURSOR_LENGTH_MAX = 1024;

const base64url = /^[A-Za-z0-9_-]+$/;

/** Where a page stands in its list. */
export const Pagination = named(
  'Pagination',
  Type.Object(
    {
      limit: Type.Integer({
        description:
          'The largest number of entries that was asked for. A page also ends before it is larger than 1 MiB.',
      }),
      offset: Nullable(Type.Integer({ description: 'How many entries were skipped; null when paging by cursor.' })),
      has_more: Type.Boolean({ description: 'Whether the list goes on after this page.' }),
      next_cursor: Nullable(
        Type.String({ description: 'Send it as `cursor` to get the next page; null on the last page.' }),
      ),
    },
    { description: 'Where this page stands in its list.' },
  ),
);

/**
 * The shape of a list route's answer.
 * @param name the page's name in the documentation, such as `MatchPage`.
 * @param beside what the answer has beside `data` and `pagination`.
 */
export function PageShape<T extends TSchema, P extends TProperties = Record<never, never>>(
  name: string,
  entry: T,
  beside: P = {} as P,
) {
  return named(
    name,
    Type.Object({
      data: Type.Array(entry, { description: 'The entries of this page, in the list’s order.' }),
      ...beside,
      pagination: Pagination,
    }),
  );
}

/** The bounds of `limit`, and the place of an entry in the list, from which a page can go on. */
export interface ListBounds<K extends TObject> {
  readonly key: K;
  readonly limitDefault: number;
  readonly limitMax: number;
}

/** The bounds of lists by creation. */
export const byCreation = {
  key: Fields({ created_at: Type.Integer({ minimum: 0, maximum: INSTANT_MS_MAX }), id: Uuid() }),
  limitDefault: 25,
  limitMax: 100,
};

/** The parameters `limit`, `offset` and `cursor` of a list. */
export function pageQuery<K extends TObject>(bounds: ListBounds<K>) {
  return {
    limit: Type.Integer({
      minimum: 1,
      maximum: bounds.limitMax,
      default: bounds.limitDefault,
      description:
        'The largest number of entries to answer with. A page has fewer if more would make it larger than 1 MiB; `has_more` ' +
        'then says that the list goes on.',
    }),
    offset: Type.Integer({
      minimum: 0,
      maximum: OFFSET_MAX,
      default: 0,
      description:
        'How many entries to skip; for the next page, as many more as this one gave. Use `cursor` to go further, or when ' +
        'entries are being added meanwhile.',
    }),
    cursor: Type.Optional(Cursor(bounds.key)),
  };
}

/** The handler gets the place of the last entry of the page before. */
function Cursor<K extends TObject>(key: K): TUnsafe<Static<K>> {
  return Type.Unsafe<Static<K>>({
    type: 'string',
    minLength: 1,
    maxLength: CURSOR_LENGTH_MAX,
    description:
      'The `next_cursor` of the page before, sent with the same path and filters. Opaque; goes with `limit`, not with ' +
      '`offset`.',
    'x-cursor': key,
    'x-excludes': ['offset'],
  });
}

interface PageQuery<K> {
  readonly limit: number;
  readonly offset: number;
  readonly cursor?: K | undefined;
}

/** The page that a query asks for: from `offset` on, or from after the entry that the cursor names. */
export function requestedPage<K>({ limit, offset, cursor }: PageQuery<K>): Page<K> {
  return { limit, offset, after: cursor ?? null, bytesMax: PAGE_BYTES_MAX - PAGE_FRAME_BYTES };
}

/** What a verb found, as the list route answers it. */
export function pageAnswer<T>(request: FastifyRequest, found: PageOf<T, object>) {
  const { limit, offset, cursor } = request.query as PageQuery<object>;
  return {
    data: found.data,
    pagination: {
      limit,
      offset: cursor === undefined ? offset : null,
      has_more: found.next !== null,
      next_cursor: found.next === null ? null : encodeCursor(listOf(request, request.query as object), found.next),
    },
  };
}

/**
 * Names the list that a request reads: its path, filters and caller. A cursor carries this name, so a cursor of one
 * list is refused by any other.
 * @param query what was read of the query; how much of the list is asked for does not matter.
 */
export function listOf(request: FastifyRequest, query: object): string {
  const { limit, offset, cursor, ...filters } = query as Readonly<Record<string, unknown>>;
  const sorted = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  const key = keyOf(request);
  const caller = key === undefined ? null : [key.partnerId, key.mode];
  return hash('sha256', JSON.stringify([request.routeOptions.url, request.params, sorted, caller]), 'base64url');
}

/** The place of an entry as opaque text. It is not secret and grants no rights: a forged cursor only starts the page elsewhere. */
export function encodeCursor(list: string, key: object): string {
  return Buffer.from(JSON.stringify([list, key])).toString('base64url');
}

/** A decoded cursor. */
export class DecodedCursor {
  readonly list: string;
  readonly key: object;

  constructor(list: string, key: object) {
    this.list = list;
    this.key = key;
  }
}

/** @returns null for any text that {@link encodeCursor} did not make of a key of this shape. */
export function decodeCursor(shape: TObject, text: string): DecodedCursor | null {
  if (text.length > CURSOR_LENGTH_MAX || !base64url.test(text)) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
  if (!Array.isArray(parsed) || parsed.length !== 2) return null;
  const [list, key] = parsed;
  if (typeof list !== 'string' || !isValid(shape, key)) return null;
  return encodeCursor(list, key) === text ? new DecodedCursor(list, key) : null;
}

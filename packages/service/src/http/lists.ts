/**
 * Pagination. A list route spreads {@link pageQuery} into its query, passes {@link requestedPage} to the domain function, and returns
 * {@link pageAnswer} of the result. The domain function reads the page with `readPage` (paging/list-page.ts).
 */
import { hash } from 'node:crypto';
import { INSTANT_MS_MAX } from '@bandeja/contract/instant';
import { Fields, Nullable, named, Uuid } from '@bandeja/contract/shapes';
import type { FastifyRequest } from 'fastify';
import { type Static, type TObject, type TProperties, type TSchema, type TUnsafe, Type } from 'typebox';
import { entriesJson, type PageOf } from '../paging/list-page.ts';
import type { Page } from '../paging/page.ts';
import { isValid } from '../validation/faults-of.ts';
import { PAGE_BYTES_MAX, PAGE_FRAME_BYTES } from './admission/limits.ts';
import { partnerOf } from './admission/request-context.ts';

/** Bounded since the database reads every row that an offset skips. Cursors have no bound. */
export const OFFSET_MAX = 10_000;

/** Longer than any cursor of the service. Longer texts are not decoded. */
const CURSOR_LENGTH_MAX = 1024;

const base64url = /^[A-Za-z0-9_-]+$/;

export const Pagination = named(
  'Pagination',
  Type.Object(
    {
      limit: Type.Integer({
        description: 'The requested maximum of entries. A page also ends before it exceeds 1 MiB.',
      }),
      offset: Nullable(
        Type.Integer({ description: 'The number of skipped entries; null if the page was requested by cursor.' }),
      ),
      has_more: Type.Boolean({ description: 'Whether the list continues after this page.' }),
      next_cursor: Nullable(
        Type.String({ description: 'Send it as `cursor` to get the next page. Null on the last page.' }),
      ),
    },
    { description: 'The position of this page in its list.' },
  ),
);

/**
 * The shape of a list route's response.
 * @param name the name of the schema, such as `MatchPage`
 * @param beside fields in addition to `data` and `pagination`
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

/** The bounds of `limit`, and the shape of the key that a cursor contains. */
export interface ListBounds<K extends TObject> {
  readonly key: K;
  readonly limitDefault: number;
  readonly limitMax: number;
}

/** For lists in order of creation. */
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
        'The maximum number of entries. A page has fewer if it would otherwise exceed 1 MiB; `has_more` is then true.',
    }),
    offset: Type.Integer({
      minimum: 0,
      maximum: OFFSET_MAX,
      default: 0,
      description:
        'The number of entries to skip. For the next page, add the number of entries in this one. To go further, or if entries ' +
        'are being added, use `cursor`.',
    }),
    cursor: Type.Optional(Cursor(bounds.key)),
  };
}

/** The handler gets the decoded key of the previous page's last entry. */
function Cursor<K extends TObject>(key: K): TUnsafe<Static<K>> {
  return Type.Unsafe<Static<K>>({
    type: 'string',
    minLength: 1,
    maxLength: CURSOR_LENGTH_MAX,
    description:
      'The `next_cursor` of the previous page, with the same path and filters. Opaque. Can be combined with `limit`, not with ' +
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

/** The requested page: it starts at `offset`, or after the entry of the cursor. */
export function requestedPage<K>({ limit, offset, cursor }: PageQuery<K>): Page<K> {
  return { limit, offset, after: cursor ?? null, bytesMax: PAGE_BYTES_MAX - PAGE_FRAME_BYTES };
}

/** The response of a list route. */
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

/** Writes a response. The entries of a page were written when it was measured. */
export function serializeAnswer(answer: object | null | undefined): string {
  const [[name, data] = [], ...others] = Object.entries(answer ?? {});
  const texts = name === 'data' ? entriesJson.get(data) : undefined;
  if (texts === undefined) return JSON.stringify(answer);
  return `{"data":[${texts.join(',')}],${JSON.stringify(Object.fromEntries(others)).slice(1)}`;
}

/**
 * Identifies the list that a request reads by its path, filters and caller. A cursor contains this id, so that other lists
 * refuse it.
 * @param query the parsed query; `limit`, `offset` and `cursor` do not count
 */
export function listOf(request: FastifyRequest, query: object): string {
  const { limit, offset, cursor, ...filters } = query as Readonly<Record<string, unknown>>;
  const sorted = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  const partner = partnerOf(request);
  const caller = partner === undefined ? null : [partner.partnerId, partner.mode];
  return hash('sha256', JSON.stringify([request.routeOptions.url, request.params, sorted, caller]), 'base64url');
}

/** A key as opaque text. It is not secret and grants no rights: a forged cursor only starts the page elsewhere. */
export function encodeCursor(list: string, key: object): string {
  return Buffer.from(JSON.stringify([list, key])).toString('base64url');
}

export class DecodedCursor {
  readonly list: string;
  readonly key: object;

  constructor(list: string, key: object) {
    this.list = list;
    this.key = key;
  }
}

/** @returns null unless {@link encodeCursor} made the text from a key of this shape */
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

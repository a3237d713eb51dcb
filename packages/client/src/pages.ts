import type { CallOptions } from './connection.ts';
import type { Operations, Pagination } from './generated/api.ts';

type Inputs = { readonly [K in keyof Operations]: Operations[K]['input'] };

/** The query parameters of an operation. */
export type QueryOf<K extends keyof Operations> = Inputs[K] extends { readonly query?: infer Q }
  ? NonNullable<Q>
  : never;

/** The body of an operation. */
export type BodyOf<K extends keyof Operations> = Inputs[K] extends { readonly body?: infer B } ? NonNullable<B> : never;

/** What a read takes: its query, and how to call. */
export type ReadOf<K extends keyof Operations> = QueryOf<K> & CallOptions;

/** The same for reading a list to its end, without what chooses a page. */
export type IterateOf<K extends keyof Operations> = Omit<QueryOf<K>, 'cursor' | 'offset'> & CallOptions;

/** A page of a list. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly pagination: Pagination;
}

/** All entries of a list, page by page. @param read reads the page that begins at a cursor */
export async function* entriesOf<T>(read: (cursor: string | undefined) => Promise<Page<T>>): AsyncGenerator<T, void> {
  let cursor: string | undefined;
  do {
    const { data, pagination } = await read(cursor);
    yield* data;
    cursor = pagination.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

import type { Pagination } from './generated/api.ts';

/** A successful response. */
export interface ApiResponse<T> {
  /** The parsed JSON; null without a body; the text of a picture or of CSV. */
  readonly data: T;
  /** 304 if {@link data} came from the cache, and is still current. */
  readonly status: number;
  /** Such as `RateLimit` and `ETag`. */
  readonly headers: Headers;
}

/** The promise of a method: `await` it for the data, or its {@link withResponse} for status and headers, too. */
export class ApiPromise<T> extends Promise<T> {
  // `then`, `catch` and `finally` return plain promises.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  readonly #response: Promise<ApiResponse<T>>;

  constructor(response: Promise<ApiResponse<T>>) {
    super((resolve, reject) => void response.then(({ data }) => resolve(data), reject));
    this.#response = response;
  }

  withResponse(): Promise<ApiResponse<T>> {
    // The caller handles the rejection of the response, not of this promise.
    this.catch(() => {});
    return this.#response;
  }
}

/** A page of a list. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly pagination: Pagination;
}

export type EntryOf<P> = P extends Page<infer T> ? T : never;

/**
 * The promise of a list: `await` it for one page, or iterate over it for all entries.
 *
 *     const { data, pagination } = await client.players.list();
 *     for await (const player of client.players.list()) …
 */
export class PagePromise<P extends Page<unknown>> extends ApiPromise<P> implements AsyncIterable<EntryOf<P>> {
  readonly #next: (cursor: string) => Promise<P>;

  /** @param next requests the page at a cursor */
  constructor(response: Promise<ApiResponse<P>>, next: (cursor: string) => Promise<P>) {
    super(response);
    this.#next = next;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<EntryOf<P>, void> {
    for (let page: P = await this; ; ) {
      yield* page.data as readonly EntryOf<P>[];
      const { next_cursor: cursor } = page.pagination;
      if (cursor === null) return;
      page = await this.#next(cursor);
    }
  }
}

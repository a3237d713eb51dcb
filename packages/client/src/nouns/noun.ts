import { ApiPromise, type ApiResponse, type Page, PagePromise } from '../api-promise.ts';
import type { AnswerOf, CallOptions, InputOf, Operation, Transport } from '../transport.ts';

type QueryOf<K extends Operation> = InputOf<K> extends { readonly query?: infer Q } ? NonNullable<Q> : never;

/** The parameter of a read: its query parameters, and the options of the call. */
export type ReadOf<K extends Operation> = QueryOf<K> & CallOptions;

type PathOf<K extends Operation> = InputOf<K> extends { readonly path: infer P } ? P : Readonly<Record<string, never>>;

type ListOperation = { [K in Operation]: AnswerOf<K> extends Page<unknown> ? K : never }[Operation];
type PageOf<K extends ListOperation> = Extract<AnswerOf<K>, Page<unknown>>;

/** The page size of an iteration after the first page, unless the caller sets a limit. */
const ITERATION_LIMIT = 100;

/** The methods for one kind of thing. */
export class Noun {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  protected call<K extends Operation>(operation: K, input: InputOf<K>, options?: CallOptions): ApiPromise<AnswerOf<K>> {
    return new ApiPromise(this.transport.callWithResponse(operation, input, options));
  }

  /** Calls an operation whose response is empty. */
  protected callVoid<K extends Operation>(operation: K, input: InputOf<K>, options?: CallOptions): ApiPromise<void> {
    return this.call(operation, input, options) as ApiPromise<unknown> as ApiPromise<void>;
  }

  protected read<K extends Operation>(
    operation: K,
    path: PathOf<K>,
    { signal, language, ...query }: ReadOf<K>,
  ): ApiPromise<AnswerOf<K>> {
    return this.call(operation, { path, query } as InputOf<K>, { signal, language });
  }

  protected pages<K extends ListOperation>(
    operation: K,
    path: PathOf<K>,
    { signal, language, ...query }: ReadOf<K>,
  ): PagePromise<PageOf<K>> {
    const { limit = ITERATION_LIMIT } = query as { readonly limit?: number };
    const page = (changes: object) => {
      const input = { path, query: { ...query, ...changes } };
      return this.transport.callWithResponse(operation, input as InputOf<K>, { signal, language }) as Promise<
        ApiResponse<PageOf<K>>
      >;
    };
    return new PagePromise(page({}), async (cursor) => (await page({ limit, cursor, offset: undefined })).data);
  }
}

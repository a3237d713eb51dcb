import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { texts } from '../language.ts';
import { readOrShowKept } from '../me.ts';
import { Fault } from './Fault.tsx';
import { Loaded } from './Loaded.tsx';

const t = texts('console.parts.list');

interface PageOf<T> {
  readonly data: readonly T[];
  readonly pagination: { readonly next_cursor: string | null };
}

interface Where {
  readonly cursor?: string;
  readonly signal: AbortSignal;
}

export interface Rows<T> {
  readonly rows: readonly T[];
}

interface PagesOptions {
  readonly enabled?: boolean;
  readonly refetchInterval?: number | false;
  /** Whether the first page is shown without a network. */
  readonly isKept?: boolean;
}

/** A list that is read page by page. */
export function usePages<T>(
  queryKey: readonly unknown[],
  read: (where: Where) => Promise<PageOf<T>>,
  { isKept = false, ...options }: PagesOptions = {},
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      if (pageParam !== null) return read({ cursor: pageParam, signal });
      const readFirst = () => read({ signal });
      if (!isKept) return readFirst();
      return readOrShowKept(queryKey, readFirst, (page) => ({ pages: [page], pageParams: [null] }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
    select: ({ pages }): Rows<T> => ({ rows: pages.flatMap(({ data }) => data) }),
    // While someone types, the rows of the previous words stay.
    placeholderData: (previous) => previous,
    ...options,
  });
}

interface PagedListProps<T> {
  readonly query: UseInfiniteQueryResult<Rows<T>>;
  readonly empty: ReactNode;
  readonly children: (rows: readonly T[]) => ReactNode;
}

/** The rows that are read, and a button for the next page. */
export function PagedList<T>({ query, empty, children }: PagedListProps<T>) {
  const { data, error, refetch, isFetchNextPageError } = query;
  return (
    <Loaded query={{ data, error: isFetchNextPageError ? null : error, refetch }} rows={8}>
      {({ rows }) =>
        rows.length === 0 ? (
          empty
        ) : (
          <>
            {children(rows)}
            {isFetchNextPageError && <Fault error={error} />}
            {query.hasNextPage && (
              <button
                type="button"
                className="more"
                // A button that is disabled loses the focus of the keyboard.
                aria-disabled={query.isFetchingNextPage}
                onClick={() => void (query.isFetchingNextPage || query.fetchNextPage())}
              >
                {t('more')}
              </button>
            )}
          </>
        )
      }
    </Loaded>
  );
}

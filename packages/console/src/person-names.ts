/** The names of the people of the club, also of those that were removed, by id. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { bandeja } from './api.ts';
import { isOffline } from './parts/Fault.tsx';

export async function readPersonNames(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for await (const { id, display_name: name } of bandeja().people.names({ limit: 100, signal })) names.set(id, name);
  return names;
}

/** @param ids read again if there are others: a person may have joined */
export const personNamesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['person-names', ...ids],
    queryFn: ({ signal }) => readPersonNames(signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    // Pages show no error of the names, and so no button to try again.
    refetchInterval: ({ state }) => isOffline(state.error) && 10_000,
  });

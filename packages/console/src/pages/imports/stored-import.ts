import { useQuery } from '@tanstack/react-query';
import { bandeja } from '../../api.ts';
import { isUnfinished, pollWhile } from '../../parts/TaskProgress.tsx';

/** An import that the service remembers, read again while its undo runs. Null without an id. */
export const useStoredImport = (id: string | null) =>
  useQuery({
    queryKey: ['imports', 'stored', id],
    queryFn: async ({ signal }) => (id === null ? null : await bandeja().imports.get(id, { signal })),
    refetchInterval: ({ state }) => pollWhile(isUnfinished(state.data?.undo)),
  });

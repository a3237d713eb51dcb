/** A place in the rated history, which is ordered by instant and then by id. */
export interface HistoryKey {
  readonly played_at: number;
  readonly match_id: string;
}

/**
 * Compares two places of the history. Ids are lower-case UUID texts, whose order as texts is PostgreSQL's order of
 * `uuid`.
 */
export function compareHistoryKeys(a: HistoryKey, b: HistoryKey): number {
  if (a.played_at !== b.played_at) return a.played_at - b.played_at;
  if (a.match_id === b.match_id) return 0;
  return a.match_id < b.match_id ? -1 : 1;
}

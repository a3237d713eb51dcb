/** A stretch of an ordered list: at most `limit` of the rows that come after `after`, the first `offset` of them skipped. */
export interface Page<Key> {
  readonly limit: number;
  readonly offset: number;
  /** The place of the last row seen; null starts at the list's beginning. */
  readonly after: Key | null;
}

/** A stretch of an ordered list: at most `limit` of the rows that come after `after`, the first `offset` of them skipped. */
export interface Page<Key> {
  readonly limit: number;
  readonly offset: number;
  /** The place of the last row seen; null starts at the list's beginning. */
  readonly after: Key | null;
  /** The page also ends before its entries take more bytes than this as JSON. Left out: only `limit` ends it. */
  readonly bytesMax?: number;
}

/** A place in a list by creation. */
export interface CreationKey {
  readonly created_at: number;
  readonly id: string;
}

/** The place before all others in a list by creation. */
export const BEFORE_ALL: CreationKey = {
  created_at: Number.NEGATIVE_INFINITY,
  id: '00000000-0000-0000-0000-000000000000',
};

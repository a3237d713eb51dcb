/** A page of an ordered list: it starts after the key `after`, skips `offset` rows, and has at most `limit` rows. */
export interface Page<Key> {
  readonly limit: number;
  readonly offset: number;
  /** The key of the last row seen; null starts at the beginning. */
  readonly after: Key | null;
  /** The most bytes that the entries take as JSON. Default: no limit. */
  readonly bytesMax?: number;
}

/** The key of a list in order of creation. */
export interface CreationKey {
  readonly created_at: number;
  readonly id: string;
}

/** Sorts before every other key. */
export const BEFORE_ALL: CreationKey = {
  created_at: Number.NEGATIVE_INFINITY,
  id: '00000000-0000-0000-0000-000000000000',
};

/** Sorts after every other key. */
export const AFTER_ALL: CreationKey = {
  created_at: Number.POSITIVE_INFINITY,
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

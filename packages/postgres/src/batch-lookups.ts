import type { Queryable } from './database.ts';

/** Returns one row per key, in the order of the keys; undefined if a key has no row. */
export type ReadMany<Key, Row> = (queryable: Queryable, keys: readonly Key[]) => Promise<readonly (Row | undefined)[]>;

interface Waiting<Key, Row> {
  readonly key: Key;
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Sends all look-ups of one event loop turn as one statement. A single look-up waits only until the turn ends. The statement
 * starts after the last call, so no result is staler than that of a separate statement. Inside a transaction, look-ups are not
 * batched.
 */
export function batchLookups<Key, Row>(
  readMany: ReadMany<Key, Row>,
): (queryable: Queryable, key: Key) => Promise<Row | undefined> {
  const batches = new WeakMap<Queryable, Waiting<Key, Row>[]>();

  const send = async (queryable: Queryable, batch: readonly Waiting<Key, Row>[]): Promise<void> => {
    try {
      const keys = batch.map(({ key }) => key);
      const rows = await readMany(queryable, keys);
      for (const [index, { resolve }] of batch.entries()) resolve(rows[index]);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  return async (queryable, key) => {
    if ('isTransaction' in queryable) return (await readMany(queryable, [key]))[0];
    return new Promise((resolve, reject) => {
      const batch = batches.get(queryable) ?? [];
      batch.push({ key, resolve, reject });
      if (batch.length > 1) return;
      batches.set(queryable, batch);
      setImmediate(() => {
        batches.delete(queryable);
        void send(queryable, batch);
      });
    });
  };
}

import type { Queryable } from './database.ts';

/** Answers keys in their order; undefined where there is nothing. */
export type ReadMany<Key, Row> = (queryable: Queryable, keys: readonly Key[]) => Promise<(Row | undefined)[]>;

interface Waiting<Key, Row> {
  readonly key: Key;
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Look-ups of one kind that are asked for within one turn of the event loop go to the database as one statement: a round
 * trip costs both sides more than a row does. Alone a look-up waits for nothing but the end of the turn. Each is answered as
 * of the statement's own moment, which comes after it was asked, so nothing is ever older than it would be by itself.
 */
export function gathered<Key, Row>(
  readMany: ReadMany<Key, Row>,
): (queryable: Queryable, key: Key) => Promise<Row | undefined> {
  const waitingOf = new WeakMap<Queryable, Waiting<Key, Row>[]>();
  const send = async (queryable: Queryable, waiting: readonly Waiting<Key, Row>[]): Promise<void> => {
    try {
      const rows = await readMany(
        queryable,
        waiting.map(({ key }) => key),
      );
      for (const [index, { resolve }] of waiting.entries()) resolve(rows[index]);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  };
  const alone = async (queryable: Queryable, key: Key): Promise<Row | undefined> =>
    (await readMany(queryable, [key]))[0];
  return (queryable, key) => {
    // A transaction belongs to one asker, who waits for each answer anyway.
    if ('isTransaction' in queryable) return alone(queryable, key);
    return new Promise((resolve, reject) => {
      const waiting = waitingOf.get(queryable) ?? [];
      waiting.push({ key, resolve, reject });
      if (waiting.length > 1) return;
      waitingOf.set(queryable, waiting);
      setImmediate(() => {
        waitingOf.delete(queryable);
        void send(queryable, waiting);
      });
    });
  };
}

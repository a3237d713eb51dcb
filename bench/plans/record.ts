import type { Context } from '../../src/domain/context.ts';
import type { Database, Queryable, SqlValue, Statement, Transaction } from '../../src/store/engine/database.ts';

/** A statement as a verb has sent it. */
export interface Sent {
  readonly statement: Statement;
  readonly values: readonly SqlValue[];
}

/** What a verb sends; a statement that is sent several times is given once, with what it was sent with first. */
export async function recorded(
  database: Database,
  run: (context: Context) => Promise<unknown>,
): Promise<readonly Sent[]> {
  const sent = new Map<string, Sent>();
  const recording = <Q extends Queryable>(queryable: Q): Q =>
    new Proxy(queryable, {
      get(target, property) {
        if (property === 'query') {
          return (statement: Statement, values: readonly SqlValue[] = []) => {
            if (!sent.has(statement.name)) sent.set(statement.name, { statement, values });
            return target.query(statement, values);
          };
        }
        if (property === 'transaction') {
          return (work: (transaction: Transaction) => Promise<unknown>, options: object) =>
            (target as unknown as Database).transaction((transaction) => work(recording(transaction)), options);
        }
        const value: unknown = Reflect.get(target, property, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  await run({ database: recording(database), now: Date.now });
  return [...sent.values()].filter(({ statement }) => !statement.text.startsWith('lock '));
}

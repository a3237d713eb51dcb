/** Records an operator's write in the transaction that makes it, so that neither exists without the other. */
import { randomUUID } from 'node:crypto';
import type { Database, Transaction } from '@bandeja/postgres/database';
import { insertAction } from './store.ts';

/** The record of a write. */
export interface WriteRecord {
  /** A noun and a verb, such as `partners.create`. */
  readonly action: string;
  /** The target: the `id` in the path, or the `id` of the transaction's result. */
  readonly target: 'path' | 'result';
  /** A second action of the same write, whose target is the `id` of the result. */
  readonly creates?: string;
}

export interface Write {
  readonly at: number;
  readonly operator: string;
  readonly requestId: string;
  /** @param result the result of the transaction */
  readonly actionsOf: (result: unknown) => readonly { readonly action: string; readonly target: string | null }[];
}

/**
 * The same database, whose transactions also insert a record of the write. A write that fails rolls back its record too. Each
 * request makes its write in one transaction.
 */
export function recordWrites(database: Database, write: Write): Database {
  const { at, operator, requestId } = write;
  const record = async (transaction: Transaction, result: unknown): Promise<void> => {
    for (const { action, target } of write.actionsOf(result)) {
      await insertAction(transaction, { id: randomUUID(), at, operator, action, target, request_id: requestId });
    }
  };
  return {
    engine: database.engine,
    backups: database.backups,
    query: (statement, values) => database.query(statement, values),
    script: (sql) => database.script(sql),
    health: (timeoutMs) => database.health(timeoutMs),
    activity: () => database.activity(),
    inSchema: (name) => database.inSchema(name),
    freeBytes: () => database.freeBytes(),
    close: () => database.close(),
    transaction: (work, options) =>
      database.transaction(async (transaction) => {
        let early: Promise<void> | undefined;
        const recorded: Transaction = {
          isTransaction: true,
          query: (statement, values) => transaction.query(statement, values),
          script: (sql) => transaction.script(sql),
          commitWithLast: () => {
            // Statements after this fail. There is not yet a result, so the target must be in the path.
            early = record(transaction, null);
            // If it fails, so do the other statements, and `work` rejects before this is awaited.
            early.catch(() => {});
            transaction.commitWithLast();
          },
          discard: () => transaction.discard(),
        };
        const result = await work(recorded);
        await (early ?? record(transaction, result));
        return result;
      }, options),
  };
}

import type { Database, Transaction } from '../../store/engine/database.ts';
import { type GateMode, throughGate } from '../../store/ledger/gate.ts';
import { Turns } from './turns.ts';

/** Thrown inside a transaction that holds the history gate shared and finds that it has to hold it alone. */
export class HistoryGateNeeded extends Error {
  override readonly name = 'HistoryGateNeeded';

  constructor() {
    super('the rated history changes: the transaction has to hold the history gate alone');
  }
}

const turnsOf = new WeakMap<Database, Turns>();

/**
 * Runs a transaction that may add to the rated history or change it. Nearly every submission only appends, so the gate is
 * first passed together with others; when the work finds a change of history, the transaction is rolled back and run
 * again from the start, alone. (A lock cannot be raised from shared to exclusive in place: two who try wait for each
 * other.)
 * @param partnerIds whose matches the work writes.
 */
export async function withHistoryGate<T>(
  database: Database,
  partnerIds: readonly string[],
  work: (transaction: Transaction, gate: GateMode) => Promise<T>,
): Promise<T> {
  const turns = turnsOf.get(database) ?? new Turns();
  turnsOf.set(database, turns);
  const pass = (gate: GateMode): Promise<T> => throughGate(database, gate, (transaction) => work(transaction, gate));
  return turns.take(partnerIds, async () => {
    try {
      return await pass('shared');
    } catch (error) {
      if (!(error instanceof HistoryGateNeeded)) throw error;
      return pass('exclusive');
    }
  });
}

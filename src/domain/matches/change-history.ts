import { type Database, DatabaseUnavailable, type Transaction } from '../../store/engine/database.ts';
import { type GateMode, throughGate } from '../../store/ledger/gate.ts';
import { Problem } from '../errors/problem.ts';

/** How the caller of a change gets its answer, exactly once. */
export type Pending<Result> = Pick<PromiseWithResolvers<Result>, 'resolve' | 'reject'>;

/** Gets an error that no client may be answered with. */
export type OnFault = (error: unknown) => void;

/** What one transaction did. */
export interface Pass<Change, Result> {
  /** By change. A change without a result has to hold the gate alone, and nothing of it was written. */
  readonly results: ReadonlyMap<Change, Result>;
  /** False if the transaction has only taken locks. */
  readonly hasWritten: boolean;
}

/**
 * Makes changes that may change the rated history, and answers each once it is on the disk.
 *
 * All of them share a transaction that passes the history gate together with others. Before it writes anything it decides which
 * changes only append to the history. The rest follow in a transaction that holds the gate alone. (A lock cannot be raised
 * from shared to exclusive in place: two transactions that try wait for each other.) When a transaction fails, each of its
 * changes is made by itself, so that none fails because of another.
 * @param pass decides and writes, within one transaction; if it holds the gate alone it makes all changes
 * @param options `onFault` gets the error of a transaction whose changes are then made one by one, and may succeed
 * @returns when all are answered; never rejects
 */
export async function changeHistory<Change extends Pending<Result>, Result>(
  database: Database,
  changes: readonly Change[],
  pass: (transaction: Transaction, changes: readonly Change[], gate: GateMode) => Promise<Pass<Change, Result>>,
  { gate = 'shared', onFault = () => {} }: { readonly gate?: GateMode; readonly onFault?: OnFault } = {},
): Promise<void> {
  let results: ReadonlyMap<Change, Result>;
  try {
    results = await passGate(database, gate, (transaction) => pass(transaction, changes, gate));
  } catch (error) {
    if (changes.length === 1 || error instanceof DatabaseUnavailable || error instanceof Problem) {
      for (const change of changes) change.reject(error);
      return;
    }
    onFault(error);
    // Each to its end before the next: a submission that has to be alone may use the reference of a later one.
    for (const change of changes) await changeHistory(database, [change], pass, { gate, onFault });
    return;
  }
  const alone: Change[] = [];
  for (const change of changes) {
    const result = results.get(change);
    if (result !== undefined) change.resolve(result);
    else if (gate === 'shared') alone.push(change);
    else change.reject(new Error('a change was not made although the gate was held alone'));
  }
  if (alone.length > 0) await changeHistory(database, alone, pass, { gate: 'exclusive', onFault });
}

/** Runs a pass; if it wrote nothing its transaction is rolled back, since a commit would wait for the disk. */
async function passGate<Change, Result>(
  database: Database,
  gate: GateMode,
  work: (transaction: Transaction) => Promise<Pass<Change, Result>>,
): Promise<ReadonlyMap<Change, Result>> {
  const passing = throughGate(database, gate, async (transaction) => {
    const passed = await work(transaction);
    if (!passed.hasWritten) throw new NothingWritten(passed.results);
    return passed.results;
  });
  return passing.catch((error: unknown) => {
    if (error instanceof NothingWritten) return error.results as ReadonlyMap<Change, Result>;
    throw error;
  });
}

class NothingWritten extends Error {
  override readonly name = 'NothingWritten';
  readonly results: ReadonlyMap<unknown, unknown>;

  constructor(results: ReadonlyMap<unknown, unknown>) {
    super('the transaction has nothing to commit');
    this.results = results;
  }
}

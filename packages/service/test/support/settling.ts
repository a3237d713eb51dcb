import { type Database, statement } from '@bandeja/postgres/database';
import { Settler } from '../../src/settlement/settler.ts';

const lease = statement(
  'test_end_lease',
  `update leases set until = clock_timestamp() - interval '1 ms' where name = 'settlement' and holder is not null`,
);
const pauses = statement(
  'test_end_pauses',
  'update settlements set paused_until = null where paused_until is not null',
);

/** Ends the lease of a settler as if its time had passed: tests cannot set the database's clock. */
export const endLease = async (database: Database): Promise<void> => void (await database.query(lease));

/** Ends the pauses after large changes as if their time had passed. */
export const endPauses = async (database: Database): Promise<void> => void (await database.query(pauses));

/** A settler that waits neither for a pause of the partner nor, at its start, for the lease of an earlier settler. */
class TestSettler extends Settler {
  readonly #ofDatabase: Database;
  #hasStarted = false;

  constructor(database: Database, stepMatches: number) {
    super({ database, now: Date.now }, { stepMatches, isImmediate: true });
    this.#ofDatabase = database;
  }

  override async step(): Promise<'more' | 'idle' | 'busy'> {
    if (!this.#hasStarted) await endLease(this.#ofDatabase);
    this.#hasStarted = true;
    return super.step();
  }

  override finish(): Promise<void> {
    this.#hasStarted = false;
    return super.finish();
  }
}

export const testSettler = (database: Database, stepMatches: number): Settler => new TestSettler(database, stepMatches);

import { type Database, statement } from '@bandeja/postgres/database';
import { SettlerWork } from '../../src/ledger/settler.ts';

/** What tests do to the database's clock: they cannot set it, so they make a lease or a pause end. */

const lease = statement(
  'test_end_lease',
  `update leases set until = clock_timestamp() - interval '1 ms' where name = 'settlement' and holder is not null`,
);
const pause = statement('test_end_pause', 'update ledger_state set run_ended_at = null where run_ended_at is not null');

/** Ends the lease of a settler as if its time had passed. */
export const endLease = async (database: Database): Promise<void> => void (await database.query(lease));

/** Ends the pause after a run as if its time had passed. */
export const endPause = async (database: Database): Promise<void> => void (await database.query(pause));

/** A settler that begins a run without the pause after the one before. */
export class TestSettler extends SettlerWork {
  readonly #database: Database;

  constructor(database: Database, stepMatches: number, looked: Database = database) {
    super(looked, stepMatches);
    this.#database = database;
  }

  override async step(): ReturnType<SettlerWork['step']> {
    await endPause(this.#database);
    return super.step();
  }
}

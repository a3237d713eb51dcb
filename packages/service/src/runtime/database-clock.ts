/**
 * The clock of the service: that of the database, since the clocks of machines differ, and a wrong one would void matches before their
 * deadlines. Between two looks it goes on by the monotonic clock of the process, so a jump of the machine's clock changes nothing.
 */
import type { Database } from '@bandeja/postgres/database';
import { readDatabaseTime } from './clock-store.ts';
import type { Job } from './job-loop.ts';

/** Monotonic clocks drift by less than a millisecond in this time. A server with another clock may become the primary. */
const EVERY_MS = 10_000;

export interface ServiceClock {
  /** ms since 1970 */
  readonly now: () => number;
  /** Looks at the database's clock. */
  readonly jobs: readonly Job[];
}

/** The embedded database has the clock of this process. */
export async function openClock(database: Database): Promise<ServiceClock> {
  if (database.engine === 'pglite') return { now: Date.now, jobs: [] };
  const clock = await DatabaseClock.open(database);
  const run = async (): Promise<'idle'> => {
    await clock.look();
    return 'idle';
  };
  return { now: clock.now, jobs: [{ name: 'clock', everyMs: EVERY_MS, run }] };
}

export class DatabaseClock {
  readonly #database: Database;
  /** How far it is ahead of the monotonic clock. */
  #aheadMs = 0;

  static async open(database: Database): Promise<DatabaseClock> {
    const clock = new DatabaseClock(database);
    await clock.look();
    return clock;
  }

  private constructor(database: Database) {
    this.#database = database;
  }

  readonly now = (): number => Math.floor(performance.now() + this.#aheadMs);

  /** Corrects the clock. A time between the start and the end of the look is right, so the duration of the look moves nothing. */
  async look(): Promise<void> {
    const before = performance.now() + this.#aheadMs;
    const time = await readDatabaseTime(this.#database);
    const after = performance.now() + this.#aheadMs;
    if (time < before) this.#aheadMs += time - before;
    else if (time > after) this.#aheadMs += time - after;
  }
}

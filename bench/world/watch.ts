/** What is seen of the service and its database from the outside while an evening goes on. */
import type { Database } from '../../src/store/engine/database.ts';
import { instant, statement } from '../../src/store/engine/database.ts';
import { readLedgerState } from '../../src/store/ledger/ledger-state.ts';
import { residentMb } from '../memory/samples.ts';

const EVERY_MS = 500;

const heldNow = statement(
  'bench_held',
  `select count(*)::integer as count,
     coalesce(extract(epoch from $1::timestamptz - min(held_at)), 0)::float8 as oldest_seconds from held_matches`,
);

export interface Glance {
  /** Real seconds since the evening began. */
  readonly seconds: number;
  /** Simulated seconds. */
  readonly at: number;
  /** Nothing that is in the ledger is going to change. */
  readonly isSettled: boolean;
  /** Days from the present back to where what is owed, or the run under way, begins; 0 when nothing does. */
  readonly depthDays: number;
  readonly held: number;
  readonly oldestHeldSeconds: number;
  readonly mb: number;
}

/** A settlement, as far as it was seen: its last moments are missed. */
export interface Run {
  readonly number: number;
  seconds: number;
  read: number;
  changed: number;
}

/** Looks twice a second, over a connection of its own. */
export class Watch {
  readonly glances: Glance[] = [];
  readonly runs = new Map<number, Run>();
  readonly #database: Database;
  readonly #startedAt = performance.now();
  #isOver = false;
  readonly #looking: Promise<void>;

  /** @param at the simulated second */
  constructor(database: Database, servicePid: number, at: () => number) {
    this.#database = database;
    this.#looking = this.#look(servicePid, at);
    // Whoever stops the watch is told of what went wrong.
    this.#looking.catch(() => {});
  }

  async #look(servicePid: number, at: () => number): Promise<void> {
    while (!this.#isOver) {
      const { run, owed } = await readLedgerState(this.#database);
      const now = Date.now();
      type Held = { count: number; oldest_seconds: number };
      const [held] = await this.#database.query<Held>(heldNow, [instant(now)]);
      if (run !== null) {
        const { number, started_at: startedAt, matches_read: read, matches_changed: changed } = run;
        this.runs.set(number, { number, seconds: (now - startedAt) / 1000, read, changed });
      }
      const places = [run, owed].flatMap((part) => part?.settled_until.played_at ?? []);
      this.glances.push({
        seconds: (performance.now() - this.#startedAt) / 1000,
        at: at(),
        isSettled: places.length === 0,
        depthDays: places.length === 0 ? 0 : (now - Math.min(...places)) / 86_400_000,
        held: held?.count ?? 0,
        oldestHeldSeconds: held?.oldest_seconds ?? 0,
        mb: residentMb(servicePid),
      });
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }

  /** Waits until nothing is to be settled any more. @returns the seconds, or null when that takes longer than `minutes` */
  async settled(minutes: number, onWait: (last: Glance) => void): Promise<number | null> {
    const startedAt = performance.now();
    for (;;) {
      const seconds = (performance.now() - startedAt) / 1000;
      await new Promise((resolve) => setTimeout(resolve, 2 * EVERY_MS));
      const last = this.glances.at(-1);
      if (last?.isSettled && last.held === 0) return seconds;
      if (seconds > minutes * 60) return null;
      if (last !== undefined) onWait(last);
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#looking;
  }
}

/** The longest stretch without a moment at which all was settled, seconds. */
export function longestUnsettled(glances: readonly Glance[]): number {
  let [longest, since] = [0, Number.NaN];
  for (const { seconds, isSettled } of glances) {
    if (isSettled) since = Number.NaN;
    else if (Number.isNaN(since)) since = seconds;
    else longest = Math.max(longest, seconds - since);
  }
  return longest;
}

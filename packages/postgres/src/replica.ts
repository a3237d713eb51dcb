import { setTimeout as sleep } from 'node:timers/promises';
import { CoalescedQuery } from './coalesced-query.ts';
import {
  type Database,
  type DatabaseActivity,
  type DatabaseHealth,
  DatabaseUnavailable,
  type ReplicaReads,
  type SqlValue,
  type Statement,
  type Transaction,
  type TransactionOptions,
} from './database.ts';
import { postgresDatabase } from './postgres.ts';
import {
  type LogPosition,
  positionOfStandby,
  type ReplicaRow,
  ReplicaUnusable,
  SameDatabase,
  selectPrimaryPosition,
  selectReplicaPosition,
  serverFailure,
} from './replica-position.ts';

/** What a read waits for the replica at most. One that is further behind makes reads slower than the primary does. */
const CATCH_UP_MS = 25;
/** The first pause between two looks at the replica; it doubles up to the second. */
const POLL_PAUSES_MS = [1, 4] as const;
/** How often a replica that fails, or is behind, is tried again. */
const RETRY_MS = { failing: 1_000, behind: 100 } as const;
/** How long a replica that is read from may go without a question. */
const SILENCE_MAX_MS = 1_000;
/** From then on the log says that it is behind. */
const BEHIND_LOG_MS = 1_000;
/** Both questions take microseconds there. */
const MONITOR_LIMITS = { poolSize: 1, connectTimeoutMs: 1_000, statementTimeoutMs: 1_000, answerTimeoutMs: 1_000 };
/** A read that takes longer is done by the primary. */
const READ_LIMITS = { connectTimeoutMs: 1_000, statementTimeoutMs: 2_000, answerTimeoutMs: 3_000 };

type UnusedState = keyof typeof RETRY_MS;

export interface ReplicaLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface ReplicaOptions {
  readonly primary: Database;
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  readonly log: ReplicaLog;
}

/**
 * A database whose reads go to a streaming replica if it has replayed all that was committed when the read was asked for; else
 * to the primary. So a read shows no less than one on the primary, whatever the replica does.
 *
 * The primary is asked how far its log is, in a question that reads at the same time share. Then the replica is looked at
 * until it is as far. The read itself begins with the same look on its own connection, since a replica that crashes comes back
 * with less than it had.
 */
export class ReplicatedDatabase implements Database {
  readonly engine = 'postgres';
  readonly backups = null;
  readonly #primary: Database;
  readonly #replica: Database;
  /** Connections of their own for questions, which must not wait behind reads and writes. */
  readonly #primaryMonitor: Database;
  readonly #replicaMonitor: Database;
  readonly #log: ReplicaLog;
  readonly #primaryPosition = new CoalescedQuery(() => this.#readPrimaryPosition());
  readonly #replicaPosition = new CoalescedQuery(() => this.#readReplicaPosition());
  /** Of the primary, as it said last. */
  #timeline = 0;
  /** The furthest that the replica was seen to have replayed of that timeline. */
  #replayed = 0;
  /** When it last answered a question. */
  #lastReplyAt = performance.now();
  #state: 'used' | UnusedState = 'failing';
  #unusedSince = performance.now();
  /** The last reason that was logged for not using it; undefined while it is used. */
  #loggedReason: string | undefined = '';
  /** Ends reads of the replica that are under way. */
  readonly #pendingReads = new Set<(error: Error) => void>();
  #retry: NodeJS.Timeout | undefined;
  #trying: Promise<void>;
  #isClosed = false;
  readonly #counts = { replica: 0, unavailable: 0, behind: 0, failed: 0 };

  constructor({ primary, primaryUrl, replicaUrl, log }: ReplicaOptions) {
    const same = new SameDatabase();
    this.#primary = primary;
    this.#log = log;
    this.#primaryMonitor = postgresDatabase({ url: primaryUrl, inspect: same.checkPrimary, ...MONITOR_LIMITS });
    const toReplica = { url: replicaUrl, inspect: same.checkReplica };
    this.#replicaMonitor = postgresDatabase({ ...toReplica, ...MONITOR_LIMITS }, { attemptsMax: 1 });
    const check = { statement: selectReplicaPosition, begin: () => this.#beginCheck() };
    this.#replica = postgresDatabase({ ...toReplica, ...READ_LIMITS }, { attemptsMax: 1, check });
    this.#trying = this.#tryReplica();
  }

  freeBytes(): null {
    return null;
  }

  query<R extends object>(statement: Statement, values: readonly SqlValue[] = []): Promise<R[]> {
    return this.#read((database) => database.query<R>(statement, values));
  }

  script(sql: string): Promise<void> {
    return this.#primary.script(sql);
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    if (options.readOnly !== true) return this.#primary.transaction(work, options);
    return this.#read((database) => database.transaction(work, options));
  }

  /** Sandboxes are read on the primary alone. */
  inSchema(name: string): Database {
    return this.#primary.inSchema(name);
  }

  health(timeoutMs: number): Promise<DatabaseHealth> {
    return this.#primary.health(timeoutMs);
  }

  /** That of the replica; what goes to the primary is counted there. */
  activity(): DatabaseActivity {
    return { ...this.#replica.activity(), reads: this.reads() };
  }

  reads(): ReplicaReads {
    return { isUsed: this.#state === 'used', ...this.#counts };
  }

  /** Lets go of the replica. The primary stays open: it has another owner. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.#trying;
    await Promise.all([this.#replica.close(), this.#replicaMonitor.close(), this.#primaryMonitor.close()]);
  }

  async #read<T>(read: (database: Database) => Promise<T>): Promise<T> {
    // It may have been given up in between; what was known of it does not hold any more then.
    if ((await this.#hasCaughtUp()) && this.#state !== 'failing') {
      try {
        const answer = await this.#unlessDisabled(read(this.#replica));
        this.#counts.replica += 1;
        return answer;
      } catch (error) {
        const failure = serverFailure(error);
        if (failure === undefined) throw error;
        this.#counts.failed += 1;
        // A conflict with the replay or a statement that took too long is of this read alone.
        if (!(failure instanceof DatabaseUnavailable && failure.reason === 'contention')) this.#disable(failure);
      }
    }
    return read(this.#primary);
  }

  /** Whether the replica has, within a short time, what the primary has now. */
  async #hasCaughtUp(): Promise<boolean> {
    if (this.#state !== 'used') {
      this.#counts.unavailable += 1;
      return false;
    }
    try {
      const { position } = await this.#primaryPosition.run();
      if (await this.#unlessDisabled(this.#waitForReplay(position))) {
        this.#probeIfSilent();
        return true;
      }
    } catch (error) {
      this.#disable(error);
      this.#counts.failed += 1;
      return false;
    }
    this.#counts.behind += 1;
    this.#stopUsing('behind');
    return false;
  }

  /** Whether the replica replays up to a position within a short time. @throws if it cannot be used */
  async #waitForReplay(position: number): Promise<boolean> {
    const until = performance.now() + CATCH_UP_MS;
    let [pause, longest] = POLL_PAUSES_MS as readonly [number, number];
    while (this.#replayed < position) {
      if ((await this.#replicaPosition.run()) >= position) break;
      if (performance.now() + pause > until) return false;
      await sleep(pause);
      pause = Math.min(2 * pause, longest);
    }
    return true;
  }

  /** If it hangs, a question tells sooner than a read, which may take long. While something is written, questions are asked anyway. */
  #probeIfSilent(): void {
    if (performance.now() - this.#lastReplyAt < SILENCE_MAX_MS) return;
    this.#lastReplyAt = performance.now();
    this.#replicaPosition.run().catch((error: unknown) => this.#disable(error));
  }

  async #readPrimaryPosition(): Promise<LogPosition> {
    const [place] = await this.#primaryMonitor.query<LogPosition>(selectPrimaryPosition);
    if (place === undefined) throw new Error('the primary did not say how far its log is');
    if (place.timeline !== this.#timeline) {
      if (this.#timeline !== 0) this.#disable(new ReplicaUnusable('the primary is on a new timeline'));
      this.#timeline = place.timeline;
      this.#replayed = 0;
    }
    return place;
  }

  async #readReplicaPosition(): Promise<number> {
    const [row] = await this.#replicaMonitor.query<ReplicaRow>(selectReplicaPosition);
    this.#lastReplyAt = performance.now();
    this.#replayed = Math.max(this.#replayed, positionOfStandby(row as ReplicaRow, this.#timeline));
    return this.#replayed;
  }

  /**
   * A connection may lead to a server that has less than the replica had: one that crashed begins with what was on its disk.
   * What it has to have is fixed before the question is sent, since other answers may overtake this one.
   */
  #beginCheck(): (rows: readonly object[]) => void {
    const [timeline, replayed] = [this.#timeline, this.#replayed];
    return ([row]) => {
      const position = positionOfStandby(row as ReplicaRow, timeline);
      if (position < replayed) throw new ReplicaUnusable('it has less than it had before');
    };
  }

  /** Ends with `work`, or when the replica is given up; then the read is done again on the primary. */
  #unlessDisabled<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#pendingReads.add(reject);
      work.then(resolve, reject).finally(() => this.#pendingReads.delete(reject));
    });
  }

  #disable(reason: unknown): void {
    if (this.#state === 'failing') return;
    this.#logUnused(reason);
    this.#stopUsing('failing');
    this.#state = 'failing';
    for (const reject of this.#pendingReads) reject(new ReplicaUnusable('the replica was given up'));
  }

  #stopUsing(state: UnusedState): void {
    if (this.#state !== 'used') return;
    this.#state = state;
    this.#unusedSince = performance.now();
    this.#scheduleTry();
  }

  #scheduleTry(): void {
    if (this.#isClosed || this.#state === 'used') return;
    this.#retry = setTimeout(() => {
      this.#trying = this.#tryReplica();
    }, RETRY_MS[this.#state]).unref();
  }

  /** Takes the replica up if it has caught up; else this is called again later. */
  async #tryReplica(): Promise<void> {
    try {
      // It may have less than before. No read relies on that any more: those under way ended when it was given up.
      if (this.#state === 'failing') this.#replayed = 0;
      const { position } = await this.#primaryPosition.run();
      if (await this.#waitForReplay(position)) this.#enable();
      else {
        this.#state = 'behind';
        if (performance.now() - this.#unusedSince >= BEHIND_LOG_MS) this.#logUnused('it is behind the primary');
      }
    } catch (error) {
      this.#state = 'failing';
      this.#logUnused(error);
    }
    this.#scheduleTry();
  }

  #enable(): void {
    this.#state = 'used';
    if (this.#loggedReason !== undefined) this.#log.info('the replica is used for reads');
    this.#loggedReason = undefined;
  }

  #logUnused(reason: unknown): void {
    const sentence = reason instanceof Error ? reason.message : String(reason);
    if (this.#isClosed || sentence === this.#loggedReason) return;
    this.#loggedReason = sentence;
    this.#log.warn(`the replica is not used for reads: ${sentence}`);
  }
}

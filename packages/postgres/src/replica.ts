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

/** Maximum wait of a read for the replica. With a longer wait, reads would be slower than on the primary. */
const CATCH_UP_MS = 25;
/** The first pause between two polls of the replica, and the longest. Pauses double. */
const POLL_PAUSES_MS = [1, 4] as const;
/** Retry interval of a replica that fails or is behind. */
const RETRY_MS = { failing: 1_000, behind: 100 } as const;
/** If the replica has not replied to a poll for this long, a read triggers one. */
const SILENCE_MAX_MS = 1_000;
/** If the replica is behind for longer, it is logged. */
const BEHIND_LOG_MS = 1_000;
/** Both position queries take microseconds on the server. */
const MONITOR_LIMITS = { poolSize: 1, connectTimeoutMs: 1_000, statementTimeoutMs: 1_000, answerTimeoutMs: 1_000 };
/** A read that takes longer is repeated on the primary. */
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
 * A database that reads from a streaming replica. If the replica has not replayed everything committed before the read, the
 * read goes to the primary. So a read is never staler than on the primary, even if the replica lags or fails.
 *
 * 1. Query the primary's log position. Concurrent reads share the query.
 * 2. Poll the replica until it has replayed up to that position.
 * 3. Read, and check the position again on the same connection: a replica that crashed restarts with less than it had.
 */
export class ReplicatedDatabase implements Database {
  readonly engine = 'postgres';
  readonly backups = null;
  readonly #primary: Database;
  readonly #replica: Database;
  /** Separate connections for the position queries, which must not wait behind reads and writes. */
  readonly #primaryMonitor: Database;
  readonly #replicaMonitor: Database;
  readonly #log: ReplicaLog;
  readonly #primaryPosition = new CoalescedQuery(() => this.#readPrimaryPosition());
  readonly #replicaPosition = new CoalescedQuery(() => this.#readReplicaPosition());
  /** The primary's timeline in its last reply. */
  #timeline = 0;
  /** The highest position on that timeline that the replica has reported. */
  #replayed = 0;
  /** When the replica last replied to a poll. */
  #lastReplyAt = performance.now();
  #state: 'used' | UnusedState = 'failing';
  #unusedSince = performance.now();
  /** The last logged reason for not using the replica; undefined while it is used. */
  #loggedReason: string | undefined = '';
  /** Reject functions of the running reads on the replica. */
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

  /** Sandboxes are read only from the primary. */
  inSchema(name: string): Database {
    return this.#primary.inSchema(name);
  }

  health(timeoutMs: number): Promise<DatabaseHealth> {
    return this.#primary.health(timeoutMs);
  }

  /** The activity of the replica only; the primary counts its own. */
  activity(): DatabaseActivity {
    return { ...this.#replica.activity(), reads: this.reads() };
  }

  reads(): ReplicaReads {
    return { isUsed: this.#state === 'used', ...this.#counts };
  }

  /** Closes the connections to the replica. The primary stays open: it has another owner. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.#trying;
    await Promise.all([this.#replica.close(), this.#replicaMonitor.close(), this.#primaryMonitor.close()]);
  }

  async #read<T>(read: (database: Database) => Promise<T>): Promise<T> {
    // The replica may have been disabled during the await; its position is then unknown.
    if ((await this.#hasCaughtUp()) && this.#state !== 'failing') {
      try {
        const answer = await this.#unlessDisabled(read(this.#replica));
        this.#counts.replica += 1;
        return answer;
      } catch (error) {
        const failure = serverFailure(error);
        if (failure === undefined) throw error;
        this.#counts.failed += 1;
        // A conflict with the replay, or a slow statement, concerns only this read.
        if (!(failure instanceof DatabaseUnavailable && failure.reason === 'contention')) this.#disable(failure);
      }
    }
    return read(this.#primary);
  }

  /** Whether the replica replays within {@link CATCH_UP_MS} everything that the primary has now. */
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

  /** Polls until the replica has replayed up to a position. @returns false on timeout. @throws if it cannot be used */
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

  /** Detects a hanging replica sooner than a read, which may take long. While there are writes, reads poll it anyway. */
  #probeIfSilent(): void {
    if (performance.now() - this.#lastReplyAt < SILENCE_MAX_MS) return;
    this.#lastReplyAt = performance.now();
    this.#replicaPosition.run().catch((error: unknown) => this.#disable(error));
  }

  async #readPrimaryPosition(): Promise<LogPosition> {
    const [place] = await this.#primaryMonitor.query<LogPosition>(selectPrimaryPosition);
    if (place === undefined) throw new Error('the primary did not report its log position');
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
   * A connection may reach a server that has replayed less than before: after a crash, it restarts with the log on its disk.
   * The required position is read before the query is sent, because other replies may overtake this one.
   */
  #beginCheck(): (rows: readonly object[]) => void {
    const [timeline, replayed] = [this.#timeline, this.#replayed];
    return ([row]) => {
      const position = positionOfStandby(row as ReplicaRow, timeline);
      if (position < replayed) throw new ReplicaUnusable('it has replayed less than before: it may have crashed');
    };
  }

  /** Settles with `work`. Rejects when the replica is disabled; the read is then repeated on the primary. */
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
    for (const reject of this.#pendingReads) reject(new ReplicaUnusable('the replica was disabled'));
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

  /** Enables the replica if it has caught up; else schedules the next try. */
  async #tryReplica(): Promise<void> {
    try {
      // The replica may have replayed less than before. This is safe: disabling it ended all reads that relied on it.
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
    const message = reason instanceof Error ? reason.message : String(reason);
    if (this.#isClosed || message === this.#loggedReason) return;
    this.#loggedReason = message;
    this.#log.warn(`the replica is not used for reads: ${message}`);
  }
}

import { Problem } from '@bandeja/contract/errors/problem';
import { parseInstant } from '@bandeja/contract/instant';
import {
  CLOCK_MAX_MS,
  CLOCK_MIN_MS,
  outOfRange,
  type SandboxClock,
  type SandboxState,
} from '@bandeja/contract/sandboxes';
import { SchemaGone } from '@bandeja/postgres/database';
import { migrate } from '@bandeja/postgres/migrate';
import type { Context, PartnerActor, PartnerContext } from '../context.ts';
import { advanceEventClock } from '../events/log-store.ts';
import { MIGRATIONS_DIRECTORY } from '../migrations.ts';
import { readPartner } from '../partners/store.ts';
import { getSettlementState } from '../settlement/status.ts';
import { hasUnfinishedTask } from '../tasks/runner-store.ts';
import { invalidBody } from '../validation/faults-of.ts';
import {
  copyIntoSandbox,
  countSandbox,
  dropOlderSchemas,
  type Generation,
  insertSandbox,
  makeSchema,
  moveSandboxClock,
  nextGeneration,
  readSandbox,
  recordPersonUse,
  restoreSandbox,
  type SandboxRow,
  sandboxSchema,
} from './store.ts';
import { sandboxView } from './view.ts';

/** A sandbox without a request for this long is closed: its jobs stop. The next request opens it again. */
const IDLE_MS = 5 * 60_000;
/** Above this, the least recently used sandbox is closed: the jobs of each query the database about once in five seconds. */
const OPEN_MAX = 32;

const DAY_MS = 86_400_000;
/** Among the ids of keys. */
const PEOPLE = 'people';

export interface SandboxJobs {
  /** Called when a request may have written to the sandbox. */
  poke(): void;
  stop(): Promise<void>;
}

export interface SandboxOptions {
  /** Starts the jobs of a sandbox. @param context the sandbox's database and clock, with the service as the caller */
  readonly start: (context: Context, partnerId: string) => SandboxJobs;
  /** Receives errors that occur when a sandbox is closed. */
  readonly onFault: (error: unknown) => void;
  /** A monotonic clock, ms. Default: the process's clock. */
  readonly elapsedMs?: () => number;
}

/** One generation of a sandbox, open in this process. */
class OpenSandbox {
  readonly generation: number;
  readonly context: Context;
  /** Settles once the schema is migrated. */
  readonly ready: Promise<unknown>;
  /** The keys copied into the schema, each with its partner's rights at that time. All people are one entry a day. */
  readonly copied = new Map<string, string>();
  usedAt: number;
  #row: SandboxRow;
  #jobs: SandboxJobs | undefined;
  #isClosed = false;

  constructor(row: SandboxRow, live: Context, usedAt: number) {
    const database = live.database.inSchema(sandboxSchema(row));
    this.#row = row;
    this.generation = row.generation;
    this.usedAt = usedAt;
    this.context = {
      ...live,
      database,
      sandboxGeneration: row.generation,
      now: () => live.now() + this.#row.clock_ahead_ms,
    };
    this.ready = migrate(database, MIGRATIONS_DIRECTORY)
      .then(() => advanceEventClock(database))
      .then(() => dropOlderSchemas(database, row));
  }

  /** Concurrent requests may deliver an older row after a newer one. */
  applyRow(row: SandboxRow): void {
    if (row.version > this.#row.version) this.#row = row;
  }

  /** @returns false if the sandbox was closed before */
  startJobs(start: SandboxOptions['start']): boolean {
    if (!this.#isClosed) this.#jobs ??= start(this.context, this.#row.partner_id);
    return this.#jobs !== undefined;
  }

  pokeJobs(): void {
    this.#jobs?.poke();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#jobs?.stop();
  }
}

/**
 * The sandboxes of all partners. Each is a schema with its own copy of all tables, created at its first use. Clearing creates a
 * new generation in a new schema (docs/decisions/sandbox.md). The generation and the clock are read for every request, so
 * all nodes agree; an open sandbox only runs jobs and saves look-ups.
 */
export class Sandboxes {
  readonly #live: Context;
  readonly #options: SandboxOptions;
  readonly #elapsedMs: () => number;
  /** By partner, the least recently used first. */
  readonly #open = new Map<string, OpenSandbox>();
  readonly #closing = new Set<Promise<void>>();

  constructor(live: Context, options: SandboxOptions) {
    this.#live = live;
    this.#options = options;
    this.#elapsedMs = options.elapsedMs ?? (() => performance.now());
  }

  /**
   * The context of a call of a test key or a person: the database and the clock of the partner's sandbox.
   * @throws {SchemaGone} if the sandbox is cleared during both attempts
   */
  async enter(actor: PartnerActor): Promise<PartnerContext> {
    const context = await this.#enter(actor.partnerId, (sandbox) => this.#copyInto(sandbox, actor));
    return { ...context, actor };
  }

  /** The context of a partner's sandbox, for a caller without a key. @throws {SchemaGone} likewise */
  contextOf(partnerId: string): Promise<Context> {
    return this.#enter(partnerId);
  }

  /** Makes the jobs of a partner's sandbox look for work that this process wrote. */
  poke(partnerId: string): void {
    this.#open.get(partnerId)?.pokeJobs();
  }

  async #enter(partnerId: string, prepare?: (sandbox: OpenSandbox) => Promise<void>): Promise<Context> {
    for (let hasFailed = false; ; ) {
      const row = await this.#read(partnerId);
      const sandbox = this.#openSandbox(row);
      try {
        await sandbox.ready;
        await prepare?.(sandbox);
        if (sandbox.startJobs(this.#options.start)) return sandbox.context;
      } catch (error) {
        void this.#close(partnerId, sandbox);
        if (hasFailed || !(error instanceof SchemaGone)) throw error;
        hasFailed = true;
      }
    }
  }

  /** The clock of the caller's sandbox, and the number of rows in it. */
  async state(context: PartnerContext): Promise<SandboxState> {
    const row = await this.#read(context.actor.partnerId);
    return sandboxView(this.#live.now(), row, await countSandbox(context.database));
  }

  /**
   * Moves the clock of the caller's sandbox, for every request that starts after the response.
   * @throws {Problem} `invalid_body` if it would leave its range; `sandbox_cleared`
   */
  async moveClock(context: PartnerContext, { now, advance_seconds: seconds }: SandboxClock): Promise<SandboxState> {
    const row = await this.#read(context.actor.partnerId);
    const to = typeof now === 'string' ? parseInstant(now) : null;
    const furtherMs = (seconds ?? 0) * 1000;
    const at = to ?? this.#live.now() + row.clock_ahead_ms + furtherMs;
    if (at < CLOCK_MIN_MS || at > CLOCK_MAX_MS) {
      throw invalidBody([outOfRange('/advance_seconds')]);
    }
    const moved = await moveSandboxClock(this.#live.database, row, {
      aheadMs: to === null ? null : to - this.#live.now(),
      furtherMs,
    });
    if (moved === undefined) throw new Problem('sandbox_cleared');
    return sandboxView(this.#live.now(), moved, await countSandbox(context.database));
  }

  /**
   * Replaces the caller's sandbox by an empty generation with the real time. A request in flight either finishes in the old
   * generation, fails with `sandbox_cleared`, or sees the empty sandbox. When this resolves, the old schema is dropped.
   */
  async clear({ actor: { partnerId } }: PartnerContext): Promise<void> {
    const row = await this.#read(partnerId);
    await this.#make({ ...row, generation: row.generation + 1 });
    const cleared = await nextGeneration(this.#live.database, row, this.#live.now());
    const sandbox = this.#open.get(partnerId);
    if (sandbox !== undefined && sandbox.generation <= row.generation) await this.#close(partnerId, sandbox);
    const present = cleared ?? (await this.#read(partnerId));
    await dropOlderSchemas(this.#live.database.inSchema(sandboxSchema(present)), present);
  }

  /** Closes the sandboxes that are idle and settled, and have no task to do. */
  async closeIdle(): Promise<void> {
    for (const [partnerId, sandbox] of this.#open) {
      if (this.#elapsedMs() - sandbox.usedAt < IDLE_MS) continue;
      try {
        if ((await getSettlementState(sandbox.context)).rating_status === 'settling') continue;
        if (await hasUnfinishedTask(sandbox.context.database, 'tasks:1')) continue;
      } catch (error) {
        if (!(error instanceof SchemaGone)) this.#options.onFault(error);
      }
      void this.#close(partnerId, sandbox);
    }
  }

  /** Stops all jobs. The database must still be open. */
  async close(): Promise<void> {
    for (const [partnerId, sandbox] of this.#open) void this.#close(partnerId, sandbox);
    await Promise.all(this.#closing);
  }

  async #read(partnerId: string): Promise<SandboxRow> {
    const { database } = this.#live;
    const known = await readSandbox(database, partnerId);
    if (known?.is_dropped === true) {
      await this.#make(known);
      await restoreSandbox(database, known);
    }
    if (known !== undefined) return known;
    await this.#make({ partner_id: partnerId, generation: 1 });
    await insertSandbox(database, partnerId, this.#live.now());
    const made = await readSandbox(database, partnerId);
    if (made === undefined) throw new Error(`no row for the sandbox of partner ${partnerId}`);
    return made;
  }

  /** Creates the empty tables of a generation. Idempotent, even if several calls run at once. */
  async #make(generation: Generation): Promise<void> {
    const schema = sandboxSchema(generation);
    const database = this.#live.database.inSchema(schema);
    await makeSchema(database, schema);
    await migrate(database, MIGRATIONS_DIRECTORY);
  }

  #openSandbox(row: SandboxRow): OpenSandbox {
    const { partner_id: partnerId } = row;
    const open = this.#open.get(partnerId);
    // A request that read its row before a clear continues in the new generation.
    if (open !== undefined && open.generation >= row.generation) {
      open.applyRow(row);
      open.usedAt = this.#elapsedMs();
      this.#open.delete(partnerId);
      this.#open.set(partnerId, open);
      return open;
    }
    if (open !== undefined) void this.#close(partnerId, open);
    const sandbox = new OpenSandbox(row, this.#live, this.#elapsedMs());
    // Requests that await it get the error.
    sandbox.ready.catch(() => {});
    this.#open.set(partnerId, sandbox);
    const [oldest] = this.#open;
    if (this.#open.size > OPEN_MAX && oldest !== undefined) void this.#close(...oldest);
    return sandbox;
  }

  async #copyInto(sandbox: OpenSandbox, actor: PartnerActor): Promise<void> {
    const id = actor.kind === 'key' ? actor.keyId : PEOPLE;
    const today = Math.floor(this.#live.now() / DAY_MS);
    const rights = `${actor.plan} ${actor.suspended} ${actor.kind === 'key' ? '' : today}`;
    if (sandbox.copied.get(id) === rights) return;
    const partner = await readPartner(this.#live.database, actor.partnerId);
    if (partner === undefined) throw new Error(`the partner ${actor.partnerId} does not exist`);
    // No name of a person: an erasure would have to find it in every sandbox.
    await copyIntoSandbox(sandbox.context.database, partner, actor.kind === 'key' ? id : null);
    if (actor.kind === 'person') await recordPersonUse(this.#live.database, partner.id, this.#live.now());
    sandbox.copied.set(id, rights);
  }

  /** Resolves when the jobs have stopped. Never rejects. */
  #close(partnerId: string, sandbox: OpenSandbox): Promise<void> {
    if (this.#open.get(partnerId) === sandbox) this.#open.delete(partnerId);
    const closed = sandbox
      .close()
      .catch(this.#options.onFault)
      .finally(() => this.#closing.delete(closed));
    this.#closing.add(closed);
    return closed;
  }
}

import { SchemaGone } from '../../store/engine/database.ts';
import { migrate } from '../../store/engine/migrate.ts';
import { MIGRATIONS_DIRECTORY } from '../../store/migrations.ts';
import { readPartner } from '../../store/partners.ts';
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
  type SandboxRow,
  sandboxSchema,
} from '../../store/sandboxes.ts';
import type { Context, KeyActor, PartnerContext } from '../context.ts';
import { Problem } from '../errors/problem.ts';
import { formatInstant, parseInstant } from '../instant.ts';
import { getSettlementState } from '../ledger/status.ts';
import { CLOCK_MAX_MS, CLOCK_MIN_MS, outOfRange, type SandboxClock, type SandboxState } from './shapes.ts';

/** A sandbox that no request has used for so long is closed: its jobs stop. The next request opens it again. */
const IDLE_MS = 5 * 60_000;
/** Beyond it the sandbox that was used longest ago is closed. Each has jobs that look for work about once a second. */
const OPEN_MAX = 32;

/** What runs in this process for a sandbox as long as it is open. */
export interface OpenSandbox {
  stop(): Promise<void>;
}

export interface SandboxOptions {
  /** Starts what a sandbox needs. @param context its database and its clock, and the service as the caller */
  readonly start: (context: Context, partnerId: string) => OpenSandbox;
  /** Gets what went wrong while a sandbox was closed. */
  readonly onFault: (error: unknown) => void;
  /** A monotonic clock, in ms; by default the process's own. */
  readonly elapsedMs?: () => number;
}

/** A generation of a sandbox, open in this process. */
class World {
  readonly generation: number;
  readonly context: Context;
  /** When its schema is of this version's form. */
  readonly ready: Promise<unknown>;
  /** The keys that stand in its schema, each with what was copied of its partner besides. */
  readonly copied = new Map<string, string>();
  usedAt: number;
  #row: SandboxRow;
  #jobs: OpenSandbox | undefined;
  #isClosed = false;

  constructor(row: SandboxRow, live: Context, usedAt: number) {
    const database = live.database.inSchema(sandboxSchema(row));
    this.#row = row;
    this.generation = row.generation;
    this.usedAt = usedAt;
    this.context = {
      ...live,
      database,
      readDatabase: database,
      sandboxGeneration: row.generation,
      now: () => live.now() + this.#row.clock_ahead_ms,
    };
    this.ready = migrate(database, MIGRATIONS_DIRECTORY).then(() => dropOlderSchemas(database, row));
  }

  /** Takes over the clock of a row, unless a newer one was seen: requests read it at once with others. */
  note(row: SandboxRow): void {
    if (row.version > this.#row.version) this.#row = row;
  }

  /** @returns false if it was closed meanwhile */
  begin(start: SandboxOptions['start']): boolean {
    if (!this.#isClosed) this.#jobs ??= start(this.context, this.#row.partner_id);
    return this.#jobs !== undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#jobs?.stop();
  }
}

/**
 * The sandboxes of all partners. Each is a schema of its own with the tables of the live one, made at its first use; what is
 * cleared is the next generation, in a new schema (docs/decisions/0028-sandbox.md). What is open here only has jobs and
 * saves look-ups: which generation is the present one, and its clock, is read for every request, so all nodes agree.
 */
export class Sandboxes {
  readonly #live: Context;
  readonly #options: SandboxOptions;
  readonly #elapsedMs: () => number;
  readonly #worlds = new Map<string, World>();
  readonly #closing = new Set<Promise<void>>();

  constructor(live: Context, options: SandboxOptions) {
    this.#live = live;
    this.#options = options;
    this.#elapsedMs = options.elapsedMs ?? (() => performance.now());
  }

  /** How many are open in this process. */
  get open(): number {
    return this.#worlds.size;
  }

  /**
   * The context of a call with a test key: the database and the clock of its partner's sandbox.
   * @throws {SchemaGone} when it is cleared again and again meanwhile
   */
  async enter(actor: KeyActor): Promise<PartnerContext> {
    for (let hasFailed = false; ; ) {
      const row = await this.#read(actor.partnerId);
      const world = this.#worldOf(row);
      try {
        await world.ready;
        await this.#copyInto(world, actor);
        if (world.begin(this.#options.start)) return { ...world.context, actor };
      } catch (error) {
        void this.#close(actor.partnerId, world);
        if (hasFailed || !(error instanceof SchemaGone)) throw error;
        hasFailed = true;
      }
    }
  }

  /** The clock of the caller's sandbox, and how much there is in it. */
  async state(context: PartnerContext): Promise<SandboxState> {
    const row = await this.#read(context.actor.partnerId);
    return this.#view(row, await countSandbox(context.database));
  }

  /**
   * Moves the clock of the caller's sandbox. It holds for every request that begins after the answer.
   * @throws {Problem} `invalid_body` if it would leave its range; `sandbox_cleared`
   */
  async moveClock(context: PartnerContext, { now, advance_seconds: seconds }: SandboxClock): Promise<SandboxState> {
    const row = await this.#read(context.actor.partnerId);
    const to = typeof now === 'string' ? parseInstant(now) : null;
    const furtherMs = (seconds ?? 0) * 1000;
    const at = to ?? this.#live.now() + row.clock_ahead_ms + furtherMs;
    if (at < CLOCK_MIN_MS || at > CLOCK_MAX_MS) {
      throw new Problem('invalid_body', undefined, { faults: [outOfRange('/advance_seconds')] });
    }
    const moved = await moveSandboxClock(this.#live.database, row, {
      aheadMs: to === null ? null : to - this.#live.now(),
      furtherMs,
    });
    if (moved === undefined) throw new Problem('sandbox_cleared');
    return this.#view(moved, await countSandbox(context.database));
  }

  /**
   * Removes all there is in the caller's sandbox, and sets its clock right: a new generation takes its place at one moment. What
   * is under way in the old one ends there, or fails with `sandbox_cleared`. When it resolves, nothing of it is left.
   */
  async clear({ actor: { partnerId } }: PartnerContext): Promise<void> {
    const row = await this.#read(partnerId);
    await this.#make({ ...row, generation: row.generation + 1 });
    const cleared = await nextGeneration(this.#live.database, row, this.#live.now());
    const world = this.#worlds.get(partnerId);
    if (world !== undefined && world.generation <= row.generation) await this.#close(partnerId, world);
    const present = cleared ?? (await this.#read(partnerId));
    await dropOlderSchemas(this.#live.database.inSchema(sandboxSchema(present)), present);
  }

  /** Closes what was not used for some minutes and has nothing left to settle. */
  async closeIdle(): Promise<void> {
    for (const [partnerId, world] of this.#worlds) {
      if (this.#elapsedMs() - world.usedAt < IDLE_MS) continue;
      try {
        if ((await getSettlementState(world.context)).rating_status === 'settling') continue;
      } catch (error) {
        if (!(error instanceof SchemaGone)) this.#options.onFault(error);
      }
      void this.#close(partnerId, world);
    }
  }

  /** Stops all jobs. The database must still be open. */
  async close(): Promise<void> {
    for (const [partnerId, world] of this.#worlds) void this.#close(partnerId, world);
    await Promise.all(this.#closing);
  }

  async #read(partnerId: string): Promise<SandboxRow> {
    const { database } = this.#live;
    const known = await readSandbox(database, partnerId);
    if (known !== undefined) return known;
    await this.#make({ partner_id: partnerId, generation: 1 });
    await insertSandbox(database, partnerId, this.#live.now());
    const made = await readSandbox(database, partnerId);
    if (made === undefined) throw new Error('a sandbox was not registered');
    return made;
  }

  /** Makes the empty tables of a generation. It may be interrupted, and done by several at once. */
  async #make(generation: Generation): Promise<void> {
    const schema = sandboxSchema(generation);
    const database = this.#live.database.inSchema(schema);
    await makeSchema(database, schema);
    await migrate(database, MIGRATIONS_DIRECTORY);
  }

  #worldOf(row: SandboxRow): World {
    const { partner_id: partnerId } = row;
    const open = this.#worlds.get(partnerId);
    // A request that has read the row before a clear goes on with what there is now.
    if (open !== undefined && open.generation >= row.generation) {
      open.note(row);
      open.usedAt = this.#elapsedMs();
      // The world that was used longest ago stands first.
      this.#worlds.delete(partnerId);
      this.#worlds.set(partnerId, open);
      return open;
    }
    if (open !== undefined) void this.#close(partnerId, open);
    const world = new World(row, this.#live, this.#elapsedMs());
    // Whoever awaits it gets the error.
    world.ready.catch(() => {});
    this.#worlds.set(partnerId, world);
    const [oldest] = this.#worlds;
    if (this.#worlds.size > OPEN_MAX && oldest !== undefined) void this.#close(...oldest);
    return world;
  }

  async #copyInto(world: World, actor: KeyActor): Promise<void> {
    const rights = `${actor.plan} ${actor.suspended}`;
    if (world.copied.get(actor.keyId) === rights) return;
    const partner = await readPartner(this.#live.database, actor.partnerId);
    if (partner === undefined) throw new Error('a key has a partner');
    await copyIntoSandbox(world.context.database, partner, { id: actor.keyId, mode: actor.mode });
    world.copied.set(actor.keyId, rights);
  }

  /** @returns when its jobs have stopped; it never rejects. */
  #close(partnerId: string, world: World): Promise<void> {
    if (this.#worlds.get(partnerId) === world) this.#worlds.delete(partnerId);
    const closed = world
      .close()
      .catch(this.#options.onFault)
      .finally(() => this.#closing.delete(closed));
    this.#closing.add(closed);
    return closed;
  }

  #view(row: SandboxRow, counts: Pick<SandboxState, 'players' | 'matches' | 'rosters'>): SandboxState {
    return {
      now: formatInstant(this.#live.now() + row.clock_ahead_ms),
      clock_ahead_seconds: Math.round(row.clock_ahead_ms) / 1000,
      ...counts,
      created_at: formatInstant(row.created_at),
      cleared_at: row.cleared_at === null ? null : formatInstant(row.cleared_at),
    };
  }
}

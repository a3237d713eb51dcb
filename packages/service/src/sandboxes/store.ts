import { type Database, instant, type Queryable, statement } from '@bandeja/postgres/database';
import { bigint, boolean, double, nullable, type RowOf, table, timestamptz, uuid } from '@bandeja/postgres/table';
import { type PartnerRow, partners } from '../partners/store.ts';

/** In the live schema. Instants are by the service's clock. */
const sandboxes = table('sandboxes', {
  partner_id: uuid,
  /** Increases with every clear. Each generation has its own schema. */
  generation: bigint,
  /** The difference of the sandbox's clock to real time, ms. */
  clock_ahead_ms: double,
  /** Increases with every change of the row. */
  version: bigint,
  created_at: timestamptz,
  cleared_at: nullable(timestamptz),
  /** When a person last used it, accurate to a day. */
  person_used_at: nullable(timestamptz),
  /** The schema was dropped because the sandbox was unused. */
  is_dropped: boolean,
});

export interface SandboxRow extends RowOf<typeof sandboxes> {}

/** A sandbox between two clears. */
export type Generation = Pick<SandboxRow, 'partner_id' | 'generation'>;

const read = statement('sandboxes_read', `select ${sandboxes.select()} from sandboxes where partner_id = $1`);

/** The sandbox of a partner; undefined before its first use. */
export async function readSandbox(live: Queryable, partnerId: string): Promise<SandboxRow | undefined> {
  return (await live.query<SandboxRow>(read, [partnerId]))[0];
}

const insert = statement(
  'sandboxes_insert',
  'insert into sandboxes (partner_id, created_at) values ($1, $2::timestamptz) on conflict do nothing',
);

/** Inserts the first generation of a partner's sandbox. Idempotent. */
export async function insertSandbox(live: Queryable, partnerId: string, at: number): Promise<void> {
  await live.query(insert, [partnerId, instant(at)]);
}

const clear = statement(
  'sandboxes_clear',
  `update sandboxes set generation = generation + 1, clock_ahead_ms = 0, version = version + 1, cleared_at = $3::timestamptz
   where partner_id = $1 and generation = $2 returning ${sandboxes.select()}`,
);

/** Starts the next generation with the real time; undefined if another call has already replaced this generation. */
export async function nextGeneration(
  live: Queryable,
  { partner_id: partnerId, generation }: Generation,
  at: number,
): Promise<SandboxRow | undefined> {
  return (await live.query<SandboxRow>(clear, [partnerId, generation, instant(at)]))[0];
}

const restore = statement(
  'sandboxes_restore',
  'update sandboxes set is_dropped = false, version = version + 1 where partner_id = $1 and generation = $2 and is_dropped',
);

/** Records that the schema of a dropped sandbox was created again. Idempotent. */
export async function restoreSandbox(
  live: Queryable,
  { partner_id: partnerId, generation }: Generation,
): Promise<void> {
  await live.query(restore, [partnerId, generation]);
}

// A test key's last use is written about once a minute.
const retire = statement(
  'sandboxes_retire_unused',
  `update sandboxes s set generation = generation + 1, clock_ahead_ms = 0, version = version + 1, cleared_at = clock_timestamp(),
     is_dropped = true
   where not is_dropped and greatest(created_at, cleared_at, person_used_at, (
     select max(last_used_at) from api_keys where partner_id = s.partner_id and mode = 'test'
   )) < clock_timestamp() - make_interval(days => $1)`,
);
const use = statement(
  'sandboxes_record_person_use',
  'update sandboxes set person_used_at = $2::timestamptz where partner_id = $1',
);

/** Records that a person uses a sandbox, so that it is not retired. */
export async function recordPersonUse(live: Queryable, partnerId: string, at: number): Promise<void> {
  await live.query(use, [partnerId, instant(at)]);
}

const dropped = statement(
  'sandboxes_dropped_with_schema',
  `select ${sandboxes.select('s')} from sandboxes s
   where is_dropped and exists (
     select from pg_namespace where starts_with(nspname, 'sandbox_' || replace(s.partner_id::text, '-', '') || '_'))`,
);

/**
 * Gives sandboxes that were unused for this number of days an empty generation without a schema.
 * @returns those whose earlier schemas remain to be dropped
 */
export async function retireUnusedSandboxes(live: Queryable, days: number): Promise<SandboxRow[]> {
  await live.query(retire, [days]);
  return live.query<SandboxRow>(dropped);
}

const moveClock = statement(
  'sandboxes_move_clock',
  `update sandboxes set clock_ahead_ms = coalesce($3::float8, clock_ahead_ms) + $4::float8, version = version + 1
   where partner_id = $1 and generation = $2 returning ${sandboxes.select()}`,
);

/**
 * Moves the clock of a sandbox.
 * @param to `aheadMs` replaces the difference to real time unless null; `furtherMs` is added
 */
export async function moveSandboxClock(
  live: Queryable,
  { partner_id: partnerId, generation }: Generation,
  to: { readonly aheadMs: number | null; readonly furtherMs: number },
): Promise<SandboxRow | undefined> {
  return (await live.query<SandboxRow>(moveClock, [partnerId, generation, to.aheadMs, to.furtherMs]))[0];
}

const prefixOf = (partnerId: string): string => `sandbox_${partnerId.replaceAll('-', '')}_`;

/** The schema of a generation of a partner's sandbox. */
export function sandboxSchema({ partner_id: partnerId, generation }: Generation): string {
  return `${prefixOf(partnerId)}${generation}`;
}

/** Creates an empty schema if it doesn't exist. */
export async function makeSchema(host: Database, schema: string): Promise<void> {
  // Without the lock, `if not exists` fails in one of two concurrent calls.
  await host.script(`select pg_advisory_xact_lock(hashtext('${schema}')); create schema if not exists ${schema}`);
}

const olderSchemas = statement(
  'sandboxes_older_schemas',
  `select nspname::text as name from pg_namespace
   where starts_with(nspname, $1) and substr(nspname, length($1) + 1)::bigint < $2::bigint order by nspname`,
);

/** Drops the schemas of earlier generations. Waits for transactions that still use them. */
export async function dropOlderSchemas(host: Database, sandbox: Generation): Promise<void> {
  const older = await host.query<{ name: string }>(olderSchemas, [prefixOf(sandbox.partner_id), sandbox.generation]);
  for (const { name } of older) await host.script(`drop schema if exists ${name} cascade`);
}

const copyPartner = statement(
  'sandboxes_copy_partner',
  `with copied as (
     ${partners.insert()}
     on conflict (id) do update set name = excluded.name, plan = excluded.plan, suspended = excluded.suspended
     returning id
   )
   insert into audit_chains (partner_id, seq, hash) select id, 0, decode(repeat('00', 32), 'hex') from copied
   on conflict do nothing`,
);

const copyKey = statement(
  'sandboxes_copy_key',
  `insert into api_keys (id, partner_id, public_id, key_hash, mode, scopes, created_at)
   values ($1::uuid, $2, $1::uuid::text, decode(repeat('00', 32), 'hex'), 'test', array['read:players'], $3)
   on conflict do nothing`,
);

/**
 * Copies a partner and a test key, if there is one, into the sandbox, for foreign keys. The copy of the key cannot authenticate: it
 * has no public id and no hash.
 */
export function copyIntoSandbox(sandbox: Database, partner: PartnerRow, keyId: string | null): Promise<void> {
  return sandbox.transaction(async (transaction) => {
    transaction.query(copyPartner, partners.values([partner]));
    if (keyId !== null) transaction.query(copyKey, [keyId, partner.id, instant(partner.created_at)]);
    transaction.commitWithLast();
  });
}

const count = statement(
  'sandboxes_count',
  `select (select count(*) from players)::integer as players, (select count(*) from matches)::integer as matches,
     (select count(*) from rosters)::integer as rosters`,
);

export interface SandboxCounts {
  readonly players: number;
  readonly matches: number;
  readonly rosters: number;
}

export async function countSandbox(sandbox: Queryable): Promise<SandboxCounts> {
  const [counts] = await sandbox.query<SandboxCounts>(count);
  if (counts === undefined) throw new Error('the count returned no row');
  return counts;
}

/** Every check of the diagnosis: well on a new database, and seen to fail once on one where something is wrong. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { type Context, serviceContext } from '../../../src/domain/context.ts';
import { type Diagnosis, diagnose } from '../../../src/domain/diagnosis/index.ts';
import { HOT_STATEMENTS } from '../../../src/store/diagnosis/plans.ts';
import type { Backups } from '../../../src/store/engine/database.ts';
import {
  type Database,
  DatabaseUnavailable,
  instant,
  statement,
  statementNamed,
} from '../../../src/store/engine/database.ts';
import { postgresDatabase } from '../../../src/store/engine/postgres.ts';
import { createMigratedPostgres, openMigratedDatabase } from '../../support/database.ts';
import { asSuperuser, sharedPostgres } from '../../support/postgres.ts';
import '../../../src/assemble.ts';

type Finding = Diagnosis['findings'][number];

const overridden = (database: Database, changes: Partial<Database>): Database => ({
  engine: database.engine,
  backups: database.backups,
  freeBytes: () => database.freeBytes(),
  activity: () => database.activity(),
  inSchema: (name) => database.inSchema(name),
  query: (asked, values) => database.query(asked, values),
  script: (sql) => database.script(sql),
  transaction: (work, options) => database.transaction(work, options),
  health: (timeoutMs) => database.health(timeoutMs),
  close: () => database.close(),
  ...changes,
});

async function finding(
  database: Database,
  code: string,
  changes: Partial<Context> & { workers?: number } = {},
): Promise<Finding> {
  const { findings } = await diagnose({ ...serviceContext(database), workers: 1, ...changes });
  return findings.find((one) => one.code === code) ?? assert.fail(`there is no finding ${code}`);
}

/** @param advice what the advice has to hold */
function assertFound(found: Finding, state: 'warning' | 'problem', text: RegExp, advice: RegExp): void {
  assert.equal(found.state, state, found.text);
  assert.match(found.text, text);
  assert.match(found.advice ?? '', advice);
}

describe('The diagnosis of a PostgreSQL', { timeout: 300_000 }, () => {
  let url: string;
  let database: Database;
  /** Another client, whose transactions stay open. */
  let other: pg.Client;

  before(async () => {
    url = await createMigratedPostgres();
    database = postgresDatabase({ url });
    other = new pg.Client({ connectionString: url, application_name: 'report of a club' });
    await other.connect();
  });
  after(async () => {
    await other.end();
    await database.close();
  });

  it('finds nothing wrong with a new database but that the tests run it without fsync', async () => {
    const { findings } = await diagnose({ ...serviceContext(database), workers: 1 });
    const wrong = findings.filter(({ state }) => state !== 'ok');
    assert.deepEqual(
      wrong.filter(({ code }) => code !== 'database'),
      [],
    );
    for (const { advice, state } of findings) assert.equal(advice === null, state === 'ok');
  });

  it('knows every hot statement by its name', () => {
    assert.deepEqual(
      HOT_STATEMENTS.filter((name) => statementNamed(name) === undefined),
      [],
    );
  });

  it('finds fsync off, as the servers of the tests have it', async () => {
    const [{ fsync } = { fsync: '' }] = (await other.query<{ fsync: string }>('show fsync')).rows;
    const found = await finding(database, 'database');
    if (fsync === 'off') assertFound(found, 'problem', /fsync = off.*power cut/, /postgresql\.conf/);
    else assert.equal(found.state, 'ok');
  });

  it('finds that the processes need more connections than the server has', async () => {
    const found = await finding(database, 'connections', { workers: 500 });
    assertFound(found, 'problem', /may need 5500 connections/, /max_connections/);
  });

  it('finds a transaction that stays open, and names its client and how to end it', async () => {
    await other.query('begin; select 1');
    const waited = overridden(database, {
      query: (asked, values) => database.query(asked, asked.name === 'diagnosis_old_transactions' ? [0] : values),
    });
    const found = await finding(waited, 'open_transactions');
    await other.query('rollback');
    assertFound(
      found,
      'warning',
      /report of a club \(process \d+, idle in transaction\)/,
      /pg_terminate_backend\(\d+\)/,
    );
  });

  it('finds a replication slot without a reader', async () => {
    const server = await sharedPostgres();
    const name = `idle_${process.pid}`;
    await asSuperuser(server, `select pg_create_physical_replication_slot('${name}', true)`);
    const found = await finding(database, 'replication_slots').finally(() =>
      asSuperuser(server, `select pg_drop_replication_slot('${name}')`),
    );
    assertFound(found, 'warning', /Nobody reads from the replication slot idle_/, /pg_drop_replication_slot/);
  });

  it('finds a replica that is not used', async () => {
    const reads = { isUsed: false, reason: 'it is no standby', replica: 0, away: 3, behind: 0, failed: 1 };
    const readDatabase = overridden(database, { activity: () => ({ ...database.activity(), reads }) });
    const found = await finding(database, 'replica', { readDatabase });
    assertFound(found, 'warning', /not used for reads: it is no standby/, /Start the replica/);
  });

  it('finds clocks that differ', async () => {
    const ahead = await finding(database, 'clock', { now: () => Date.now() - 30_000 });
    assertFound(ahead, 'warning', /30 s ahead of/, /NTP/);
    const behind = await finding(database, 'clock', { now: () => Date.now() + 3_600_000 });
    assertFound(behind, 'problem', /60 min behind/, /NTP/);
  });

  it('finds that an index was dropped, and one whose building failed', async () => {
    await database.script('drop index matches_by_time');
    const found = await finding(database, 'indexes');
    assertFound(found, 'problem', /lacks indexes of the schema: matches_by_time/, /schema\.sql/);
    await database.script('create table twice (a int); insert into twice values (1), (1)');
    await assert.rejects(other.query('create unique index concurrently half on twice (a)'));
    await other.query('create index matches_by_time on matches (partner_id, played_at, id)');
    const unusable = await finding(database, 'indexes');
    assertFound(unusable, 'problem', /cannot use: half/, /reindex index concurrently half;/);
    await database.script('drop table twice');
    assert.equal((await finding(database, 'indexes')).state, 'ok');
  });

  it('finds a statement that reads a large table from start to end', async () => {
    await other.query(
      `with partner as (
         insert into partners (id, name, plan, created_at) values (gen_random_uuid(), 'Club', 'pro', now()) returning id
       )
       insert into api_keys (id, partner_id, public_id, key_hash, mode, scopes, created_at)
       select gen_random_uuid(), partner.id, 'key' || g, sha256(g::text::bytea), 'live', '{read:players}', now()
       from partner, generate_series(1, 12000) g`,
    );
    await other.query('analyze api_keys');
    assert.equal((await finding(database, 'plans')).state, 'ok');
    await other.query('alter table api_keys drop constraint api_keys_public_id_unique');
    assertFound(await finding(database, 'plans'), 'warning', /keys_credential \(api_keys\)/, /analyze api_keys/);
  });

  it('finds a newer schema, and an older one', async () => {
    const insert = statement(
      'diagnosis_test_migration',
      "insert into schema_migrations (version, name, checksum, applied_at) select max(version) + 1, 'newer', 'x', $1 from schema_migrations",
    );
    await database.query(insert, [instant(Date.now())]);
    assertFound(await finding(database, 'migrations'), 'problem', /a newer node has migrated/, /newer version/);
    await database.script(
      'delete from schema_migrations where version >= (select max(version) - 1 from schema_migrations)',
    );
    assertFound(await finding(database, 'migrations'), 'problem', /this version brings/, /Restart this node/);
  });
});

describe('The diagnosis of an embedded database', { timeout: 300_000 }, () => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase('pglite');
  });
  after(() => database.close());

  it('finds nothing wrong with a new one', async () => {
    const { findings } = await diagnose({ ...serviceContext(database), workers: 1 });
    assert.deepEqual(
      findings.filter(({ state }) => state !== 'ok'),
      [],
    );
  });

  it('finds a disk with little room', async () => {
    for (const [free, state] of [
      [1e9, 'warning'],
      [1e8, 'problem'],
    ] as const) {
      const small = overridden(database, { freeBytes: () => free });
      assertFound(await finding(small, 'disk'), state, /are free on the disk/, /Make room/);
    }
  });

  it('finds that no backup was made, and an old one', async () => {
    const withBackups = (last: ReturnType<Backups['last']>) =>
      overridden(database, { backups: { begin: async () => null, last: () => last } });
    assertFound(await finding(withBackups(null), 'backup'), 'warning', /No backup/, /bandeja backup/);
    const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const old = withBackups({ moment: at(72), completed_at: at(72), bytes: 1 });
    assertFound(await finding(old, 'backup'), 'warning', /3 days ago/, /bandeja backup/);
    assert.equal(
      (await finding(withBackups({ moment: at(10), completed_at: at(10), bytes: 1 }), 'backup')).state,
      'ok',
    );
  });

  it('finds upkeep that fails', async () => {
    const failing = overridden(database, {
      health: async () => ({ state: 'well', upkeep: [{ chore: 'vacuum', failures: 3, failingMs: 60_000 }] }),
    });
    assertFound(await finding(failing, 'upkeep'), 'problem', /vacuum, for 60 s/, /log of the service/);
  });

  /** The finding once the database has written down what it has counted, which it does now and then. */
  async function counted(state: Finding['state']): Promise<Finding> {
    for (;;) {
      await database.script('select pg_stat_force_next_flush()');
      const found = await finding(database, 'statistics');
      if (found.state === state) return found;
    }
  }

  it('finds a large table that was never counted', async () => {
    await database.script(
      'create table counted (a int); insert into counted select g from generate_series(1, 12000) g',
    );
    const found = await counted('warning');
    assertFound(found, 'warning', /never counted what is in counted/, /analyze counted/);
    await database.script('analyze');
    await counted('ok');
    await database.script(
      'delete from counted; insert into counted select g from generate_series(1, 120000) g; delete from counted',
    );
    const dead = await counted('warning');
    assertFound(dead, 'warning', /More rows are dead than alive in counted/, /vacuum analyze counted/);
    await database.script('drop table counted');
  });

  it('finds a settlement that nobody begins, and one that takes long', async () => {
    await database.script(
      `update ledger_state set next_played_at = now(), next_match_id = gen_random_uuid(),
         next_since = now() - interval '1 hour', run_ended_at = now() - interval '1 hour', run_ms = 10`,
    );
    assertFound(await finding(database, 'settlement'), 'problem', /is due, and no process has begun it/, /log/);
    await database.script(
      `update ledger_state set next_played_at = null, next_match_id = null, next_since = null, run_played_at = now(),
         run_since = now() - interval '3 hours',
         run_match_id = gen_random_uuid(), run_started_at = now() - interval '2 hours'`,
    );
    assertFound(await finding(database, 'settlement'), 'warning', /settling for 3 h/, /log/);
  });

  it('finds that what happened long ago is no event yet', async () => {
    await database.script(
      `with partner as (
         insert into partners (id, name, plan, created_at) values (gen_random_uuid(), 'Club Sur', 'pro', now()) returning id
       )
       insert into change_log (kind, at, partner_id, player_ids)
       select 'player.registered', now() - interval '10 minutes', id, array[gen_random_uuid()] from partner`,
    );
    assertFound(
      await finding(database, 'events'),
      'problem',
      /10 min ago is no event yet. Changes that wait: 1/,
      /events could not be published/,
    );
    await database.script('delete from change_log');
    assert.equal((await finding(database, 'events')).state, 'ok');
  });

  it('finds receivers that were disabled or have been failing for long, by their partners', async () => {
    await database.script(
      `with partner as (
         insert into partners (id, name, plan, created_at) values (gen_random_uuid(), 'Club Norte', 'pro', now()) returning id
       )
       insert into webhook_endpoints
         (id, partner_id, url, secret, created_at, delivered_through, failures_in_a_row, failing_since, disabled_reason, disabled_at)
       select gen_random_uuid(), partner.id, 'https://norte.example/hook', sha256('x'), now(), 0, failures, since, reason, disabled
       from partner, (values (3, now() - interval '5 hours', null, null),
         (0, null, 'gone', now() - interval '2 hours'), (1, now(), null, null)) as e(failures, since, reason, disabled)`,
    );
    const found = await finding(database, 'receivers');
    assertFound(
      found,
      'warning',
      /: Club Norte \(failing for 5 h\), Club Norte \(disabled, as it answered 410, for 2 h\)\./,
      /partners/,
    );
  });

  it('finds a task that failed, until one of its kind has ended well', async () => {
    const insert = (state: string, minutes: number) =>
      database.script(
        `insert into tasks (id, kind, state, created_at, started_at, ended_at, error_code, error_detail, result, attempts)
         select gen_random_uuid(), 'verify', '${state}', at, at, at, ${state === 'failed' ? "'internal_error', 'x', null" : "null, null, '{}'"}, 1
         from (select now() - interval '${minutes} minutes' as at) t`,
      );
    await insert('failed', 30);
    assertFound(
      await finding(database, 'tasks'),
      'warning',
      /task verify failed 30 min ago/,
      /bandeja tasks show [0-9a-f-]{36}/,
    );
    await insert('done', 10);
    assert.equal((await finding(database, 'tasks')).state, 'ok');
  });

  it('says so if something cannot be looked at, and goes on', async () => {
    const broken = overridden(database, {
      query: (asked, values) =>
        asked.name === 'diagnosis_indexes' ? Promise.reject(new Error('no such view')) : database.query(asked, values),
    });
    assertFound(await finding(broken, 'indexes'), 'problem', /“indexes” could not be looked at: no such view/, /log/);
    assert.equal((await finding(broken, 'plans')).state, 'ok');
  });

  it('says once that the database cannot be used', async () => {
    const away = new DatabaseUnavailable('unreachable', 'the database cannot be reached: refused');
    const broken = overridden(database, { query: () => Promise.reject(away) });
    const { findings } = await diagnose({ ...serviceContext(broken), workers: 1 });
    const problems = findings.filter((one) => one.state === 'problem');
    assert.deepEqual(
      problems.map((one) => one.code),
      ['database'],
    );
    assert.match(problems[0]?.text ?? '', /cannot be used.*: the database cannot be reached: refused\.$/);
  });
});

/** The failures of a server over a network: it stops, is slow, has other settings, or is migrated by another node. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable, instant } from '../src/database.ts';
import type { PostgresOptions } from '../src/pool-config.ts';
import { postgresDatabase } from '../src/postgres.ts';
import { sql } from './conformance-subject.ts';
import { asSuperuser, createDatabase, type PostgresServer, sharedPostgres, startPostgres } from './support/postgres.ts';

const one = sql('select 1 as one');

/** Opens a fresh database, and closes it after the test. */
async function openFresh(context: { after(fn: () => Promise<void>): void }, options: Partial<PostgresOptions> = {}) {
  const { url } = await createDatabase();
  const database = postgresDatabase({ url, ...options });
  context.after(() => database.close());
  return { url, name: new URL(url).pathname.slice(1), database };
}

function unavailable(reason: DatabaseUnavailable['reason'], message: RegExp) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof DatabaseUnavailable, String(error));
    assert.equal(error.reason, reason);
    assert.match(error.message, message);
    return true;
  };
}

describe('A PostgreSQL that is busy', () => {
  it('A statement that times out fails as contention, and the connection still works.', async (context) => {
    const { database } = await openFresh(context, { statementTimeoutMs: 100, poolSize: 1 });
    const outcome = database.query(sql('select pg_sleep(5)'));
    await assert.rejects(outcome, unavailable('contention', /longer than statement_timeout/));
    assert.deepEqual(await database.query(one), [{ one: 1 }]);
  });

  it('A timeout of waiting for a free connection is contention; the server is still healthy.', async (context) => {
    // The probe must open its own connection within this time.
    const { database } = await openFresh(context, { poolSize: 1, connectTimeoutMs: 1_000 });
    await database.query(one);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const holding = database.transaction(() => released);
    await assert.rejects(database.query(one), unavailable('contention', /all connections .* were busy/));
    assert.equal((await database.health(5_000)).state, 'healthy');
    release();
    await holding;
    assert.deepEqual(await database.query(one), [{ one: 1 }]);
  });

  it('A server without a free connection is contention.', async (context) => {
    const server = await sharedPostgres();
    const { url, name } = await openFresh(context);
    await asSuperuser(server, `drop role if exists few_${name}`);
    await asSuperuser(server, `create role few_${name} login password 'few' connection limit 0`);
    const limited = new URL(url);
    limited.username = `few_${name}`;
    limited.password = 'few';
    const database = postgresDatabase({ url: limited.href });
    context.after(() => database.close());
    await assert.rejects(database.query(one), unavailable('contention', /no free connection/));
  });

  it('A process that serves, but finds no connection for a probe, is healthy.', async (context) => {
    const server = await sharedPostgres();
    const { url, name } = await openFresh(context);
    await asSuperuser(server, `create role single_${name} login password 'single' connection limit 1`);
    const limited = new URL(url);
    Object.assign(limited, { username: `single_${name}`, password: 'single' });
    const database = postgresDatabase({ url: limited.href });
    context.after(() => database.close());
    await database.query(one);
    assert.equal((await database.health(5_000)).state, 'healthy');
    assert.deepEqual(await database.query(one), [{ one: 1 }]);
  });
});

describe('A pooler of transactions', () => {
  it('A connection that leads to another session is reported as that, and replaced.', async (context) => {
    const { database } = await openFresh(context, { poolSize: 1 });
    await database.query(one);
    // The next session of such a pooler has no prepared statements of this one.
    await database.script('deallocate all');
    await assert.rejects(database.query(one), unavailable('unreachable', /pool_mode = session/));
    assert.deepEqual(await database.query(one), [{ one: 1 }]);
  });
});

describe('A PostgreSQL that rejects the login', () => {
  it('It is unreachable while it rejects the password, and after the database is dropped.', async (context) => {
    const server = await sharedPostgres();
    const { url, name, database } = await openFresh(context);
    const role = `changed_${name}`;
    await asSuperuser(server, `drop role if exists ${role}`);
    await asSuperuser(server, `create role ${role} login password 'before'`);
    const changing = new URL(url);
    changing.username = role;
    changing.password = 'before';
    const refused = postgresDatabase({ url: changing.href });
    context.after(() => refused.close());
    await asSuperuser(server, `alter role ${role} password 'after'`);
    await assert.rejects(refused.query(one), unavailable('unreachable', /password authentication failed/));
    assert.equal((await refused.health(5_000)).state, 'unreachable');
    await asSuperuser(server, `alter role ${role} password 'before'`);
    assert.deepEqual(await refused.query(one), [{ one: 1 }]);
    assert.equal((await refused.health(5_000)).state, 'healthy');
    await asSuperuser(server, `drop database ${name} with (force)`);
    await assert.rejects(database.query(one), unavailable('unreachable', /does not exist/));
    assert.equal((await database.health(5_000)).state, 'unreachable');
  });
});

describe('A PostgreSQL whose disk is full', () => {
  it('It reports a full disk until a probe finds space, and reads still succeed.', async (context) => {
    const { database } = await openFresh(context);
    const fail = `begin raise exception 'could not extend file' using errcode = 'disk_full'; end`;
    await database.script(`create function fail() returns event_trigger language plpgsql as '${fail.replaceAll("'", "''")}';
      create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS') execute function fail()`);
    const write = database.script('create table t as select 1');
    await assert.rejects(write, unavailable('disk full', /the disk of the database is full: could not extend file/));
    assert.equal((await database.health(5_000)).state, 'disk full');
    assert.deepEqual(await database.query(one), [{ one: 1 }], 'reads still succeed');
    await database.script('drop event trigger full_disk');
    assert.equal((await database.health(5_000)).state, 'healthy');
  });
});

describe('A PostgreSQL with a newer schema', () => {
  it('It is reported after the grace, until the schema is known again.', async (context) => {
    const { database } = await openFresh(context, { schemaVersion: 1, newerSchemaGraceMs: 300 });
    await database.script('create table schema_migrations (version integer); insert into schema_migrations values (1)');
    assert.equal((await database.health(5_000)).state, 'healthy');
    await database.script('insert into schema_migrations values (2)');
    const foundAt = performance.now();
    assert.equal((await database.health(5_000)).state, 'healthy');
    while ((await database.health(5_000)).state === 'healthy') await sleep(20);
    assert.ok(performance.now() - foundAt >= 300);
    assert.equal((await database.health(5_000)).state, 'newer schema');
    await database.script('delete from schema_migrations where version = 2');
    assert.equal((await database.health(5_000)).state, 'healthy');
  });
});

describe('A PostgreSQL that stops', () => {
  let server: PostgresServer;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server.stop());

  it('Running and new calls fail as unreachable until the server is back.', async (context) => {
    const { url } = await createDatabase({ server });
    const warnings: string[] = [];
    const database = postgresDatabase({
      url,
      onWarning: (message, error) => warnings.push(`${message}: ${error.message}`),
    });
    context.after(() => database.close());
    await database.query(one);
    const sleeping = assert.rejects(database.query(sql('select pg_sleep(20)')), unavailable('unreachable', /./));
    const open = assert.rejects(
      database.transaction(async (transaction) => {
        await transaction.query(one);
        await server.crash();
        await transaction.query(one);
      }),
      unavailable('unreachable', /./),
    );
    await Promise.all([sleeping, open]);
    await assert.rejects(database.query(one), unavailable('unreachable', /ECONNREFUSED/));
    await assert.rejects(
      database.transaction(async () => 1),
      unavailable('unreachable', /ECONNREFUSED/),
    );
    assert.equal((await database.health(1_000)).state, 'unreachable');

    await server.restart();
    assert.deepEqual(await database.query(one), [{ one: 1 }]);
    assert.equal((await database.health(1_000)).state, 'healthy');
    assert.ok(!warnings.join().includes('postgres://'), 'a warning contains the URL');
  });

  it('A connection that the server closes during a transaction is replaced.', async (context) => {
    const { database } = await openFresh(context, { poolSize: 1 });
    const end = sql('select pg_terminate_backend(pg_backend_pid())');
    const outcome = database.transaction((transaction) => transaction.query(end));
    await assert.rejects(outcome, unavailable('unreachable', /terminat/));
    assert.deepEqual(await database.query(one), [{ one: 1 }]);
  });

  it('A server that becomes read-only, like a demoted primary, is unreachable for writes.', async (context) => {
    const { database, name } = await openFresh(context);
    await asSuperuser(await sharedPostgres(), `alter database ${name} set default_transaction_read_only = on`);
    await assert.rejects(database.script('create table t (n integer)'), unavailable('unreachable', /read-only/));
    const outcome = database.transaction((transaction) => transaction.script('create table t (n integer)'));
    await assert.rejects(outcome, unavailable('unreachable', /read-only/));
  });
});

describe('A PostgreSQL with other settings', () => {
  it('Values are stored and read unchanged under any settings of the database.', async (context) => {
    const { database, name } = await openFresh(context);
    const hostile = {
      timezone: 'Asia/Kathmandu',
      datestyle: 'German, DMY',
      extra_float_digits: '-3',
      bytea_output: 'escape',
      intervalstyle: 'sql_standard',
      standard_conforming_strings: 'on',
      default_transaction_isolation: 'serializable',
      synchronous_commit: 'off',
      statement_timeout: '0',
    };
    for (const [setting, value] of Object.entries(hostile)) {
      await asSuperuser(await sharedPostgres(), `alter database ${name} set ${setting} = '${value}'`);
    }
    const values = [Math.PI / 7, instant(1_700_000_000_123), new Uint8Array([0, 92, 255]), 'a\\b'];
    const echo = sql('select $1::float8 as a, $2::timestamptz as b, $3::bytea as c, $4::text as d');
    assert.deepEqual(await database.query(echo, values), [
      { a: Math.PI / 7, b: 1_700_000_000_123, c: new Uint8Array([0, 92, 255]), d: 'a\\b' },
    ]);
    const settings =
      sql(`select current_setting('synchronous_commit') as commit, current_setting('statement_timeout') as limit,
      current_setting('transaction_isolation') as isolation, current_setting('application_name') as application`);
    assert.deepEqual(await database.query(settings), [
      { commit: 'on', limit: '30s', isolation: 'read committed', application: 'bandeja' },
    ]);
  });

  it('The operator’s synchronous_commit, such as local, is not changed unless it is off.', async (context) => {
    const { database, name } = await openFresh(context);
    await asSuperuser(await sharedPostgres(), `alter database ${name} set synchronous_commit = local`);
    const setting = sql("select current_setting('synchronous_commit') as commit");
    assert.deepEqual(await database.query(setting), [{ commit: 'local' }]);
  });

  it('If another node’s migration makes a plan stale, the statement is prepared again.', async (context) => {
    const { database, url } = await openFresh(context, { poolSize: 1 });
    const other = postgresDatabase({ url });
    context.after(() => other.close());
    await database.script('create table stale (n integer); insert into stale values (7)');
    const select = sql('select n from stale');
    assert.deepEqual(await database.query(select), [{ n: 7 }]);
    await other.script('alter table stale alter n type text');
    assert.deepEqual(await database.query(select), [{ n: '7' }]);
    await other.script('alter table stale alter n type integer using n::integer');
    assert.deepEqual(await database.transaction((transaction) => transaction.query(select)), [{ n: 7 }]);
  });
});

describe('The password in the URL', () => {
  it('No error contains it.', async () => {
    const password = 'hunter2-not-to-be-seen';
    const { hostname, port } = new URL((await sharedPostgres()).url);
    const urls = [
      `postgres://postgres:${password}@${hostname}:${port}/postgres`,
      `postgres://postgres:${password}@${hostname}:1/postgres`,
      `postgres://postgres:${password}@name.invalid/postgres`,
      `postgres://postgres:${password}@${hostname}:${port}/postgres?sslmode=verify-full`,
    ];
    for (const url of urls) {
      const database = postgresDatabase({ url, connectTimeoutMs: 2_000 });
      const error = await database.query(one).then(
        () => assert.fail('it connected'),
        (thrown: unknown) => thrown,
      );
      const { inspect } = await import('node:util');
      const everything = inspect(error, { depth: 10, showHidden: true });
      assert.ok(!everything.includes(password), everything);
      await database.close();
    }
  });
});

/** The properties of the embedded database only: one connection, one thread, its own maintenance. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChoreHealth, type Database, DatabaseUnavailable, statement } from '../src/database.ts';
import { openPglite, PgliteDatabase } from '../src/pglite.ts';
import { Maintenance } from '../src/pglite-maintenance.ts';
import { PgliteSource } from '../src/pglite-source.ts';
import { sql } from './conformance-subject.ts';
import { fillDataDirectory, prepareSnapshot } from './support/pglite.ts';
import { until } from './support/until.ts';

const one = sql('select 1 as one');

/** A folder with a directory of an empty database. */
async function folderWithDatabase(): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bandeja-pglite-'));
  await fillDataDirectory(folder, null);
  return folder;
}

describe('The embedded database in memory', () => {
  let source: PgliteSource;
  let database: PgliteDatabase;
  before(async () => {
    source = await PgliteSource.open({ directory: null, snapshot: fs.readFileSync(await prepareSnapshot(null)) });
    database = new PgliteDatabase(source);
  });
  after(() => database.close());

  it('Serves waiting callers in the order of their calls.', async () => {
    const order: string[] = [];
    const holding = database.transaction(async () => {
      order.push('first');
      await sleep(20);
    });
    const second = database.query(one).then(() => order.push('second'));
    const third = database.transaction(async (transaction) => {
      await transaction.query(one);
      order.push('third');
    });
    const fourth = database.query(one).then(() => order.push('fourth'));
    await Promise.all([holding, second, third, fourth]);
    assert.deepEqual(order, ['first', 'second', 'third', 'fourth']);
  });

  it('Can start from a snapshot of another database, and is then independent of it.', async (context) => {
    await database.script('create table t (n integer); insert into t values (1)');
    const second = await openPglite({ directory: null, snapshot: await database.dump() });
    context.after(() => second.close());
    await second.script('insert into t values (2)');
    const count = sql('select count(*) as rows from t');
    assert.deepEqual(await database.query(count), [{ rows: 1 }]);
    assert.deepEqual(await second.query(count), [{ rows: 2 }]);
  });

  it('Has no backups.', () => {
    assert.equal(database.backups, null);
  });

  it('Continues its chores if a table is dropped just before its vacuum.', async (context) => {
    const rows = 'select n from generate_series(1, 2000) n';
    await database.script(`create table dropped as ${rows}; create table kept as ${rows}`);
    const due = sql('select relname from pg_stat_user_tables where n_ins_since_vacuum = 2000');
    await until(async () => (await database.query(due)).length === 2);
    const warnings: string[] = [];
    let taken = 0;
    const maintenance = new Maintenance({
      // The first call is for the checkpoint, the second to find due tables, the third to vacuum the first of them.
      acquire: async () => {
        const connection = await source.acquire();
        taken += 1;
        if (taken === 3) await connection.client.query('drop table dropped');
        return connection;
      },
      onWarning: (message) => warnings.push(message),
      intervalMs: 50,
    });
    context.after(() => maintenance.stop());
    await until(async () => warnings.length > 0);
    assert.deepEqual(failing(maintenance.health()), ['vacuum']);
    await until(async () => (await analyses(database, 'kept')) > 0);
    await until(async () => failing(maintenance.health()).length === 0);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /could not vacuum public.dropped and .*relation "public.dropped" does not exist/);
  });
});

describe('The embedded database that stops', () => {
  const warnings: string[] = [];
  let isClosed = false;
  let folder: string;
  let directory: string;
  let database: PgliteDatabase;
  before(async () => {
    folder = await folderWithDatabase();
    directory = path.join(folder, 'database');
    const onClosed = () => {
      isClosed = true;
    };
    database = await openPglite({ directory, onClosed, onWarning: (text) => warnings.push(text) });
  });
  after(async () => {
    await database.close();
    fs.rmSync(folder, { recursive: true });
  });

  it('After it stops, it rejects calls as unreachable, and reopens with all acknowledged writes.', async () => {
    await database.script('create table kept (n integer)');
    const insert = sql('insert into kept values ($1)');
    for (let round = 1; round <= 2; round += 1) {
      await database.query(insert, [round]);
      // Without its log folder, the database panics, as it does when the disk is full or fails.
      const log = path.join(directory, 'pg_wal');
      fs.renameSync(log, `${log}.away`);
      const panic = database.transaction(async (transaction) => {
        await transaction.query(insert, [-round]);
        await transaction.script('select pg_switch_wal()');
      });
      const behind = database.query(one);
      for (const outcome of [panic, behind, database.transaction(async () => 1)]) {
        await assert.rejects(
          outcome,
          (error) => error instanceof DatabaseUnavailable && error.reason === 'unreachable',
        );
      }
      assert.equal((await database.health(100)).state, 'unreachable');
      await assert.rejects(database.query(one), /the embedded database has stopped: could not .* "pg_wal/);
      assert.match(warnings.at(-1) ?? '', /the embedded database (has stopped|does not start).*"pg_wal/);
      fs.renameSync(`${log}.away`, log);
      await until(async () => (await database.health(100)).state === 'healthy');
      assert.equal(warnings.at(-1), 'the embedded database runs again');
      const rows = await database.query<{ n: number }>(sql('select n from kept order by n'));
      assert.deepEqual(
        rows.map(({ n }) => n),
        Array.from({ length: round }, (_, index) => index + 1),
      );
      assert.equal(isClosed, false);
    }
  });

  it('Can be closed while it reopens.', async () => {
    fs.rmSync(path.join(directory, 'pg_wal'), { recursive: true });
    await assert.rejects(database.script('create table t (n integer); select pg_switch_wal()'));
    await sleep(300);
    await database.close();
    assert.equal(isClosed, true);
  });
});

describe('The maintenance of the embedded database', () => {
  const warnings: string[] = [];
  let folder: string;
  let database: PgliteDatabase;
  before(async () => {
    folder = await folderWithDatabase();
    const onWarning = (message: string) => warnings.push(message);
    database = await openPglite({ directory: path.join(folder, 'database'), maintenanceIntervalMs: 50, onWarning });
  });
  after(async () => {
    await database.close();
    fs.rmSync(folder, { recursive: true });
  });

  it('Vacuums its tables and truncates its log automatically.', async () => {
    await database.script(
      'create table t (n integer primary key, filler text); create table log (n integer); checkpoint',
    );
    const before = await database.query<{ redo: string }>(redo);
    await database.script(`insert into t select n, 'x' from generate_series(1, 2000) n; delete from t`);
    // Three segments of log, past the limit of 32 MB. Not by rows of `t`, which may have been swept by now: few new ones would stay.
    for (let segment = 0; segment < 3; segment += 1)
      await database.script('insert into log values (1); select pg_switch_wal()');
    const swept = sql("select n_dead_tup as dead, vacuum_count as sweeps from pg_stat_user_tables where relname = 't'");
    await until(async () => {
      const [row] = await database.query<{ dead: number; sweeps: number }>(swept);
      const [now] = await database.query<{ redo: string }>(redo);
      return row?.dead === 0 && row.sweeps > 0 && now?.redo !== before[0]?.redo;
    });
  });

  it('After a write finds the disk full, it reports that until there is space, and reads still succeed.', async () => {
    const write = database.script(`do $$ begin raise 'could not extend file' using errcode = 'disk_full'; end $$`);
    await assert.rejects(write, (error) => error instanceof DatabaseUnavailable && error.reason === 'disk full');
    assert.equal((await database.health(100)).state, 'disk full');
    assert.deepEqual(await database.query(one), [{ one: 1 }], 'reads still succeed');
    await until(async () => (await database.health(100)).state === 'healthy');
  });

  it('Runs the other chores if one fails, and retries the failed one.', async () => {
    const define = (result: string) =>
      `create or replace function same(n integer) returns integer immutable language plpgsql as 'begin return ${result}; end'`;
    await database.script(`${define('n')}; create table broken (n integer); create table sound (n integer)`);
    // Analyzing `broken` calls the function of its index.
    await database.script(`create index on broken (same(n)); insert into broken select generate_series(1, 2000);
      ${define('n / 0')}; insert into sound select generate_series(1, 2000)`);
    await until(async () => warnings.length > 1 && (await analyses(database, 'sound')) > 0);
    assert.match(warnings[0] ?? '', /could not analyze public.broken and will retry: .*division by zero/);
    assert.equal(await analyses(database, 'broken'), 0);
    const { upkeep } = await database.health(100);
    assert.deepEqual(failing(upkeep), ['analyze']);
    const { failures = 0 } = upkeep.find(({ chore }) => chore === 'analyze') ?? {};
    assert.ok(failures > 1);
    await database.script(define('n'));
    await until(async () => (await analyses(database, 'broken')) > 0);
    await until(async () => failing((await database.health(100)).upkeep).length === 0);
  });
});

const failing = (upkeep: readonly ChoreHealth[]) =>
  upkeep.flatMap(({ chore, failingMs }) => (failingMs === null ? [] : [chore]));

/** How often a table was analyzed. */
async function analyses(database: Database, table: string): Promise<number> {
  const select = 'select analyze_count as n from pg_stat_user_tables where relname = $1';
  const [row] = await database.query<{ n: number }>(statement('test_analyses', select), [table]);
  return row?.n ?? 0;
}

const redo = sql('select redo_lsn::text as redo from pg_control_checkpoint()');

/** Any number of nodes apply migrations once, in order, and reject a schema that does not match. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../src/database.ts';
import { migrate, readMigrations } from '../src/migrate.ts';
import { postgresDatabase } from '../src/postgres.ts';
import { StartupError } from '../src/startup-error.ts';
import { sql } from './conformance-subject.ts';
import { openPgliteInMemory } from './support/pglite.ts';
import { createDatabase } from './support/postgres.ts';

const FIRST = { '0001_first.sql': 'create table first (n integer);' };
const SECOND = { '0002_second.sql': "insert into first values (2);\ncreate table second (t text default 'a; b');" };
const THIRD = { '0003_third.sql': 'insert into first values (3);' };

function folderOf(context: TestContext, files: Record<string, string>): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bandeja-migrations-'));
  context.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  return folder;
}

const tables = sql(
  "select table_name::text as name from information_schema.tables where table_schema = 'public' order by 1",
);

async function assertRefused(outcome: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(outcome, (error) => {
    assert.ok(error instanceof StartupError, String(error));
    assert.match(error.message, message);
    return true;
  });
}

function migrationTests(name: string, open: (context: TestContext) => Promise<Database>): void {
  describe(`Migrations (${name})`, () => {
    it('Are applied once, in order, and recorded; a later run applies only new ones.', async (context) => {
      const database = await open(context);
      const folder = folderOf(context, { ...FIRST, ...SECOND, 'schema.sql': 'not a migration' });
      const startedAt = Date.now();
      const applied = await migrate(database, folder);
      assert.deepEqual(
        applied.map(({ version, name }) => ({ version, name })),
        [
          { version: 1, name: 'first' },
          { version: 2, name: 'second' },
        ],
      );
      assert.deepEqual(await migrate(database, folder), []);
      fs.writeFileSync(path.join(folder, '0003_third.sql'), THIRD['0003_third.sql']);
      assert.deepEqual(
        (await migrate(database, folder)).map(({ version }) => version),
        [3],
      );
      assert.deepEqual(await database.query(tables), [
        { name: 'first' },
        { name: 'schema_migrations' },
        { name: 'second' },
      ]);
      const rows = await database.query<{ name: string; applied_at: number }>(
        sql('select name, applied_at from schema_migrations order by version'),
      );
      assert.deepEqual(
        rows.map((row) => row.name),
        ['first', 'second', 'third'],
      );
      assert.ok(rows.every((row) => row.applied_at >= startedAt && row.applied_at <= Date.now()));
    });

    it('If a migration fails, it has no effect, and earlier ones stay applied.', async (context) => {
      const database = await open(context);
      const folder = folderOf(context, { ...FIRST, '0002_bad.sql': 'create table half (n integer); select 1 / 0;' });
      await assert.rejects(migrate(database, folder), /division by zero/);
      assert.deepEqual(await database.query(tables), [{ name: 'first' }, { name: 'schema_migrations' }]);
      fs.writeFileSync(path.join(folder, '0002_bad.sql'), 'create table whole (n integer);');
      assert.deepEqual(
        (await migrate(database, folder)).map(({ version }) => version),
        [2],
      );
    });

    it('Must not contain COMMIT.', async (context) => {
      const database = await open(context);
      const folder = folderOf(context, { '0001_ends.sql': 'create table t (n integer); commit;' });
      await assert.rejects(migrate(database, folder), /must not end the transaction/);
    });

    it('Are rejected if their file was changed after they were applied; Windows line endings are accepted.', async (context) => {
      const database = await open(context);
      await migrate(database, folderOf(context, { ...FIRST, ...SECOND }));
      const windows = { ...FIRST, '0002_second.sql': SECOND['0002_second.sql'].replaceAll('\n', '\r\n') };
      assert.deepEqual(await migrate(database, folderOf(context, windows)), []);
      const changed = folderOf(context, { ...SECOND, '0001_first.sql': 'create table first (n bigint);' });
      await assertRefused(migrate(database, changed), /migration 1 \(first\) was changed after it was applied/);
    });

    it('Of a newer version make an older version refuse to start.', async (context) => {
      const database = await open(context);
      await migrate(database, folderOf(context, { ...FIRST, ...SECOND, ...THIRD }));
      await assertRefused(
        migrate(database, folderOf(context, FIRST)),
        /the database has schema 3, but this version knows only up to 1: start the newer version/,
      );
    });

    it('Are rejected if an earlier one was not applied.', async (context) => {
      const database = await open(context);
      const folder = folderOf(context, { ...FIRST, ...SECOND });
      await migrate(database, folder);
      await database.script('delete from schema_migrations where version = 1');
      await assertRefused(migrate(database, folder), /migration 1 was not applied, but 2 was/);
    });
  });
}

/** Opened once and emptied for each test: opening it takes most of a second. */
let embedded: Database | undefined;
after(() => embedded?.close());

migrationTests('PGlite', async () => {
  embedded ??= await openPgliteInMemory(null);
  await embedded.script('drop schema public cascade; create schema public');
  return embedded;
});

migrationTests('PostgreSQL', async (context) => {
  const database = postgresDatabase({ url: (await createDatabase()).url });
  context.after(() => database.close());
  return database;
});

describe('Concurrent migrations', () => {
  it('Ten concurrent runners all succeed, and one of them applies each migration.', async (context) => {
    const folder = folderOf(context, { ...FIRST, ...SECOND, ...THIRD });
    const { url } = await createDatabase();
    const runners = Array.from({ length: 10 }, () => postgresDatabase({ url, poolSize: 2 }));
    context.after(() => Promise.all(runners.map((runner) => runner.close())).then(() => {}));
    const applied = await Promise.all(runners.map((runner) => migrate(runner, folder)));
    assert.deepEqual(
      applied
        .flat()
        .map(({ version }) => version)
        .sort(),
      [1, 2, 3],
    );
    assert.deepEqual(await runners[0]?.query(sql('select n from first order by n')), [{ n: 2 }, { n: 3 }]);
  });
});

describe('A migration that waits for a lock', () => {
  it('gives way to queries, reports that it waits, and succeeds once the lock is free', async (context) => {
    const { url } = await createDatabase();
    const open = () => postgresDatabase({ url });
    const [runner, other, reader] = [open(), open(), open()];
    context.after(() => Promise.all([runner.close(), other.close(), reader.close()]).then(() => {}));
    await migrate(runner, folderOf(context, FIRST));
    const folder = folderOf(context, { ...FIRST, '0002_more.sql': 'alter table first add column more integer;' });
    const waits: string[] = [];
    let migrated: Promise<unknown> = Promise.resolve();
    await other.transaction(async (transaction) => {
      await transaction.query(sql('select n from first'));
      migrated = migrate(runner, folder, (message) => waits.push(message));
      while (waits.length === 0) await pause(20);
      // Without the lock timeout, this would queue behind the migration.
      await reader.query(sql('select count(*)::int as count from first'));
    });
    await migrated;
    assert.match(
      waits[0] ?? '',
      /^migration 2 \(more\) did not get a lock in 1000 ms; process \d+ \(bandeja, idle in transaction, for \d s\) holds locks on first: trying again$/,
    );
    assert.deepEqual(await runner.query(sql('select more from first')), []);
  });
});

describe('A folder of migrations', () => {
  const odd: readonly { what: string; files: Record<string, string>; message: RegExp }[] = [
    {
      what: 'a gap',
      files: { ...FIRST, ...THIRD },
      message: /gap or a duplicate number: 0003_third.sql should be number 2/,
    },
    { what: 'a duplicate number', files: { ...FIRST, '0001_also.sql': '' }, message: /gap or a duplicate number/ },
    {
      what: 'a malformed name',
      files: { '1_first.sql': '' },
      message: /1_first.sql has a malformed name: name it like 0001_what_it_does.sql/,
    },
  ];
  for (const { what, files, message } of odd) {
    it(`Is rejected because of ${what}.`, async (context) => {
      await assertRefused(readMigrations(folderOf(context, files)), message);
    });
  }
});

/** Every failure to open the database gives the operator one sentence with the fix. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openDataDirectory } from '../src/data-directory.ts';
import { type OpenOptions, openDatabase } from '../src/open.ts';
import { missingRights } from '../src/rights.ts';
import { StartupError } from '../src/startup-error.ts';
import { sql } from './conformance-subject.ts';
import { asSuperuser, createDatabase, sharedPostgres } from './support/postgres.ts';

const MIGRATIONS = new URL('./migrations', import.meta.url).pathname;

function recordingLog() {
  const lines: string[] = [];
  return {
    lines,
    info: (line: string) => lines.push(`info: ${line}`),
    warn: (line: string) => lines.push(`warn: ${line}`),
  };
}

function temporaryFolder(context: TestContext): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bandeja-open-'));
  context.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function open(options: Partial<OpenOptions>) {
  return openDatabase({ dataDirectory: '/nowhere', log: recordingLog(), migrationsDirectory: MIGRATIONS, ...options });
}

async function assertRefused(options: Partial<OpenOptions>, message: RegExp): Promise<void> {
  await assert.rejects(open(options), (error) => {
    assert.ok(error instanceof StartupError, String(error));
    assert.match(error.message, message);
    return true;
  });
}

/** The URL of a fresh database, changed by `change`. */
async function urlWith(change: (url: URL) => void): Promise<string> {
  const url = new URL((await createDatabase()).url);
  change(url);
  return url.href;
}

/** A database in which a function shadows a system function, to simulate another kind of server. */
async function shadowed(definition: string): Promise<string> {
  const { url } = await createDatabase();
  const server = { ...(await sharedPostgres()), url };
  await asSuperuser(server, 'create schema shadow');
  await asSuperuser(server, `create function shadow.${definition}`);
  await asSuperuser(
    server,
    `alter database ${new URL(url).pathname.slice(1)} set search_path = shadow, pg_catalog, public`,
  );
  return url;
}

describe('Opening a PostgreSQL', () => {
  it('Migrates it, logs the migrations, and warns if fsync is off.', async () => {
    const url = await shadowed(`current_setting(name text) returns text language sql return
      case name when 'fsync' then 'off' else pg_catalog.current_setting(name) end`);
    const log = recordingLog();
    const database = await open({ databaseUrl: url, log });
    assert.equal(database.engine, 'postgres');
    assert.deepEqual(await database.query(sql('select id from written')), []);
    assert.deepEqual(log.lines, [
      'warn: the database runs with fsync = off: a power cut can lose acknowledged writes',
      'info: applied migration 1 (written)',
    ]);
    await database.close();
  });

  const mistakes: readonly { what: string; change: (url: URL) => void; message: RegExp }[] = [
    {
      what: 'A wrong password',
      change: (url) => {
        url.password = 'wrong';
      },
      message: /rejected the password: check user and password in DATABASE_URL$/,
    },
    {
      what: 'A missing database',
      change: (url) => {
        url.pathname = '/absent';
      },
      message: /has no such database: create it, or correct DATABASE_URL$/,
    },
    {
      what: 'A port without a server',
      change: (url) => {
        url.search = '';
        url.port = '1';
      },
      message: /cannot be reached: check that it runs .*\(connect ECONNREFUSED .*\)$/,
    },
    {
      what: 'A host that does not exist',
      change: (url) => {
        url.search = '';
        url.hostname = 'name.invalid';
      },
      message: /the server at name.invalid:\d+\/\w+ cannot be reached.*ENOTFOUND/,
    },
    {
      what: 'A server without TLS, if the URL requires it,',
      change: (url) => {
        url.search = '?sslmode=verify-full';
      },
      message: /does not offer TLS: set ssl = on there, or remove sslmode from DATABASE_URL$/,
    },
  ];
  for (const { what, change, message } of mistakes) {
    it(`${what} is reported.`, async () => {
      const databaseUrl = await urlWith(change);
      await assertRefused({ databaseUrl }, message);
      await assert.rejects(open({ databaseUrl }), (error) => !String(error).includes(new URL(databaseUrl).password));
    });
  }

  it('A malformed URL is reported.', async () => {
    await assertRefused({ databaseUrl: 'localhost/bandeja' }, /DATABASE_URL is not a URL: write postgres:/);
    await assertRefused({ databaseUrl: 'mysql://localhost/bandeja' }, /DATABASE_URL is not a URL: write postgres:/);
  });

  it('A server that accepts the connection and never replies is reported after the timeout.', async (context) => {
    const mute = net.createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
    context.after(() => mute.close());
    const { port } = await new Promise<net.AddressInfo>((resolve) => {
      mute.on('listening', () => resolve(mute.address() as net.AddressInfo));
    });
    await assertRefused({ databaseUrl: `postgres://a:b@127.0.0.1:${port}/c` }, /cannot be reached: .*timeout/);
  });

  it('A missing socket is reported.', async () => {
    const databaseUrl = 'postgres://someone:secret@/bandeja?host=/nowhere';
    await assertRefused({ databaseUrl }, /the server at \/nowhere:5432\/bandeja cannot be reached: .*ENOENT/);
  });

  it('A standby is reported.', async () => {
    const databaseUrl = await shadowed('pg_is_in_recovery() returns boolean language sql return true');
    await assertRefused({ databaseUrl }, /is a read-only standby: set DATABASE_URL to the primary/);
  });

  it('A role without rights is reported with the statements that grant them, and then migrates.', async () => {
    const server = await sharedPostgres();
    const { url } = await createDatabase();
    const name = new URL(url).pathname.slice(1);
    await asSuperuser(server, `create role poor_${name} login password 'poor'`);
    const limited = new URL(url);
    Object.assign(limited, { username: `poor_${name}`, password: 'poor' });
    const databaseUrl = limited.href;
    const grants = [
      `grant create on schema public to poor_${name}`,
      `grant create on database ${name} to poor_${name}`,
    ];
    await assertRefused({ databaseUrl }, new RegExp(`may not do so .*or as the owner: ${grants.join('; ')}$`));
    for (const grant of grants) await asSuperuser({ ...server, url }, grant);
    const database = await open({ databaseUrl });
    assert.deepEqual(await missingRights(database, { migrates: true }), []);
    await database.close();
  });

  it('A server that is too old is reported.', async () => {
    const databaseUrl = await shadowed(`current_setting(name text) returns text language sql return case name
      when 'server_version_num' then '140011' when 'server_version' then '14.11' else pg_catalog.current_setting(name) end`);
    await assertRefused({ databaseUrl }, /is PostgreSQL 14.11: this service needs 15 or newer$/);
  });
});

describe('Opening the embedded database', () => {
  it('Creates it, keeps its rows, and unlocks the directory on close.', async (context) => {
    const dataDirectory = path.join(temporaryFolder(context), 'data');
    const log = recordingLog();
    const first = await open({ dataDirectory, log });
    assert.equal(first.engine, 'pglite');
    await first.query(sql('insert into written values ($1, $2)'), [1, 'kept']);
    await assertRefused({ dataDirectory }, /is in use by process/);
    await first.close();
    const second = await open({ dataDirectory, log });
    assert.deepEqual(await second.query(sql('select id, padding from written')), [{ id: 1, padding: 'kept' }]);
    await second.close();
    assert.deepEqual(log.lines, ['info: applied migration 1 (written)']);
  });

  it('Reports damaged files, and unlocks the directory.', async (context) => {
    const dataDirectory = temporaryFolder(context);
    fs.mkdirSync(path.join(dataDirectory, 'database'));
    fs.writeFileSync(path.join(dataDirectory, 'database', 'PG_VERSION'), '18\n');
    const message = /the embedded database in .* does not start: .*Restore a backup, or set another DATA_DIR/;
    await assertRefused({ dataDirectory }, message);
    (await openDataDirectory(dataDirectory)).release();
  });

  it('Rejects a newer schema, and unlocks the directory.', async (context) => {
    const dataDirectory = temporaryFolder(context);
    const newer = temporaryFolder(context);
    fs.copyFileSync(path.join(MIGRATIONS, '0001_written.sql'), path.join(newer, '0001_written.sql'));
    fs.writeFileSync(path.join(newer, '0002_more.sql'), 'create table more (n integer);');
    await (await open({ dataDirectory, migrationsDirectory: newer })).close();
    await assertRefused({ dataDirectory }, /the database has schema 2, but this version knows only up to 1/);
    (await openDataDirectory(dataDirectory)).release();
  });
});

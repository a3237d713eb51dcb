/** The service over TLS, as docs/operations/configuration.md describes it, with a PostgreSQL whose authority signed its certificate. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { DatabaseUnavailable } from '../src/database.ts';
import { openDatabase } from '../src/open.ts';
import { postgresDatabase } from '../src/postgres.ts';
import { StartupError } from '../src/startup-error.ts';
import { sql } from './conformance-subject.ts';
import { AUTHORITY, OTHER_AUTHORITY, SERVER_CERTIFICATE, SERVER_KEY } from './support/certificates.ts';
import { asSuperuser, createDatabase, type PostgresServer, startPostgres } from './support/postgres.ts';

const migrationsDirectory = new URL('./migrations', import.meta.url).pathname;

async function switchTlsOn(server: PostgresServer): Promise<void> {
  const [row] = await asSuperuser(server, 'show data_directory');
  const folder = String(row?.['data_directory']);
  const { uid, gid } = fs.statSync(folder);
  for (const [file, text] of [
    ['server.crt', SERVER_CERTIFICATE],
    ['server.key', SERVER_KEY],
  ] as const) {
    fs.writeFileSync(path.join(folder, file), text, { mode: 0o600 });
    fs.chownSync(path.join(folder, file), uid, gid);
  }
  await asSuperuser(server, 'alter system set ssl = on');
  await asSuperuser(server, 'select pg_reload_conf()');
  while ((await asSuperuser(server, 'show ssl'))[0]?.['ssl'] !== 'on');
}

describe('A PostgreSQL with TLS', () => {
  let server: PostgresServer;
  let databaseUrl: string;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bandeja-tls-'));
  before(async () => {
    server = await startPostgres({ fsync: false });
    await switchTlsOn(server);
    databaseUrl = (await createDatabase({ server })).url;
    fs.writeFileSync(path.join(folder, 'ca.crt'), AUTHORITY);
    fs.writeFileSync(path.join(folder, 'other.crt'), OTHER_AUTHORITY);
  });
  after(async () => {
    fs.rmSync(folder, { recursive: true });
    await server.stop();
  });

  function urlFor(host: string, authority: string | null, sslmode = 'verify-full'): string {
    const url = new URL(databaseUrl);
    url.hostname = host;
    url.searchParams.set('sslmode', sslmode);
    if (authority !== null) url.searchParams.set('sslrootcert', path.join(folder, authority));
    return url.href;
  }

  const open = (host: string, authority: string | null) => openUrl(urlFor(host, authority));

  function openUrl(url: string) {
    return openDatabase({
      databaseUrl: url,
      dataDirectory: '/nowhere',
      migrationsDirectory,
      log: { info: () => {}, warn: () => {} },
    });
  }

  it('Is used over TLS if its certificate is valid for the host and the authority of the URL.', async () => {
    const database = await open('localhost', 'ca.crt');
    const rows = await database.query(sql('select ssl from pg_stat_ssl where pid = pg_backend_pid()'));
    await database.close();
    assert.deepEqual(rows, [{ ssl: true }]);
  });

  it('Is checked as with verify-full, without a warning, if the URL says require, prefer or verify-ca.', async (context) => {
    const warned = context.mock.method(process, 'emitWarning', () => {});
    for (const sslmode of ['require', 'prefer', 'verify-ca']) {
      const database = await openUrl(urlFor('localhost', 'ca.crt', sslmode));
      await database.close();
      await assert.rejects(openUrl(urlFor('localhost', 'other.crt', sslmode)), /is not from a trusted authority/);
    }
    assert.equal(warned.mock.callCount(), 0);
  });

  it('Names the fix if it only admits encrypted connections, and the URL asks for none.', async () => {
    const { url } = await createDatabase({ server });
    const [row] = await asSuperuser(server, 'show hba_file');
    const file = String(row?.['hba_file']);
    fs.writeFileSync(
      file,
      `hostnossl ${new URL(url).pathname.slice(1)} all all reject\n${fs.readFileSync(file, 'utf8')}`,
    );
    await asSuperuser(server, 'select pg_reload_conf()');
    await assert.rejects(
      openUrl(url),
      /rejected the unencrypted connection: if it only admits encrypted ones, end DATABASE_URL with \?sslmode=verify-full \(/,
    );
  });

  const mistakes = [
    {
      what: 'another authority',
      host: 'localhost',
      authority: 'other.crt',
      message:
        /is not from a trusted authority \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\): set sslrootcert in DATABASE_URL to/,
    },
    {
      what: 'no authority in the URL',
      host: 'localhost',
      authority: null,
      message: /is not from a trusted authority .* set sslrootcert/,
    },
    {
      what: 'another host',
      host: '127.0.0.1',
      authority: 'ca.crt',
      message:
        /the certificate of the server at 127.0.0.1:.* is for DNS:localhost: set such a name as the host of DATABASE_URL$/,
    },
    {
      what: 'a file that does not exist',
      host: 'localhost',
      authority: 'absent.crt',
      message: /^the file .*absent.crt cannot be read \(ENOENT\): correct sslrootcert/,
    },
  ];
  for (const { what, host, authority, message } of mistakes) {
    it(`Is refused with ${what}, by an error that names the fix and no password.`, async () => {
      await assert.rejects(open(host, authority), (error) => {
        assert.ok(error instanceof StartupError);
        assert.match(error.message, message);
        assert.ok(!error.message.includes('only-for-tests'));
        return true;
      });
    });
  }

  it('Is unreachable, and not healthy, if its certificate becomes invalid while the service runs.', async (context) => {
    const url = urlFor('127.0.0.1', 'ca.crt');
    const database = postgresDatabase({ url });
    context.after(() => database.close());
    await assert.rejects(
      database.query(sql('select 1 as one')),
      (error) => error instanceof DatabaseUnavailable && error.reason === 'unreachable',
    );
    assert.equal((await database.health(5_000)).state, 'unreachable');
  });
});

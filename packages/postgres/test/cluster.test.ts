/** A primary and its standby: a failover without a restart of the service, and a primary whose standby is lost. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { DatabaseUnavailable } from '../src/database.ts';
import { findPrimary, urlsOfHosts } from '../src/hosts.ts';
import type { PostgresOptions } from '../src/pool-config.ts';
import { postgresDatabase } from '../src/postgres.ts';
import { writeUnsynced } from '../src/unsynced.ts';
import { sql } from './conformance-subject.ts';
import { forgetStandby, loseStandby } from './support/lost-standby.ts';
import { asSuperuser, createDatabase, startPostgres } from './support/postgres.ts';
import { until } from './support/until.ts';

const insert = sql('insert into written default values returning n');

const unavailable =
  (reason: DatabaseUnavailable['reason']) =>
  (error: unknown): boolean =>
    error instanceof DatabaseUnavailable && error.reason === reason;

describe('A database URL with several hosts', () => {
  it('is split into one URL for each host, without target_session_attrs.', () => {
    assert.deepEqual(
      urlsOfHosts('postgres://u:p%40@db1:5433,db2/b?application_name=a&target_session_attrs=read-write'),
      ['postgres://u:p%40@db1:5433/b?application_name=a', 'postgres://u:p%40@db2/b?application_name=a'],
    );
    assert.deepEqual(urlsOfHosts('postgres://db/b?target_session_attrs=primary&application_name=a'), [
      'postgres://db/b?application_name=a',
    ]);
  });

  it('is refused if it asks for a standby, or is not a URL.', () => {
    for (const url of [
      'postgres://db1,db2/b?target_session_attrs=any',
      'mysql://db1,db2/b',
      'db1,db2',
      'postgres://a,:x/b',
    ])
      assert.equal(urlsOfHosts(url), null, url);
  });
});

describe('A cluster', () => {
  /** A database over a primary and its standby, which is level with it. */
  async function openPair(context: TestContext, options: Partial<PostgresOptions> = {}) {
    const primary = await startPostgres();
    context.after(() => primary.stop());
    const { url } = await createDatabase({ server: primary });
    const standby = await startPostgres({ standbyOf: primary });
    context.after(() => standby.stop());
    const [first, second] = [new URL(primary.url).host, new URL(standby.url).host];
    // The standby comes first, so it is refused at once.
    const database = postgresDatabase({ url: url.replace(new URL(url).host, `${second},${first}`), ...options });
    context.after(() => database.close());
    await database.script('create table written (n integer generated always as identity)');
    // Connections in the pool, one of them with a transaction.
    await Promise.all(Array.from({ length: 4 }, () => database.query(insert)));
    const before = await database.query<{ n: number }>(insert);
    await until(async () => {
      const [row] = await asSuperuser(
        standby,
        'select pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() as is_level',
      );
      const [sent] = await asSuperuser(
        primary,
        'select bool_and(replay_lsn = pg_current_wal_lsn()) as is_level from pg_stat_replication',
      );
      return row?.['is_level'] === true && sent?.['is_level'] === true;
    });
    return { primary, standby, database, before };
  }

  it('A promoted standby gets the writes, and statements at the frozen primary are rejected within seconds.', async (context) => {
    const { primary, standby, database, before } = await openPair(context);
    await primary.freeze(true);
    const startedAt = performance.now();
    const inFlight = database.query(insert);
    const rejected = assert.rejects(inFlight, unavailable('unreachable'));
    await asSuperuser(standby, 'select pg_promote()');
    await rejected;
    const [row] = await database.query<{ n: number }>(insert);
    const seconds = (performance.now() - startedAt) / 1_000;
    assert.ok((row?.n ?? 0) > (before[0]?.n ?? 0));
    assert.ok(seconds < 20, `${seconds} s`);
    await primary.freeze(false);
    await Promise.all(Array.from({ length: 10 }, () => database.query(insert)));
    const [count] = await database.query<{ n: number }>(sql('select count(*)::int as n from written'));
    assert.equal(count?.n, 5 + 1 + 10);
  });

  it('The successor of a known primary is found while a lost server does not answer; without a known one, all servers are waited for.', async (context) => {
    const { primary, standby } = await openPair(context);
    const lost = createServer().listen(0, '127.0.0.1');
    const sockets: Socket[] = [];
    lost.on('connection', (socket) => sockets.push(socket));
    await once(lost, 'listening');
    const { port } = lost.address() as AddressInfo;
    const hosts = [`postgres://127.0.0.1:${port}/postgres`, primary.url, standby.url];
    const never = 600_000;
    await asSuperuser(standby, 'select pg_promote()');
    let hasEnded = false;
    const first = findPrimary(hosts, never).finally(() => {
      hasEnded = true;
    });
    const successor = { url: standby.url, timeline: '00000002' };
    assert.deepEqual(await findPrimary(hosts, never, '00000001'), successor);
    assert.equal(hasEnded, false);
    lost.close();
    for (const socket of sockets) socket.destroy();
    assert.deepEqual(await first, successor);
  });

  it('A replaced primary that goes on is left within seconds, and not used while its successor is away.', async (context) => {
    const { standby, database } = await openPair(context, {
      poolSize: 1,
      connectTimeoutMs: 1_000,
      answerTimeoutMs: 1_000,
    });
    const port = async () =>
      (await database.query<{ port: number }>(sql('select inet_server_port() as port')))[0]?.port;
    const successor = Number(new URL(standby.url).port);
    assert.notEqual(await port(), successor);
    await asSuperuser(standby, 'select pg_promote()');
    await until(async () => (await port()) === successor);
    await standby.freeze(true);
    for (let tries = 0; tries < 2; tries += 1) await assert.rejects(database.query(insert), unavailable('unreachable'));
    await standby.freeze(false);
    assert.equal(await port(), successor);
  });

  it('Without its synchronous standby, commits are in doubt, later writes are refused at once, and reads go on.', async (context) => {
    const primary = await startPostgres();
    context.after(() => primary.stop());
    const { url } = await createDatabase({ server: primary });
    const database = postgresDatabase({ url, statementTimeoutMs: 2_000 }, { commitTimeoutMs: 200 });
    await database.script('create table written (n integer generated always as identity)');
    await loseStandby(primary);
    const write = (commitsWithLast: boolean) =>
      database.transaction((transaction) => {
        const written = transaction.query(insert);
        if (commitsWithLast) transaction.commitWithLast();
        return written;
      });

    const both = [true, false].map((commitsWithLast) =>
      assert.rejects(write(commitsWithLast), unavailable('in doubt')),
    );
    await writeUnsynced(database, insert, []);
    await Promise.all(both);
    await writeUnsynced(database, insert, []);
    const startedAt = performance.now();
    const refusals: number[] = [];
    for (let tries = 0; tries < 5; tries += 1) {
      const askedAt = performance.now();
      await assert.rejects(write(true), unavailable('in doubt'));
      refusals.push(performance.now() - askedAt);
    }
    // One that waited for the commits would take 200 ms; a busy machine may delay some.
    assert.ok(Math.min(...refusals) < 100, `${refusals} ms`);
    assert.deepEqual(await database.query(sql('select 1 as one')), [{ one: 1 }]);
    assert.ok(database.activity().oldestCommitMs > 200);
    // The timeout of a statement outside a transaction, and five seconds.
    await assert.rejects(database.query(insert), unavailable('unreachable'));
    assert.ok(performance.now() - startedAt < 10_000);

    await forgetStandby(primary);
    await until(async () => database.activity().oldestCommitMs === 0);
    await write(true);
    // All of them succeed.
    const count = sql('select count(*)::int as n from written');
    await until(async () => (await database.query<{ n: number }>(count))[0]?.n === 6);
    await database.close();
  });
});

/** Reads over a real streaming replica: well, lagging, hanging, stopped, promoted, and of another database. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { examplePlan } from '@bandeja/contract/plan-examples';
import { asSuperuser, startPostgres } from '@bandeja/postgres/test/support/postgres';
import { createDemo, type Demo } from '../../src/demo/demo.ts';
import { issueKey } from '../../src/keys/keys.ts';
import { createPartner } from '../../src/partners/partners.ts';
import {
  onServer,
  pauseReplay,
  type ReplicaNode,
  type ReplicatedServers,
  startReplicaNode,
  startReplicatedServers,
} from '../support/replicas.ts';
import { until } from '../support/until.ts';

interface Operation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly example?: unknown;
  }[];
}

const { paths } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../../openapi.json'), 'utf8')) as {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
};

/** What a partner has set up is little, seldom read, and often about what the primary is just doing. */
const ON_PRIMARY = /^\/v1\/(key$|partner$|sandbox|webhook-endpoints)/;

/** What else partners read, with the values that the API page fills in. */
const READS = Object.entries(paths).flatMap(([path, { get }]) => {
  if (get === undefined || !get.security.some((one) => 'partnerKey' in one) || ON_PRIMARY.test(path)) return [];
  const example = (name: string): string =>
    encodeURIComponent(String(get.parameters?.find((one) => one.name === name)?.example));
  const query = (get.parameters ?? []).filter((one) => one.in === 'query' && one.required);
  return {
    operationId: get.operationId,
    address: (matchId: string) =>
      `${path.replace(/\{(\w+)\}/g, (_, name) => (name === 'id' ? matchId : example(name)))}?${query
        .map(({ name }) => `${name}=${example(name)}`)
        .join('&')}`,
  };
});

describe('reads with a replica', () => {
  let servers: ReplicatedServers;
  let demo: Demo;
  let one: ReplicaNode;
  let other: ReplicaNode;
  before(async () => {
    servers = await startReplicatedServers({ fsync: false });
    one = startReplicaNode(servers);
    other = startReplicaNode(servers);
    demo = await createDemo(one.context);
    await isUsed();
  });
  after(async () => {
    await Promise.all([one?.stop(), other?.stop()]);
    await servers?.stop();
  });

  const isUsed = (): Promise<void> => until(() => one.reads.reads().isUsed && other.reads.reads().isUsed);

  async function call(
    node: ReplicaNode,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH',
    url: string,
    body?: object,
    key = demo.key,
  ) {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await node.app.inject({ method, url, headers, ...(body && { payload: body }) });
    return { status: answer.statusCode, body: answer.payload.startsWith('{') ? answer.json() : answer.payload };
  }

  let players = 0;
  /** Repeatedly changes a player on one node and reads it on the other. */
  async function writeAndRead(tries: number): Promise<void> {
    players += 1;
    const username = `reader-${players}`;
    await call(one, 'POST', '/v1/players', { username, profile_is_public: true });
    for (let count = 0; count < tries; count += 1) {
      const display_name = `Reader ${count}`;
      const written = await call(one, 'PATCH', `/v1/players/${username}`, { display_name });
      assert.equal(written.status, 200);
      const read = await call(other, 'GET', `/v1/players/${username}`);
      assert.equal(read.body.display_name, display_name);
    }
  }

  it('go to the replica: of players, matches, rosters, sessions, events and the audit trail', async () => {
    const { body } = await call(one, 'GET', '/v1/matches');
    await call(one, 'PUT', '/v1/sessions/club-norte-2025-10-17/plan', examplePlan);
    for (const { operationId, address } of READS) {
      const before = one.reads.reads();
      const { status } = await call(one, 'GET', address(body.data[0].id));
      const now = one.reads.reads();
      assert.equal(status, 200, operationId);
      assert.equal(now.failed, 0, operationId);
      const [asked, answered] = [before, now].map((reads) => reads.replica + reads.behind) as [number, number];
      assert.ok(answered > asked, `${operationId} did not ask for the replica`);
    }
    assert.ok(one.reads.reads().replica > 0);
  });

  it('show on one node what was written on another', async () => {
    const { replica } = other.reads.reads();
    await writeAndRead(10);
    assert.ok(other.reads.reads().replica > replica, 'the replica was never read');
  });

  it('hide players that turned private, and show new writes, while the replica lags', async () => {
    const partner = await createPartner(one.context, { name: 'Stranger', plan: 'starter' });
    const { key } = await issueKey(one.context, partner.id, { scopes: ['read:players'] });
    const path = '/v1/players/turns-private';
    await call(one, 'POST', '/v1/players', { username: 'turns-private', profile_is_public: true });
    assert.equal((await call(other, 'GET', path, undefined, key)).status, 200);
    await pauseReplay(servers.replica, true);
    await call(one, 'PATCH', path, { profile_is_public: false });
    assert.equal((await call(other, 'GET', path, undefined, key)).status, 404);
    await writeAndRead(3);
    await until(() => other.log.at(-1) === 'the replica is not used for reads: it is behind the primary');
    await writeAndRead(3);
    await pauseReplay(servers.replica, false);
    await isUsed();
    assert.equal(other.log.at(-1), 'the replica is used for reads');
  });

  it('go to the primary while the replica hangs', async () => {
    await servers.replica.freeze(true);
    const { status } = await call(other, 'GET', '/v1/players/reader-1');
    assert.equal(status, 200);
    await writeAndRead(3);
    assert.match(other.log.at(-1) ?? '', /^the replica is not used for reads: /);
    await servers.replica.freeze(false);
    await isUsed();
    await writeAndRead(3);
  });

  it('go to the primary while the replica is stopped', async () => {
    await servers.replica.crash();
    await writeAndRead(3);
    assert.match(other.log.at(-1) ?? '', /^the replica is not used for reads: /);
    await servers.replica.restart();
    await isUsed();
    await writeAndRead(3);
  });

  it('are not done on another database, or by a role that may not see what the replica follows', async () => {
    await asSuperuser(servers.primary, `create role reader login password 'reader'`);
    await asSuperuser(servers.primary, `grant pg_read_all_data to reader`);
    const database = new URL(servers.replicaUrl).pathname;
    for (const [change, reason] of [
      [{ pathname: '/postgres' }, 'it is not a copy of the database of DATABASE_URL'],
      [{ pathname: database, username: 'reader', password: 'reader' }, 'grant pg_read_all_stats to the role'],
    ] as const) {
      const url = Object.assign(new URL(servers.replicaUrl), change);
      const node = startReplicaNode({ primaryUrl: servers.primaryUrl, replicaUrl: url.href });
      await until(() => node.log.some((line) => line.includes(reason)));
      assert.equal(node.reads.reads().isUsed, false);
      await node.stop();
    }
  });

  it('go to the primary once the replica was promoted', async () => {
    await asSuperuser(servers.replica, 'select pg_promote()');
    await writeAndRead(3);
    await until(
      () => other.log.at(-1) === 'the replica is not used for reads: it is not a standby: it may have been promoted',
    );
    await writeAndRead(3);
  });

  it('are not done on a standby of the old primary once there is a new one', async () => {
    const oldest = await startPostgres({ fsync: false, standbyOf: servers.primary });
    try {
      // The old primary and its standby go on, so that their positions are beyond those of the new one.
      await asSuperuser(servers.primary, 'create table left_behind as select generate_series(1, 100000)');
      const node = startReplicaNode({
        primaryUrl: servers.replicaUrl,
        replicaUrl: onServer(servers.primaryUrl, oldest),
      });
      const reason = 'the replica is not used for reads: it follows timeline 1, but the primary is on timeline 2';
      await until(() => node.log.includes(reason));
      assert.equal(node.reads.reads().isUsed, false);
      await node.stop();
    } finally {
      await oldest.stop();
    }
  });
});

/** A service that is killed in the midst of a partner's task. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MergePreview, MergeView } from '@bandeja/contract/merges';
import { asSuperuser, createDatabase, sharedPostgres } from '@bandeja/postgres/test/support/postgres';
import { setsOf } from '../support/matches.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { until } from '../support/until.ts';

const OPERATOR_TOKEN = 'operator-token-of-the-kill';
const MATCHES = 100;
/** The contract promises half a minute. */
const LEASE_SECONDS_MAX = 20;

describe('a service that is killed in the midst of a merge', () => {
  it('continues it once its lease has ended, in less than 30 seconds, where it was, and amends each match once', async (t) => {
    const created = await createDatabase();
    t.after(() => created.drop());
    const environment = { OPERATOR_TOKEN, LOG_LEVEL: 'fatal', DATABASE_URL: created.url };
    let service: ServiceProcess = await startServiceProcess({ environment });
    t.after(() => service.kill());
    const send = async <T>(token: string, method: string, path: string, body?: object): Promise<T> => {
      const answer = await fetch(service.url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      assert.ok(answer.ok, `${method} ${path} answered ${answer.status}: ${text}`);
      return JSON.parse(text) as T;
    };
    const partner = await send<{ id: string }>(OPERATOR_TOKEN, 'POST', '/admin/v1/partners', {
      ...{ name: 'Club', plan: 'enterprise' },
    });
    const scopes = ['write:matches', 'write:players', 'read:players'];
    const { key } = await send<{ key: string }>(OPERATOR_TOKEN, 'POST', `/admin/v1/partners/${partner.id}/keys`, {
      scopes,
    });
    const names = ['from', 'into', ...Array.from({ length: 30 }, (_, index) => `other.${index}`)];
    await send(key, 'POST', '/v1/players/batch', { players: names.map((username) => ({ username })) });
    for (let first = 0; first < MATCHES; first += 25) {
      const matches = Array.from({ length: 25 }, (_, index) => {
        const day = first + index;
        const others = [0, 1, 2].map((other) => `other.${(day * 3 + other) % 30}`);
        return {
          external_ref: `m-${day}`,
          played_at: new Date(Date.UTC(2025, 0, 1 + day)).toISOString(),
          participants: ['from', ...others].map((username, slot) => ({ username, team: slot < 2 ? 'A' : 'B' })),
          ...{ set_scores: setsOf('6-4 6-3'), winning_team: 'A', trust_tier: 'imported' },
        };
      });
      await send(key, 'POST', '/v1/matches/batch', { matches });
    }
    const merge = { from: 'from', into: 'into' };
    const { id } = await send<MergeView>(key, 'POST', '/v1/merges', merge);
    const read = () => send<MergeView>(key, 'GET', `/v1/merges/${id}`);
    let done = 0;
    await until(async () => {
      done = (await read()).task.progress?.done ?? 0;
      return done > 0;
    });
    await service.kill();
    const leases = `from leases where name like 'tasks%' and holder is not null`;
    const run = async (sql: string) => asSuperuser({ ...(await sharedPostgres()), url: created.url }, sql);
    const [lease] = await run(`select max(extract(epoch from until - now()))::int as seconds ${leases}`);
    assert.ok(Number(lease?.['seconds'] ?? Number.NaN) < LEASE_SECONDS_MAX, JSON.stringify(lease));
    // Waiting for its end would take that long.
    await run(`update leases set until = now() - interval '1 second' where holder is not null`);
    service = await startServiceProcess({ environment });
    const left = await read();
    assert.ok(left.amended >= done && left.amended < MATCHES, `${left.amended} were amended before the kill`);
    await until(async () => {
      const { amended } = await read();
      assert.ok(amended >= left.amended, 'fewer matches are amended than before');
      return amended > left.amended;
    });
    await until(async () => (await read()).task.ended_at !== null);
    const { task, amended } = await read();
    assert.deepEqual([task.state, task.result, amended], ['done', { amended: MATCHES, left: 0 }, MATCHES]);
    const { matches } = await send<MergePreview>(key, 'POST', '/v1/merges?dry_run=true', merge);
    assert.equal(matches.to_amend, 0);
    const { data } = await send<{ data: { seq: number; action: string; match_id: string }[] }>(
      ...([key, 'GET', `/v1/audit?limit=100&after=${MATCHES}`] as const),
    );
    assert.ok(data.every(({ action }) => action === 'amended'));
    assert.equal(new Set(data.map(({ match_id }) => match_id)).size, data.length, 'a match was amended twice');
  });
});

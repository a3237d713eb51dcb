/** Writes on one node and immediately reads on another, while the replica fails in different ways. */
import assert from 'node:assert/strict';
import { asSuperuser, type PostgresServer } from '@bandeja/postgres/test/support/postgres';
import { four } from '@bandeja/service/test/support/matches';
import { pauseReplay, type ReplicatedServers } from '@bandeja/service/test/support/replicas';
import type { ServiceProcess } from '@bandeja/service/test/support/service-process';
import { until } from '@bandeja/service/test/support/until';
import { numberText, print, quantile, tableOf } from '../bench/figures.ts';
import { type Answer, asOperator, call, type Season } from './season.ts';

/** Each writer has its own player. */
const WRITERS = 16;

interface Tried {
  readonly servers: ReplicatedServers;
  readonly nodes: readonly [ServiceProcess, ServiceProcess];
  readonly season: Season;
}

interface Phase {
  readonly name: string;
  /** Its share of the attempts. */
  readonly part: number;
  readonly begin?: (replica: PostgresServer) => Promise<unknown>;
  /** Called after half of its attempts. */
  readonly mend?: (replica: PostgresServer) => Promise<unknown>;
}

const PHASES: readonly Phase[] = [
  { name: 'well', part: 0.3 },
  { name: 'lagging', part: 0.15, begin: (replica) => pauseReplay(replica, true) },
  { name: 'catching up', part: 0.1, begin: (replica) => pauseReplay(replica, false) },
  {
    name: 'killed with -9, started again',
    part: 0.2,
    begin: (replica) => replica.crash(),
    mend: (replica) => replica.restart(),
  },
  {
    name: 'hanging, then going on',
    part: 0.15,
    begin: (replica) => replica.freeze(true),
    mend: (replica) => replica.freeze(false),
  },
  { name: 'promoted', part: 0.1, begin: (replica) => asSuperuser(replica, 'select pg_promote()') },
];

interface PhaseFigures {
  readonly name: string;
  readonly times: number[];
  stale: number;
  stalest: number;
  private: number;
  shown: number;
  replica: number;
  all: number;
}

interface Try {
  /** The node that receives writes. */
  readonly here: string;
  /** Reads on the other node. */
  readonly there: (key: string, path: string) => Promise<Answer>;
  readonly writer: number;
  readonly count: number;
  readonly of: PhaseFigures;
}

/** @returns lines of Markdown */
export async function tryAll({ servers, nodes, season }: Tried, tries: number): Promise<string[]> {
  const partner = await asOperator(nodes[0].url, 'POST', '/partners', { name: 'stranger', plan: 'enterprise' });
  const issued = await asOperator(nodes[0].url, 'POST', `/partners/${partner.body['id']}/keys`, {
    scopes: ['read:players'],
  });
  const strangersKey = String(issued.body['key']);
  const phases: PhaseFigures[] = [];
  let begun = 0;
  let done = 0;
  let phase: PhaseFigures | undefined;

  /** Reads on a node. The time counts for the phase in which the read started. */
  async function read(node: ServiceProcess, key: string, path: string) {
    const of = phase;
    const startedAt = performance.now();
    const answer = await call(node.url, key, 'GET', path);
    of?.times.push(performance.now() - startedAt);
    return answer;
  }

  async function write(writer: number): Promise<void> {
    const own = { profile_is_public: true, username: `writer-${writer}` };
    assert.equal((await call(nodes[0].url, season.key, 'POST', '/v1/players', own)).status, 201);
    for (let count = 1; begun < tries; count += 1) {
      begun += 1;
      const [here, there] = count % 2 === 0 ? nodes : ([nodes[1], nodes[0]] as const);
      assert.ok(phase);
      const one: Try = { here: here.url, there: (key, path) => read(there, key, path), writer, count, of: phase };
      if (count % 4 === 0) await hideOrShow(one);
      else if (count % 16 === 3) await play(one);
      else await rename(one);
      done += 1;
    }
  }

  async function hideOrShow({ here, there, writer, count, of }: Try): Promise<void> {
    const path = `/v1/players/writer-${writer}`;
    const isPublic = count % 8 === 0;
    const changed = await call(here, season.key, 'PATCH', path, { profile_is_public: isPublic });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const { status } = await there(strangersKey, path);
    assert.ok(status === 200 || status === 404, `a read was answered with ${status}`);
    if (!isPublic) of.private += 1;
    if (!isPublic && status === 200) of.shown += 1;
    if (isPublic && status === 404) of.stale += 1;
  }

  async function play({ here, there, writer, count, of }: Try): Promise<void> {
    const others = [0, 1, 2].map((place) => season.usernames[(writer * 3 + place) % season.usernames.length] ?? '');
    const match = {
      external_ref: `try-${writer}-${count}`,
      played_at: new Date(Date.now() - 60_000).toISOString(),
      winning_team: 'A',
      trust_tier: 'partner_attested',
      participants: four(`writer-${writer}`, ...others),
    };
    const stored = await call(here, season.key, 'POST', '/v1/matches', match);
    assert.equal(stored.status, 201, JSON.stringify(stored.body));
    const { status } = await there(season.key, `/v1/matches/${stored.body['id']}`);
    assert.ok(status === 200 || status === 404, `a read was answered with ${status}`);
    if (status === 404) of.stale += 1;
  }

  async function rename({ here, there, writer, count, of }: Try): Promise<void> {
    const path = `/v1/players/writer-${writer}`;
    const changed = await call(here, season.key, 'PATCH', path, { display_name: `Writer ${count}` });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const { status, body } = await there(season.key, path);
    assert.equal(status, 200, JSON.stringify(body));
    const behind = count - Number(/\d+$/.exec(String(body['display_name']))?.[0] ?? 0);
    if (behind > 0) of.stale += 1;
    of.stalest = Math.max(of.stalest, behind);
  }

  async function goThrough(): Promise<void> {
    let end = 0;
    for (const { name, part, begin, mend } of PHASES) {
      const before = await readsOf(nodes);
      print(`${WRITERS} tries at a time, the replica is ${name} …`);
      await begin?.(servers.replica);
      phase = { name, times: [], stale: 0, stalest: 0, private: 0, shown: 0, replica: 0, all: 0 };
      phases.push(phase);
      const from = end;
      end += part * tries;
      await until(() => done >= (from + end) / 2);
      await mend?.(servers.replica);
      await until(() => done >= Math.min(end, tries));
      const after = await readsOf(nodes);
      phase.replica = after.replica - before.replica;
      phase.all = after.all - before.all;
    }
  }

  const going = goThrough();
  await until(() => phase !== undefined);
  await Promise.all([going, ...Array.from({ length: WRITERS }, (_, writer) => write(writer))]);
  const sum = (figure: 'stale' | 'private' | 'shown'): number => phases.reduce((all, one) => all + one[figure], 0);
  assert.equal(sum('stale'), 0, 'a read showed less than what was answered before it');
  assert.equal(sum('shown'), 0, 'somebody who had turned private was shown');
  const rows = phases.map(({ name, times, replica, all }) => {
    const sorted = times.sort((a, b) => a - b);
    return [
      name,
      numberText(times.length),
      `${numberText((100 * replica) / Math.max(all, 1))} %`,
      numberText(quantile(sorted, 0.5), 1),
      numberText(quantile(sorted, 0.99), 1),
      numberText(sorted.at(-1) ?? 0),
    ];
  });
  return [
    ...tableOf(['the replica is', 'reads', 'by the replica', 'p50 ms', 'p99 ms', 'longest ms'], rows).split('\n'),
    '',
    `${numberText(done)} tries over two nodes: ${sum('stale')} reads showed less than what was answered before them (by at most ` +
      `${Math.max(...phases.map((one) => one.stalest))} writes); ${numberText(sum('private'))} times a player turned private, shown ${sum('shown')} times`,
  ];
}

/** The counters of the nodes. */
async function readsOf(nodes: readonly ServiceProcess[]): Promise<{ replica: number; all: number }> {
  const sums = { replica: 0, all: 0 };
  for (const node of nodes) {
    const text = await (await fetch(`${node.url}/metrics`)).text();
    for (const [, by, count] of text.matchAll(/^bandeja_replica_reads_total\{result="(\w+)"\} (\d+)$/gm)) {
      sums.all += Number(count);
      if (by === 'replica') sums.replica += Number(count);
    }
  }
  return sums;
}

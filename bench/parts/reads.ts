/** The cost of reads. Each read cycles through many players, so that a cached response is rarely requested again. */
import { type Comparison, type Figure, measureWorkloads } from '../comparison.ts';
import { getRequest, inTurn, type Load } from '../connections.ts';
import { call, type Page, ROSTER } from '../partners.ts';
import type { SeededService } from '../subject.ts';

const UNITS = {
  '': { unit: 'requests/s', decimals: 0 },
  'processor of service and database': { unit: 'ms/request', decimals: 3 },
};

/** With 16 connections the service idled for a quarter of the time; 64 did not make it faster. */
const CONNECTIONS = 32;
const PLAYERS_MAX = 3_000;
const PAGES_MAX = 3;

const READS = [
  'profile',
  'search',
  'match',
  'match list',
  'history',
  'progress',
  'analysis',
  'card',
  'card.svg',
  'explanation',
  'sessions',
  'leaderboard',
  'recap',
] as const;
type ReadName = (typeof READS)[number];
type Reads = ReadonlyMap<ReadName, Buffer[]>;

export async function measureReads(comparison: Comparison): Promise<Figure[]> {
  const reads = new Map<SeededService, Reads>();
  for (const subject of comparison.subjects) {
    const seeded = await comparison.setting.seeded(subject);
    reads.set(seeded, await readsOf(seeded));
  }
  const workloads = READS.map((name) => ({
    name,
    connections: CONNECTIONS,
    units: UNITS,
    requests: (seeded: SeededService) => inTurn(reads.get(seeded)?.get(name) ?? []),
    measured: ({ requests, seconds }: Load, processor: number) => ({
      '': requests / seconds,
      'processor of service and database': processor / requests,
    }),
  }));
  return measureWorkloads(comparison, workloads);
}

async function readsOf({ service: { url }, partners }: SeededService): Promise<Reads> {
  const reads = new Map<ReadName, Buffer[]>(READS.map((name) => [name, []]));
  for (const { key, usernames } of partners) {
    const add = (name: ReadName, path: string): void => void reads.get(name)?.push(getRequest(path, key));
    for (const username of usernames.slice(0, PLAYERS_MAX / partners.length)) {
      const player = `/v1/players/${username}`;
      add('profile', player);
      // Without its last digit, a username matches ten players.
      add('search', `/v1/players/search?q=${username.slice(0, -1)}`);
      add('history', `${player}/matches`);
      for (const name of ['progress', 'analysis', 'card', 'card.svg'] as const) add(name, `${player}/${name}`);
    }
    for (const { id } of await listOf<{ id: string }>(url, key, '/v1/matches')) {
      add('match', `/v1/matches/${id}`);
      add('explanation', `/v1/matches/${id}/explanation`);
    }
    for (const session of await listOf<{ session_external_ref: string }>(url, key, '/v1/sessions')) {
      add('recap', `/v1/matches/sessions/${encodeURIComponent(session.session_external_ref)}`);
    }
    for (let offset = 0; offset < 50; offset += 1) {
      add('match list', `/v1/matches?offset=${offset}`);
      add('sessions', `/v1/sessions?offset=${offset}`);
    }
    add('leaderboard', `/v1/rosters/${ROSTER}/leaderboard`);
  }
  return reads;
}

/** The first pages of a list. */
async function listOf<Item>(url: string, key: string, path: string): Promise<Item[]> {
  const items: Item[] = [];
  let query: string | null = 'limit=100';
  for (let count = 0; count < PAGES_MAX && query !== null; count += 1) {
    const page: Page<Item> = await call(url, key, `${path}?${query}`);
    items.push(...page.data);
    const { next_cursor: cursor } = page.pagination;
    query = cursor === null ? null : `limit=100&cursor=${encodeURIComponent(cursor)}`;
  }
  return items;
}

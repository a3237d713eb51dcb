/** What reads cost. Each is asked about many players, so that an answer kept in memory is rarely asked for again. */
import { alternate, type Comparison, type Figure } from '../comparison.ts';
import { getRequest, inTurn, type NextRequest, runFor } from '../connections.ts';
import { printProgress } from '../figures.ts';
import { call, type Page, ROSTER } from '../partners.ts';
import { processorMs, processorMsOfChildren } from '../processes.ts';
import type { SeededService, Subject } from '../subject.ts';

const UNITS = {
  '': { unit: 'requests/s', decimals: 0 },
  'processor of service and database': { unit: 'ms/request', decimals: 3 },
};

/** Over 16 connections the service waited for a quarter of the time; over 64 it was no faster. */
const CONNECTIONS = 32;
/** A service before version 0.2 kept some 270 cards and analyses. */
const PLAYERS_MAX = 3_000;
const PAGES_MAX = 3;
const WARM_UP_SECONDS = 1;

/** Requests of each read. */
type Reads = Readonly<Record<ReadName, readonly Buffer[]>>;

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

/** The reads that the comparison of versions asks for. */
export const MAIN_READS: readonly ReadName[] = [
  'profile',
  'match',
  'card',
  'analysis',
  'sessions',
  'leaderboard',
  'recap',
  'search',
];

export async function measureReads(comparison: Comparison, names: readonly ReadName[] = READS): Promise<Figure[]> {
  const { setting, subjects, seconds } = comparison;
  const server = await setting.server();
  const targets = new Map<Subject, { seeded: SeededService; reads: Reads }>();
  for (const subject of subjects) {
    const seeded = await setting.seeded(subject);
    targets.set(subject, { seeded, reads: await readsOf(seeded) });
  }
  const measureRead = async (name: ReadName): Promise<Figure[]> => {
    const requests = new Map<Subject, NextRequest>();
    for (const [subject, { seeded, reads }] of targets) {
      const next = inTurn(reads[name]);
      requests.set(subject, next);
      await runFor(seeded.service.url, next, CONNECTIONS, Math.min(WARM_UP_SECONDS, seconds));
    }
    return alternate(comparison, name, UNITS, async (subject) => {
      const service = targets.get(subject)?.seeded.service;
      const next = requests.get(subject);
      if (service === undefined || next === undefined) throw new Error(`${subject.name} is not prepared`);
      const used = (): number => processorMs(service.pid) + processorMsOfChildren(server.pid ?? 0);
      const before = used();
      const load = await runFor(service.url, next, CONNECTIONS, seconds);
      return {
        '': load.requests / load.seconds,
        'processor of service and database': (used() - before) / load.requests,
      };
    });
  };
  const figures: Figure[] = [];
  for (const name of names) {
    printProgress(`${name} …`);
    figures.push(...(await measureRead(name)));
  }
  return figures;
}

async function readsOf({ service: { url }, partners }: SeededService): Promise<Reads> {
  const reads: Record<ReadName, Buffer[]> = Object.fromEntries(READS.map((name) => [name, []])) as unknown as Record<
    ReadName,
    Buffer[]
  >;
  for (const { key, usernames } of partners) {
    const add = (name: ReadName, path: string): void => void reads[name].push(getRequest(path, key));
    for (const username of usernames.slice(0, PLAYERS_MAX / partners.length)) {
      const player = `/v1/players/${username}`;
      add('profile', player);
      // Without the last digit, so that ten players are found.
      add('search', `/v1/players/search?q=${username.slice(0, -1)}`);
      add('history', `${player}/matches`);
      add('progress', `${player}/progress`);
      add('analysis', `${player}/analysis`);
      add('card', `${player}/card`);
      add('card.svg', `${player}/card.svg`);
    }
    for (const { id } of await listOf<{ id: string }>(url, key, '/v1/matches')) {
      add('match', `/v1/matches/${id}`);
      add('explanation', `/v1/matches/${id}/explanation`);
    }
    for (const { session_external_ref: ref } of await listOf<{ session_external_ref: string }>(
      url,
      key,
      '/v1/sessions',
    )) {
      add('recap', `/v1/matches/sessions/${encodeURIComponent(ref)}`);
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

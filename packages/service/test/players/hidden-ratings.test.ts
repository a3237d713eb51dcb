/** No number that a partner reads depends on the rating of a player that it may not see, except those in `docs/hidden-ratings.md`. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import type { MatchExplanation } from '@bandeja/contract/explanation';
import { operations } from '../http/contract/document.ts';
import { feedCaughtUp } from '../support/feed.ts';
import { aMatch, four } from '../support/matches.ts';
import { type TestPartner, useTestService } from '../support/service.ts';
import { aNight, changeRatingsOf, type HiddenWorld, makeHiddenWorld, PLANNED, SESSIONS } from './hidden-world.ts';

/** Reads of partners without a number that is computed from ratings. */
const WITHOUT_RATINGS = [
  ...[
    'GET /v1/key',
    'GET /v1/partner',
    'GET /v1/audit',
    'GET /v1/matches/{id}/audit',
    'GET /v1/players/{username}/audit',
    'GET /v1/people/names',
    'GET /v1/imports',
    'GET /v1/imports/{id}',
    'GET /v1/imports/{id}/players',
    'GET /v1/imports/{id}/rows',
    'GET /v1/plans',
    'GET /v1/rosters',
    'GET /v1/rosters/{slug}',
    'GET /v1/scale',
    'GET /v1/sessions',
    'GET /v1/sessions/{ref}/links',
    'GET /v1/matches/{id}/links',
    'GET /v1/confirmation',
    'GET /v1/merges',
    'GET /v1/merges/{id}',
    'GET /v1/merges/{id}/matches',
    'GET /v1/tasks',
    'GET /v1/tasks/{id}',
  ],
  ...['GET /v1/webhook-endpoints', 'GET /v1/webhook-endpoints/{id}', 'GET /v1/webhook-endpoints/{id}/deliveries'],
];

const DAY_MS = 86_400_000;

interface Read {
  /** As in the document. */
  readonly operation: string;
  readonly path: string;
  readonly body?: unknown;
  /** Read by a phone with a link. */
  readonly isByLink?: boolean;
}

let world: HiddenWorld;

const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '': [''],
  '/card': ['', '?headline=streak'],
  '/card.svg': [''],
  '/analysis': ['', '?limit=2', '?limit=3'],
  '/progress': ['', '?interval=week', '?limit=2', '?since=DAY20', '?until=DAY20'],
  '/progress.svg': [''],
  '/matches': ['', '?limit=2&offset=1', '?since=DAY20', '?until=DAY20'],
  '/export': ['', '?limit=2&offset=1'],
};

const daysAgo = (days: number): string =>
  new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - days * DAY_MS).toISOString();

/** All reads of a partner with several parameters: differences of two responses must not depend on a hidden rating either. */
function readsOf({ id }: TestPartner): Read[] {
  const { home, players, hidden, matches } = world;
  const reads: Read[] = [];
  const get = (operation: string, path: string): void => {
    reads.push({ operation: `GET ${operation}`, path: path.replace('DAY20', daysAgo(20)) });
  };
  for (const { username } of id === home.id ? [...players, ...hidden] : players) {
    for (const [route, queries] of Object.entries(QUERIES)) {
      for (const query of queries) get(`/v1/players/{username}${route}`, `/v1/players/${username}${route}${query}`);
    }
    get('/v1/matches', `/v1/matches?player=${username}`);
  }
  for (const { username } of hidden) {
    get('/v1/players/{username}', `/v1/players/${username}`);
    get('/v1/matches', `/v1/matches?player=${username}`);
  }
  for (const match of matches.get(id) ?? []) {
    // It is confirmed already, so nothing changes.
    reads.push({ operation: 'POST /v1/matches/{id}/confirm', path: `/v1/matches/${match}/confirm` });
    get('/v1/matches/{id}', `/v1/matches/${match}`);
    get('/v1/matches/{id}/explanation', `/v1/matches/${match}/explanation`);
  }
  for (const query of ['', '?limit=3', '?limit=3&offset=3', '?since=DAY20', '?until=DAY20', '?status=completed'])
    get('/v1/matches', `/v1/matches${query}`);
  for (const session of SESSIONS) {
    for (const query of ['', '?limit=1', '?limit=3&offset=2', '?rank_by=points'])
      get('/v1/matches/sessions/{ref}', `/v1/matches/sessions/${session}${query}`);
    get('/v1/matches/sessions/{ref}/recap.svg', `/v1/matches/sessions/${session}/recap.svg`);
  }
  const existing = [...players, ...hidden].map(({ username }, key) => ({ key: `${key}`, username, mode: 'existing' }));
  reads.push({ operation: 'POST /v1/imports/check', path: '/v1/imports/check', body: { players: existing, rows: [] } });
  const night = aNight(players, { revision: 2 });
  reads.push({
    operation: 'PUT /v1/sessions/{ref}/plan',
    path: `/v1/sessions/${PLANNED}/plan?dry_run=true`,
    body: night,
  });
  for (const what of ['plan', 'live']) get(`/v1/sessions/{ref}/${what}`, `/v1/sessions/${PLANNED}/${what}`);
  for (const query of ['', '?window=7d', '?window=90d', '?limit=2', '?limit=2&offset=2', '?ranked=false'])
    for (const [of, path] of [
      ['', '/v1'],
      ['/rosters/{slug}', '/v1/rosters/club'],
    ] as const)
      get(`/v1${of}/leaderboard`, `${path}/leaderboard${query}`);
  get('/v1/leaderboard.svg', '/v1/leaderboard.svg');
  get('/v1/rosters/{slug}/members', '/v1/rosters/club/members');
  for (const query of ['', '?roster=club', '?q=player']) get('/v1/players', `/v1/players${query}`);
  get('/v1/players/search', '/v1/players/search?q=player');
  get('/v1/events', '/v1/events?limit=100');
  for (let first = 0; first + 4 <= players.length; first += 2) {
    const participants = four(...players.slice(first, first + 4));
    reads.push({ operation: 'POST /v1/matches/preview', path: '/v1/matches/preview', body: { participants } });
    for (const played_at of [daysAgo(0), daysAgo(20)]) {
      const body = aMatch({ external_ref: `dry-${first}`, participants, played_at });
      reads.push({ operation: 'POST /v1/matches', path: '/v1/matches?dry_run=true', body });
      const batch = { matches: [body] };
      reads.push({ operation: 'POST /v1/matches/batch', path: '/v1/matches/batch?dry_run=true', body: batch });
    }
  }
  for (const query of ['', '/recap'])
    reads.push({ operation: `GET /v1/night${query}`, path: `/v1/night${query}`, isByLink: true });
  const participants = four(...[...players.slice(0, 3), ...hidden.slice(0, 1)]);
  reads.push({ operation: 'POST /v1/matches/preview', path: '/v1/matches/preview', body: { participants } });
  return reads;
}

async function read(partner: TestPartner): Promise<Map<Read, string>> {
  const responses = new Map<Read, string>();
  for (const one of readsOf(partner)) {
    const [method = ''] = one.operation.split(' ');
    const options = { headers: { 'x-request-id': 'the-same' }, ...(one.body === undefined ? {} : { body: one.body }) };
    const client = one.isByLink === true ? world.phones.get(partner.id) : partner;
    const { status, text } = (await client?.request(method, one.path, options)) ?? assert.fail();
    responses.set(
      one,
      `${status} ${one.operation.endsWith('/explanation') ? withoutOwnChange(text) : withoutTime(text)}`,
    );
  }
  return responses;
}

/** The time of the request, in exports and dry runs. */
const withoutTime = (text: string): string => text.replace(/"(?:exported|created|completed)_at":"[^"]*"/g, '');

/**
 * An explanation computes the change of a visible player again, from the ratings of all four. In truth it equals the stored change,
 * which the profile shows too.
 */
function withoutOwnChange(text: string): string {
  const explanation = JSON.parse(text) as MatchExplanation;
  if (explanation.participants.every((one) => one.delta !== null)) return text;
  const participants = explanation.participants.map(
    ({ service_score_after: _, delta, uncertainty_after, ...one }) => one,
  );
  return JSON.stringify({ ...explanation, participants });
}

/** The operations whose responses differ, each with the first path. */
function differing(earlier: ReadonlyMap<Read, string>, later: ReadonlyMap<Read, string>): Map<string, string> {
  const now = new Map([...later].map(([{ operation, path, body }, text]) => [keyOf(operation, path, body), text]));
  const found = new Map<string, string>();
  for (const [{ operation, path, body }, text] of earlier) {
    const other = now.get(keyOf(operation, path, body)) ?? assert.fail(path);
    if (text !== other && !found.has(operation)) found.set(operation, `${path}\n${text}\n${other}`);
  }
  return found;
}

const keyOf = (...parts: readonly unknown[]): string => JSON.stringify(parts);

/** The operations in the table of the page. */
function tabled(): string[] {
  const page = readFileSync(new URL('../../../../docs/hidden-ratings.md', import.meta.url), 'utf8');
  return [...page.matchAll(/`((?:GET|POST|PUT|PATCH) \/v1[^`]*)`/g)].map(([, operation]) => operation ?? '').sort();
}

const succeeding = (responses: ReadonlyMap<Read, string>): Set<string> =>
  new Set([...responses].filter(([, text]) => text.startsWith('20')).map(([{ operation }]) => operation));

describe('if only the stored ratings of players that a partner may not see change', () => {
  const service = useTestService({ isOwn: true, rateLimits: null });
  before(async () => {
    world = await makeHiddenWorld(service());
    await feedCaughtUp(service().database);
  });

  it('every read of that partner returns the same bytes, and each with the numbers of hidden players differs for others', async () => {
    const { home, stranger, hidden, players } = world;
    const earlier = await read(stranger);
    await changeRatingsOf(service().database, hidden);
    const later = { home: await read(home), stranger: await read(stranger) };
    assert.deepEqual([...differing(earlier, later.stranger)], []);
    await changeRatingsOf(service().database, players);
    const rated = differing(later.home, await read(home));
    assert.deepEqual([...rated.keys()].sort(), tabled());
    const reads = [...succeeding(earlier)].filter((name) => name.startsWith('GET'));
    const promised = operations.filter(
      ({ method, access }) => method === 'GET' && ['partner', 'link', 'match link'].includes(access),
    );
    assert.deepEqual([...reads, ...WITHOUT_RATINGS].sort(), promised.map(({ name }) => name).sort());
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Api } from '@bandeja/client';
import { FakeService } from './fake-service.ts';
import { aFile, runInside } from './run-cli.ts';

const PARTNER = {
  id: 'p-1',
  name: 'Club Norte',
  plan: 'pro',
  suspended: false,
  created_at: '2026-05-01T00:00:00.000Z',
};
const KEY = {
  id: 'k-1',
  key: 'bdj_live_x',
  name: null,
  scopes: ['read:players', 'write:matches'],
  expires_at: null,
  last_used_at: null,
  created_at: 'then',
};
const USAGE = {
  day: '2026-05-01',
  partner_id: 'p-1',
  key_id: 'k-1',
  requests: 1820,
  rate_limited: 0,
  units: 4210,
  matches_stored: 96,
  matches_duplicate: 4,
  matches_rejected: 1,
};
const PLAYER = {
  id: 'u-1',
  username: 'ana',
  display_name: 'Ana Martins',
  country_code: 'PT',
  profile_is_public: true,
  rating: {
    service_score: 1533,
    confidence_label: 'Provisional',
    matches_played: 1,
    uncertainty: 200,
    percentile: null,
    last_played_at: null,
    rating_status: 'settled',
  },
};
const MATCH = {
  id: 'm-1',
  external_ref: 'night-1',
  status: 'completed',
  played_at: '2026-05-01T19:10:00.000Z',
  winning_team: 'A',
  void_reason: null,
  participants: [
    {
      username: 'ana',
      display_name: 'Ana',
      team: 'A',
      court_position: 'left',
      rating_change: { service_score_before: 1500, service_score_after: 1533, delta: 33 },
    },
    { username: 'eva', display_name: 'Eva', team: 'A', court_position: 'right', rating_change: null },
    { username: 'rui', display_name: 'Rui', team: 'B', court_position: null, rating_change: null },
    { username: null, display_name: 'Private player', team: 'B', court_position: null, rating_change: null },
  ],
  set_scores: [{ set_number: 1, team_a_games: 6, team_b_games: 4 }],
};
const ROSTER = { slug: 'thursday', name: 'Thursday', members: 8, created_at: 'then' };
const MEMBER = { username: 'ana', display_name: 'Ana', profile_is_public: false, added_at: 'then' };
const ANA = { profile_id: 'u-ana', username: 'ana', display_name: 'Ana' };
const RUI = { profile_id: 'u-rui', username: 'rui', display_name: 'Rui' };
const RECAP: Api.SessionRecap = {
  session_external_ref: 'night-1',
  venue_label: null,
  competition_type: 'social',
  started_at: '2026-05-01T19:10:00.000Z',
  ended_at: '2026-05-01T22:10:00.000Z',
  matches: { completed: 14, pending: 0, voided: 0 },
  unique_players: { count: 8, players: [] },
  average_duration_minutes: null,
  duration_sample: 0,
  scorelines: {
    closest: {
      match_id: 'm-1',
      played_at: '2026-05-01T19:10:00.000Z',
      set_scores: '7-6',
      games_share_loser: 0.46,
      winning_team: 'B',
      players: { A: [ANA], B: [RUI] },
    },
    most_lopsided: null,
    close_matches: 1,
    lopsided_matches: 0,
  },
  ranked_by: 'wins',
  leaderboard: [
    {
      ...ANA,
      rank: 1,
      first_session: false,
      note: null,
      played: 7,
      wins: 5,
      draws: 0,
      losses: 2,
      win_rate: 0.714,
      expected_wins: null,
      sets_won: 5,
      sets_lost: 2,
      games_won: 40,
      games_lost: 30,
      games_difference: 10,
      service_score_change: -3,
    },
  ],
  most_over_expected: null,
  pairs: [],
  biggest_upset: null,
};
const NO_MATCHES = { matches: 0, wins: 0, draws: 0, losses: 0, win_rate: null, service_score_change: 0 };
const CARD = {
  player: PLAYER,
  rating: PLAYER.rating,
  windows: { '7d': NO_MATCHES, '30d': NO_MATCHES, '90d': NO_MATCHES },
  form: { results: [], streak: null, label: 'new' },
  consistency: { value: null, label: 'new', sample: 0 },
  headline_insight: { code: 'no_matches', text: 'No matches yet.', values: {}, sample: 0 },
  last_matches: [],
};
const list = (entry: object) => ({
  data: [entry],
  pagination: { limit: 25, offset: 0, has_more: false, next_cursor: null },
});

interface Case {
  readonly args: string;
  readonly route: string;
  readonly answer: unknown;
  readonly status?: number;
  readonly query?: string;
  readonly body?: unknown;
  readonly shows: RegExp;
}

const cases: Case[] = [
  {
    args: 'partners create --name Club --plan pro',
    route: 'POST /admin/v1/partners',
    body: { name: 'Club', plan: 'pro' },
    status: 201,
    answer: PARTNER,
    shows: /^id +p-1\nname +Club Norte\nplan +pro\n/,
  },
  {
    args: 'partners list --limit 5',
    route: 'GET /admin/v1/partners',
    query: 'limit=5',
    answer: list(PARTNER),
    shows: /^id +name.*\np-1 +Club Norte +pro +false/,
  },
  { args: 'partners get p-1', route: 'GET /admin/v1/partners/p-1', answer: PARTNER, shows: /suspended +false/ },
  {
    args: 'partners update p-1 --plan enterprise --resume',
    route: 'PATCH /admin/v1/partners/p-1',
    body: { plan: 'enterprise', suspended: false },
    answer: PARTNER,
    shows: /p-1/,
  },
  {
    args: 'partners update p-1 --suspend',
    route: 'PATCH /admin/v1/partners/p-1',
    body: { suspended: true },
    answer: PARTNER,
    shows: /p-1/,
  },
  {
    args: 'keys issue p-1 --scope read:players,write:matches --scope write:players',
    route: 'POST /admin/v1/partners/p-1/keys',
    body: { scopes: ['read:players', 'write:matches', 'write:players'] },
    status: 201,
    answer: KEY,
    shows: /^key +bdj_live_x\n.*scopes +read:players write:matches\n/s,
  },
  {
    args: 'keys list p-1',
    route: 'GET /admin/v1/partners/p-1/keys',
    answer: list(KEY),
    shows: /k-1 +– +– +read:players write:matches +– +– +then/,
  },
  {
    args: 'keys rotate k-1 --overlap 60',
    route: 'POST /admin/v1/keys/k-1/rotate',
    body: { overlap_seconds: 60 },
    status: 201,
    answer: KEY,
    shows: /bdj_live_x/,
  },
  {
    args: 'keys revoke k-1',
    route: 'DELETE /admin/v1/keys/k-1',
    status: 204,
    answer: null,
    shows: /^The key k-1 is revoked\.\n$/,
  },
  {
    args: 'players register ana --display-name Ana --country pt --private --roster thursday',
    route: 'POST /v1/players',
    body: {
      username: 'ana',
      display_name: 'Ana',
      country_code: 'PT',
      profile_is_public: false,
      roster_slug: 'thursday',
    },
    status: 201,
    answer: PLAYER,
    shows: /score +1533/,
  },
  {
    args: 'players register ana',
    route: 'POST /v1/players',
    body: { username: 'ana' },
    answer: PLAYER,
    shows: /profile +public/,
  },
  { args: 'players get an%2Fa', route: 'GET /v1/players/an%252Fa', answer: PLAYER, shows: /name +Ana Martins/ },
  {
    args: 'players search an_ --limit 5',
    route: 'GET /v1/players/search',
    query: 'q=an_&limit=5',
    answer: list(PLAYER),
    shows: /ana +Ana Martins +PT +1533 +Provisional +1/,
  },
  {
    args: 'players update ana --no-country --public',
    route: 'PATCH /v1/players/ana',
    body: { country_code: null, profile_is_public: true },
    answer: PLAYER,
    shows: /ana/,
  },
  {
    args: 'players update ana --display-name Ana',
    route: 'PATCH /v1/players/ana',
    body: { display_name: 'Ana' },
    answer: PLAYER,
    shows: /ana/,
  },
  {
    args: 'players matches ana --limit 2 --since 2026-05-01T00:00:00+02:00',
    route: 'GET /v1/players/ana/matches',
    query: 'limit=2&since=2026-04-30T22:00:00.000Z',
    answer: list(MATCH),
    shows: /ana \/ eva +6-4 +rui \/ Private player +A +completed +m-1/,
  },
  {
    args: 'matches list --session night-42 --status pending --cursor abc',
    route: 'GET /v1/matches',
    query: 'cursor=abc&session_external_ref=night-42&status=pending',
    answer: list(MATCH),
    shows: /2026-05-01 19:10 +ana \/ eva/,
  },
  { args: 'matches get m-1', route: 'GET /v1/matches/m-1', answer: MATCH, shows: /A +ana +left +1500 +1533 +\+33\n/ },
  { args: 'matches confirm m-1', route: 'POST /v1/matches/m-1/confirm', answer: MATCH, shows: /status +completed/ },
  {
    args: 'matches void m-1 --reason twice',
    route: 'POST /v1/matches/m-1/void',
    body: { reason: 'twice' },
    answer: { ...MATCH, status: 'voided', void_reason: 'twice' },
    shows: /voided because +twice/,
  },
  {
    args: 'matches audit m-1',
    route: 'GET /v1/matches/m-1/audit',
    answer: list({ seq: 7, at: 'then', action: 'submitted', revision: 1, actor: 'key:k-1', hash: 'ab'.repeat(32) }),
    shows: /7 +then +submitted +1 +key:k-1 +abababababababab\n/,
  },
  {
    args: 'sessions recap night/1',
    route: 'GET /v1/matches/sessions/night%2F1',
    answer: RECAP,
    shows: /\n1 {2}Ana +5 +2 {2}40-30 +\+10 +– +-3\n\nclosest: Rui beat Ana 7-6\n/,
  },
  {
    args: 'usage --from 2026-05-01 --partner p-1',
    route: 'GET /admin/v1/usage',
    query: 'from=2026-05-01&partner_id=p-1',
    answer: list(USAGE),
    shows: /2026-05-01 +p-1 +k-1 +1,820 +0 +4,210 +96 +4 +1\n/,
  },
  { args: 'rosters list', route: 'GET /v1/rosters', answer: list(ROSTER), shows: /thursday +Thursday +8 +then/ },
  { args: 'rosters get thursday', route: 'GET /v1/rosters/thursday', answer: ROSTER, shows: /members +8/ },
  {
    args: 'rosters put thursday --name Thursday',
    route: 'PUT /v1/rosters/thursday',
    body: { name: 'Thursday' },
    status: 201,
    answer: ROSTER,
    shows: /slug +thursday/,
  },
  {
    args: 'rosters delete thursday',
    route: 'DELETE /v1/rosters/thursday',
    status: 204,
    answer: null,
    shows: /^The roster thursday is deleted\.\n$/,
  },
  {
    args: 'rosters members thursday',
    route: 'GET /v1/rosters/thursday/members',
    answer: list(MEMBER),
    shows: /ana +Ana +private +then/,
  },
  {
    args: 'rosters add thursday ana',
    route: 'PUT /v1/rosters/thursday/members/ana',
    status: 204,
    answer: null,
    shows: /^ana is on the roster thursday\.\n$/,
  },
  {
    args: 'rosters remove thursday ana',
    route: 'DELETE /v1/rosters/thursday/members/ana',
    status: 204,
    answer: null,
    shows: /^ana is off the roster thursday\.\n$/,
  },
];

describe('A command calls its route', () => {
  for (const { args, route, answer, status = 200, query = '', body = null, shows } of cases) {
    it(`bandeja ${args}`, async (t) => {
      const service = await FakeService.start(t);
      service.replies.set(route, { status, body: answer });
      const run = await runInside(args.split(' '), { url: service.url, key: 'the-key', operatorToken: 'the-token' });
      assert.equal(run.exitCode, 0, run.stderr);
      assert.match(run.stdout, shows);
      const [request] = service.requests;
      assert.equal(`${request?.method} ${request?.path}`, route);
      assert.equal(decodeURIComponent(request?.query.toString() ?? ''), query);
      assert.deepEqual(request?.body, body);
      const token = route.includes('/admin/') ? 'the-token' : 'the-key';
      assert.equal(request?.headers.authorization, `Bearer ${token}`);
    });
  }
});

describe('a command', () => {
  it('--json prints only the API’s response', async (t) => {
    const service = await FakeService.start(t);
    service.replies.set('POST /admin/v1/partners/p-1/keys', { status: 201, body: KEY });
    const run = await runInside(['keys', 'issue', 'p-1', '--scope', 'read:players', '--json'], {
      url: service.url,
      operatorToken: 'x',
    });
    assert.deepEqual(JSON.parse(run.stdout), KEY);
    assert.equal(run.stderr, '');
  });

  it('sentences are in the language of the terminal or of --lang', async (t) => {
    const service = await FakeService.start(t);
    service.replies.set('GET /v1/players/ana/card', { status: 200, body: CARD });
    const language = 'pt-BR';
    await runInside(['players', 'card', 'ana'], { url: service.url, language });
    await runInside(['players', 'card', 'ana', '--lang', 'es'], { url: service.url, language });
    const asked = service.requests.map(({ headers }) => headers['accept-language']);
    assert.deepEqual(asked, ['pt-BR', 'es']);
  });

  it('a partial list prints how to get the rest', async (t) => {
    const service = await FakeService.start(t);
    const body = { ...list(MATCH), pagination: { limit: 1, offset: 0, has_more: true, next_cursor: 'abc' } };
    service.replies.set('GET /v1/matches', { status: 200, body });
    const run = await runInside(['matches', 'list', '--limit', '1'], { url: service.url });
    assert.equal(run.stderr, 'There are more: --cursor abc\n');
  });

  it('a match is submitted as in the file', async (t) => {
    const service = await FakeService.start(t);
    service.replies.set('POST /v1/matches', { status: 201, body: MATCH });
    const run = await runInside(
      ['matches', 'submit', await aFile(t, 'match.json', '\ufeff{"external_ref": "x", "n": 1.0}')],
      { url: service.url },
    );
    assert.match(run.stdout, /^id +m-1\n/);
    assert.deepEqual(service.requests[0]?.body, { external_ref: 'x', n: 1 });
    await runInside(['matches', 'submit', '-', '--dry-run'], { url: service.url, stdin: '{}' });
    assert.equal(service.requests[1]?.query.get('dry_run'), 'true');
  });

  it('a lost response does not create a partner twice', async (t) => {
    const service = await FakeService.start(t);
    service.mishap = () => 'drop-after';
    const run = await runInside(['partners', 'create', '--name', 'x', '--plan', 'pro'], {
      url: service.url,
      operatorToken: 'x',
    });
    assert.deepEqual([run.exitCode, service.requests.length], [3, 1]);
  });
});

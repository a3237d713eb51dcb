/** Two partners whose players meet. One partner may not see some of the other's players; it may have matches with them. */
import assert from 'node:assert/strict';
import type { IssuedLink } from '@bandeja/contract/links';
import type { CompetitionType } from '@bandeja/contract/match-enums';
import type { Player } from '@bandeja/contract/players';
import { type Database, statement } from '@bandeja/postgres/database';
import { aMatch, four } from '../support/matches.ts';
import type { TestClient, TestPartner, TestService } from '../support/service.ts';

const DAY_MS = 86_400_000;
const KINDS: readonly CompetitionType[] = ['tournament', 'social', 'league'];
const SCORES = [
  [6, 4],
  [3, 6],
  [7, 5],
] as const;

export interface HiddenWorld {
  /** By partner, a phone with a link to one of its nights. */
  readonly phones: ReadonlyMap<string, TestClient>;
  /** It sees every player. */
  readonly home: TestPartner;
  /** It does not see the hidden ones. */
  readonly stranger: TestPartner;
  readonly players: readonly Player[];
  /** Private players of `home`. The last one was public when `stranger` submitted matches with it. */
  readonly hidden: readonly Player[];
  /** By partner id. */
  readonly matches: ReadonlyMap<string, readonly string[]>;
}

export const SESSIONS = ['night-0', 'night-1', 'night-2'];
/** A night with a plan. */
export const PLANNED = 'planned-night';

export async function makeHiddenWorld(service: TestService): Promise<HiddenWorld> {
  const home = await service.freshPartner();
  const stranger = await service.freshPartner();
  const [ofHome, ofStranger] = [await home.freshPlayers(3), await stranger.freshPlayers(3)];
  const secret = await home.freshPlayers(2, { profile_is_public: false });
  const [turning = assert.fail()] = await home.freshPlayers(1);
  for (const partner of [home, stranger]) {
    await done(partner, 'PUT', '/v1/rosters/club');
    for (const { username } of [...ofHome, ...ofStranger, turning])
      await done(partner, 'PUT', `/v1/rosters/club/members/${username}`);
  }
  for (const { username } of secret) await done(home, 'PUT', `/v1/rosters/club/members/${username}`);
  const matches = new Map<string, string[]>([home, stranger].map(({ id }) => [id, []]));
  // Each fourth match is of visible players alone.
  const play = async (partner: TestPartner, index: number, pool: readonly Player[]): Promise<void> => {
    const seats = [0, 1, 2, 3].map((seat) => pool[(index * 3 + seat * (1 + (index % 2))) % pool.length]);
    const participants = new Set(seats).size === 4 ? seats : pool.slice(0, 4);
    const body = aMatch({
      external_ref: `m-${index}`,
      played_at: new Date(
        Math.floor(Date.now() / DAY_MS) * DAY_MS - (40 - index) * DAY_MS + index * 60_000,
      ).toISOString(),
      participants: four(...participants.map((one) => one ?? assert.fail())),
      competition_type: KINDS[index % 3],
      session_external_ref: SESSIONS[index % 3],
      ...scoreOf(index),
    });
    const { id } = await done<{ id: string }>(partner, 'POST', '/v1/matches', body);
    matches.get(partner.id)?.push(id);
  };
  const shared = [...ofHome, ...ofStranger];
  for (let index = 0; index < 36; index += 1) {
    if (index % 4 === 3) await play(index % 8 === 3 ? home : stranger, index, shared);
    else if (index % 2 === 0) await play(home, index, [...secret, ...shared]);
    else await play(stranger, index, [turning, ...ofStranger, ...ofHome.slice(0, 2)]);
  }
  for (const partner of [home, stranger])
    await planNight(partner, [turning, ...shared, ...(partner === home ? secret : [])]);
  const phones = new Map<string, TestClient>();
  for (const partner of [home, stranger]) phones.set(partner.id, await linkNight(partner, shared));
  await done(home, 'PATCH', `/v1/players/${turning.username}`, { profile_is_public: false });
  return { home, stranger, phones, players: shared, hidden: [...secret, turning], matches };
}

export const aNight = (players: readonly Player[], changes: object = {}) => ({
  ...{ format: 'balanced', courts: 1, rounds: 4, scoring: 'points' },
  players: players.map(({ username }) => ({ username })),
  ...changes,
});

/** Plans the first of the sessions, and opens it on a phone. */
async function linkNight(partner: TestPartner, players: readonly Player[]): Promise<TestClient> {
  const path = `/v1/sessions/${SESSIONS[0]}`;
  await done(partner, 'PUT', `${path}/plan`, aNight(players));
  const body = { role: 'view', private_players: 'display_name' };
  const { token } = await done<IssuedLink>(partner, 'POST', `${path}/links`, body);
  return partner.withToken(token);
}

/** Plans a night and opens its first round. */
async function planNight(partner: TestPartner, players: readonly Player[]): Promise<void> {
  const path = `/v1/sessions/${PLANNED}/plan`;
  await done(partner, 'PUT', path, aNight(players));
  await done(partner, 'POST', `${path}/rounds/1/open`);
}

function scoreOf(index: number) {
  const isReversed = index % 5 < 2;
  const set_scores = SCORES.map(([own, other], place) => {
    const [a, b] = isReversed ? [other, own] : [own, other];
    return {
      set_number: place + 1,
      team_a_games: a,
      team_b_games: b,
      game_winners: winnersOf(a, b),
      first_server_team: place % 2 === 0 ? 'A' : 'B',
    };
  });
  return { set_scores, winning_team: isReversed ? 'B' : 'A' };
}

/** The games in an order that ends with one of the winners. */
function winnersOf(a: number, b: number): string[] {
  const [more, fewer] = a > b ? ['A', 'B'] : ['B', 'A'];
  const count = Math.max(a, b);
  return Array.from({ length: a + b }, (_, game) =>
    game % 2 === 0 || game >= 2 * (a + b - count) ? more : fewer,
  ) as string[];
}

export async function done<T>(partner: TestPartner, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await partner.request<T>(method, path, body === undefined ? {} : { body });
  assert.ok(answer.status < 300, `${method} ${path} answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

const changed = statement(
  'test_hidden_ratings_change',
  `with ledger as (
     update match_ratings l set
       before = (select array_agg(case when not l.player_ids[(n - 1) / 5 + 1] = any($1::uuid[]) then v
           when n % 5 in (1, 3) then v + 0.8 when n % 5 = 2 then v * 1.5 else v end order by n)
         from unnest(l.before) with ordinality as u(v, n)),
       after = (select array_agg(case when not l.player_ids[(n - 1) / 3 + 1] = any($1::uuid[]) then v
           when n % 3 = 2 then v * 1.5 else v + 0.8 end order by n)
         from unnest(l.after) with ordinality as u(v, n))
     where player_ids && $1::uuid[] returning match_id
   )
   update player_ratings set mean = mean + 0.8, variance = variance * 1.5, shown = shown + 0.8, matches_played = matches_played + 9
   where player_id = any($1::uuid[]) returning (select count(*)::integer from ledger) as matches`,
);

/** Stores other ratings of these players, in the ledger and now. The numbers of the other players do not change. */
export async function changeRatingsOf(database: Database, players: readonly Player[]): Promise<void> {
  const rows = await database.query<{ readonly matches: number }>(changed, [players.map(({ id }) => id)]);
  assert.ok(rows.length === players.length && (rows[0]?.matches ?? 0) > 10);
}

/**
 * A lean service over the same database, to compare with: Fastify, `pg` and a statement for each route, without checks of the query, rate
 * limits, queues, entity tags, pages, logs or languages. It answers with the same JSON, but a card has no headline and no consistency.
 *
 * It gets `DATABASE_URL`, the partner `PARTNER` and its key `KEY`, and prints its address.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { formatInstant } from '@bandeja/contract/instant';
import { confidenceOf, scoreOfShown, scoringOf, uncertaintyOf, uncertaintyOfVariance } from '@bandeja/rating';
import { PERCENTILE } from '@bandeja/service/players/percentiles-store';
import { fastify } from 'fastify';
import pg from 'pg';

const { DATABASE_URL = '', PARTNER = '', KEY = '' } = process.env;
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const keyHash = hash('sha256', KEY, 'buffer');

const LABELS = {
  provisional: 'Provisional',
  low: 'Early estimate',
  medium: 'Taking shape',
  high: 'Reliable',
  very_high: 'Established',
} as const;

const visible = (alias: string): string => `(${alias}.profile_is_public or ${alias}.creator_partner_id = $1
  or exists (select from roster_members o where o.player_id = ${alias}.id and o.partner_id = $1))`;

const PLAYER = `select p.id, p.username, p.display_name, p.country_code, p.profile_is_public,
    r.variance, r.shown, r.last_played_at, r.matches_played, ${PERCENTILE} as percentile
  from players p join player_ratings r on r.player_id = p.id where p.username = $2 and ${visible('p')}`;

interface PlayerRow {
  readonly id: string;
  readonly username: string;
  readonly display_name: string;
  readonly country_code: string | null;
  readonly profile_is_public: boolean;
  readonly variance: number | null;
  readonly shown: number | null;
  readonly last_played_at: Date | null;
  readonly matches_played: number;
  readonly percentile: number | null;
}

const query = async <Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> =>
  (await pool.query<Row>({ name, text, values })).rows;

const playerOf = async (username: string): Promise<PlayerRow | undefined> =>
  (await query<PlayerRow>('player', PLAYER, [PARTNER, username]))[0];

function ratingOf({ variance, shown, last_played_at: last, matches_played: played, percentile }: PlayerRow) {
  const at = last === null ? null : last.getTime();
  const state = variance === null || shown === null || at === null ? null : { variance, shown, at, played };
  const level = confidenceOf(state, Date.now());
  return {
    service_score: scoreOfShown(shown),
    confidence_level: level,
    confidence_label: LABELS[level],
    matches_played: played,
    uncertainty: uncertaintyOf(state, Date.now()),
    percentile: level === 'provisional' ? null : percentile,
    last_played_at: at === null ? null : formatInstant(at),
    rating_status: 'settled',
  };
}

const profileOf = ({ id, username, display_name, country_code, profile_is_public }: PlayerRow) => ({
  id,
  username,
  display_name,
  country_code,
  profile_is_public,
});

const HISTORY = `select m.*, l.player_ids as rated,
    array[l.before[3], l.before[8], l.before[13], l.before[18]] as shown_before,
    array[l.after[3], l.after[6], l.after[9], l.after[12]] as shown_after, named.*
  from (
    select * from player_matches where player_id = $2 order by played_at desc, match_id desc limit $3
  ) pm
  join matches m on m.id = pm.match_id
  left join match_ratings l on l.match_id = pm.match_id
  cross join lateral (
    select array_agg(p.id) as ids, array_agg(p.username) as usernames,
      array_agg(case when ${visible('p')} then p.display_name end) as names
    from players p where p.id = any(m.player_ids) and (m.partner_id = $1 or ${visible('p')})
  ) named
  order by pm.played_at desc, pm.match_id desc`;

interface MatchRow {
  readonly id: string;
  readonly partner_id: string;
  readonly external_ref: string;
  readonly status: string;
  readonly revision: number;
  readonly played_at: Date;
  readonly winning_team: string | null;
  readonly trust_tier: string;
  readonly outcome: string;
  readonly competition_type: string | null;
  readonly scoring: 'games' | 'points' | null;
  readonly duration_minutes: number | null;
  readonly venue_label: string | null;
  readonly session_external_ref: string | null;
  readonly player_ids: string[];
  readonly teams: string;
  readonly court_positions: string;
  readonly set_scores: string;
  readonly created_at: Date;
  readonly completed_at: Date | null;
  readonly rated: string[] | null;
  readonly shown_before: number[] | null;
  readonly shown_after: number[] | null;
  readonly ids: string[] | null;
  readonly usernames: string[] | null;
  readonly names: (string | null)[] | null;
}

const SIDES: Readonly<Record<string, string>> = { L: 'left', R: 'right' };

function setOf(text: string, index: number) {
  const [score = '', server = null] = text.split('/');
  const [games = '', winners = null] = score.split(':');
  const [a, b] = games.split('-');
  return {
    set_number: index + 1,
    team_a_games: Number(a),
    team_b_games: Number(b),
    game_winners: winners === null ? null : winners.split(''),
    first_server_team: server,
  };
}

function matchOf(row: MatchRow) {
  const isOwn = row.partner_id === PARTNER;
  const sets = row.set_scores === '' ? [] : row.set_scores.split(' ').map(setOf);
  const [first] = sets;
  return {
    id: isOwn ? row.id : null,
    external_ref: isOwn ? row.external_ref : null,
    status: row.status,
    revision: row.revision,
    played_at: row.played_at.toISOString(),
    winning_team: row.winning_team,
    trust_tier: row.trust_tier,
    outcome: row.outcome,
    competition_type: row.competition_type,
    scoring: first === undefined ? null : (row.scoring ?? scoringOf([[first.team_a_games, first.team_b_games]])),
    duration_minutes: row.duration_minutes,
    venue_label: isOwn ? row.venue_label : null,
    session_external_ref: isOwn ? row.session_external_ref : null,
    participants: row.player_ids.map((id, seat) => participantOf(row, id, seat)),
    set_scores: sets,
    rating_status: row.rated === null ? 'unrated' : 'settled',
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    voided_at: null,
    void_reason: null,
  };
}

function participantOf(row: MatchRow, id: string, seat: number) {
  const named = row.ids?.indexOf(id) ?? -1;
  const name = row.names?.[named] ?? null;
  const slot = name === null ? -1 : (row.rated?.indexOf(id) ?? -1);
  const team = row.teams[seat];
  const shownBefore = row.shown_before?.[slot];
  const before = scoreOfShown(shownBefore === undefined || Number.isNaN(shownBefore) ? null : shownBefore);
  const after = scoreOfShown(row.shown_after?.[slot] ?? null);
  return {
    profile_id: named === -1 ? null : id,
    username: row.usernames?.[named] ?? null,
    display_name: name ?? row.usernames?.[named] ?? 'Private player',
    team,
    court_position: SIDES[row.court_positions[seat] ?? ''] ?? null,
    won: row.winning_team === null ? null : team === row.winning_team,
    rating_change:
      slot === -1 ? null : { service_score_before: before, service_score_after: after, delta: after - before },
  };
}

const PROGRESS = `select pm.played_at, case when m.partner_id = $1 then m.id end as match_id,
    l.before[5 * slot - 2] as shown_before, l.after[3 * slot] as shown_after, l.after[3 * slot - 1] as variance,
    l.before[5 * slot]::integer + 1 as played
  from player_matches pm
  join match_ratings l on l.match_id = pm.match_id
  join matches m on m.id = pm.match_id
  cross join lateral array_position(l.player_ids, $2::uuid) as slot
  where pm.player_id = $2 order by pm.played_at desc, pm.match_id desc limit 100`;

interface StepRow {
  readonly played_at: Date;
  readonly match_id: string | null;
  readonly shown_before: number;
  readonly shown_after: number;
  readonly variance: number;
  readonly played: number;
}

const before = ({ shown_before: shown }: StepRow): number => scoreOfShown(Number.isNaN(shown) ? null : shown);

function pointOf(row: StepRow) {
  const [at, score] = [row.played_at.getTime(), scoreOfShown(row.shown_after)];
  return {
    at: formatInstant(at),
    match_id: row.match_id,
    service_score: score,
    delta: score - before(row),
    uncertainty: uncertaintyOfVariance(row.variance),
    confidence_level: confidenceOf({ variance: row.variance, at, played: row.played }, at),
  };
}

const scoreAt = (which: 'first' | 'last', from: string): string => `(
    select ${which === 'first' ? 'l.before[5 * slot - 2]' : 'l.after[3 * slot]'} from player_matches pm
    join match_ratings l on l.match_id = pm.match_id cross join lateral array_position(l.player_ids, $1::uuid) as slot
    where pm.player_id = $1 and pm.played_at >= ${from}
    order by pm.played_at ${which === 'first' ? 'asc, pm.match_id asc' : 'desc, pm.match_id desc'} limit 1)`;

const WINDOWS = `select days, count(pm.result)::integer as matches, count(*) filter (where pm.result = 1)::integer as wins,
    count(*) filter (where pm.result = 0)::integer as draws,
    ${scoreAt('first', "now() - days * interval '1 day'")} as shown_before,
    ${scoreAt('last', "now() - days * interval '1 day'")} as shown_after
  from (values (7), (30), (90)) as w(days)
  left join player_matches pm on pm.player_id = $1 and pm.played_at >= now() - days * interval '1 day'
  group by days order by days`;

interface WindowRow {
  readonly matches: number;
  readonly wins: number;
  readonly draws: number;
  readonly shown_before: number | null;
  readonly shown_after: number | null;
}

function windowOf({ matches, wins, draws, shown_before, shown_after }: WindowRow) {
  const decided = matches - draws;
  return {
    matches,
    wins,
    draws,
    losses: decided - wins,
    win_rate: decided === 0 ? null : Math.round((wins / decided) * 10_000) / 10_000,
    service_score_change:
      shown_after === null
        ? 0
        : scoreOfShown(shown_after) - scoreOfShown(Number.isNaN(shown_before) ? null : shown_before),
  };
}

const FORM = `with recent as (
    select result, row_number() over (order by played_at desc, match_id desc) as n
    from player_matches where player_id = $1 and result is not null
  )
  select array(select result from recent order by n limit 10) as results,
    coalesce((select min(n) from recent where result <> (select result from recent where n = 1)), (select count(*) from recent) + 1) - 1
      as streak`;

const LETTERS: Readonly<Record<number, string>> = { 1: 'W', 0: 'D', [-1]: 'L' };

const app = fastify();
app.addHook('onRequest', async (request, reply) => {
  const [, token = ''] = (request.headers.authorization ?? '').split(' ');
  if (!timingSafeEqual(hash('sha256', token, 'buffer'), keyHash)) return reply.code(401).send();
});

interface Params {
  readonly Params: { readonly username: string };
}

app.get<Params>('/v1/players/:username', async (request, reply) => {
  const player = await playerOf(request.params.username);
  return player === undefined ? reply.code(404).send() : { ...profileOf(player), rating: ratingOf(player) };
});

app.get<Params>('/v1/players/:username/matches', async (request, reply) => {
  const player = await playerOf(request.params.username);
  if (player === undefined) return reply.code(404).send();
  const rows = await query<MatchRow>('history', HISTORY, [PARTNER, player.id, 26]);
  return { data: rows.slice(0, 25).map(matchOf) };
});

app.get<Params>('/v1/players/:username/progress', async (request, reply) => {
  const player = await playerOf(request.params.username);
  if (player === undefined) return reply.code(404).send();
  const rows = (await query<StepRow>('progress', PROGRESS, [PARTNER, player.id])).reverse();
  const points = rows.map(pointOf);
  const scores = points.map((point) => point.service_score);
  const [oldest] = rows;
  const first = oldest === undefined ? scoreOfShown(player.shown) : before(oldest);
  const current = scores.at(-1) ?? first;
  const { id, username, display_name } = player;
  return {
    player: { id, username, display_name },
    points,
    summary: {
      first,
      current,
      peak: points.length === 0 ? first : Math.max(...scores),
      lowest: points.length === 0 ? first : Math.min(...scores),
      change: current - first,
    },
  };
});

app.get<Params>('/v1/players/:username/card', async (request, reply) => {
  const player = await playerOf(request.params.username);
  if (player === undefined) return reply.code(404).send();
  const [windows, [form], matches] = await Promise.all([
    query<WindowRow>('windows', WINDOWS, [player.id]),
    query<{ results: number[]; streak: number }>('form', FORM, [player.id]),
    query<MatchRow>('history', HISTORY, [PARTNER, player.id, 5]),
  ]);
  const results = (form?.results ?? []).map((result) => LETTERS[result] ?? '');
  return {
    player: profileOf(player),
    rating: ratingOf(player),
    windows: Object.fromEntries(
      ['7d', '30d', '90d'].map((name, index) => [name, windowOf(windows[index] as WindowRow)]),
    ),
    form: { results, streak: results.length === 0 ? null : { result: results[0], length: form?.streak } },
    last_matches: matches.map(matchOf),
  };
});

process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);

import { ANALYSIS_LIMIT_DEFAULT } from '@bandeja/contract/analysis';
import { scoreOfShown } from '@bandeja/rating';
import { consistencyOf, isFullSample } from '@bandeja/service/analysis/consistency';
import { poolOf } from '@bandeja/service/calibration/pool';
import { CONSISTENCY_MATCHES_READ, formOf } from '@bandeja/service/card/card';
import { decodeSide, readScoreline } from '@bandeja/service/history/match-columns';
import { readFourStates } from '@bandeja/service/history/stored-states';
import { ratingSummaryOf } from '@bandeja/service/insights/facts';
import { headlineOf } from '@bandeja/service/insights/headline';
import { playedDifference, playedMatch } from '@bandeja/service/played/played-match';
import type { PlayedMatchRow } from '@bandeja/service/played/played-matches-store';
import { PARTNER, query, visible } from './database.ts';
import { HISTORY, type MatchRow, matchOf } from './matches.ts';
import { type PlayerRow, profileOf, ratingOf } from './players.ts';

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

const STREAK = `with recent as (
    select result, row_number() over (order by played_at desc, match_id desc) as n
    from player_matches where player_id = $1 and result is not null
  )
  select coalesce((select min(n) from recent where result <> (select result from recent where n = 1)), (select count(*) from recent) + 1) - 1
    as streak`;

const ANALYSED = `select m.played_at, m.winning_team, m.outcome, m.competition_type, m.scoring, m.set_scores,
    substr(m.teams, seat, 1) as team, substr(m.court_positions, seat, 1) as court_position,
    array_position(l.player_ids, $2::uuid) as slot, l.length, l.before, mate.*,
    (select count(*) from players p where p.id = any(m.player_ids) and ${visible('p')}) = 4 as all_visible
  from (
    select * from player_matches where player_id = $2 and result is not null
    order by played_at desc, match_id desc limit $3 offset $4
  ) pm
  join matches m on m.id = pm.match_id
  left join match_ratings l on l.match_id = pm.match_id
  cross join lateral array_position(m.player_ids, $2::uuid) as seat
  left join lateral (
    select p.id as teammate_id, p.username as teammate_username, p.display_name as teammate_display_name
    from players p
    where p.id = any(m.player_ids) and p.id <> $2 and ${visible('p')}
      and substr(m.teams, array_position(m.player_ids, p.id), 1) = substr(m.teams, seat, 1)
  ) mate on true
  order by pm.played_at desc, pm.match_id desc`;

type AnalysedRow = Omit<PlayedMatchRow, 'played_at' | 'set_scores' | 'court_position' | 'before' | 'shown_after'> & {
  readonly played_at: Date;
  readonly set_scores: string;
  readonly court_position: string;
  readonly before: number[] | null;
};

const playedRow = (row: AnalysedRow): PlayedMatchRow => ({
  ...row,
  played_at: row.played_at.getTime(),
  set_scores: readScoreline(row.set_scores),
  court_position: decodeSide(row.court_position),
  before: row.before && readFourStates(row.before),
  shown_after: null,
});

const CALIBRATION = 'select steepness, penalty, hold_rate from calibrations order by calibrated_at desc limit 1';

export async function cardOf(player: PlayerRow) {
  const read = async (limit: number, offset: number) =>
    (await query<AnalysedRow>('analysed', ANALYSED, [PARTNER, player.id, limit, offset])).map(playedRow);
  const [windowRows, [streak], [calibration], last, analysed] = await Promise.all([
    query<WindowRow>('windows', WINDOWS, [player.id]),
    query<{ streak: number }>('streak', STREAK, [player.id]),
    query<Parameters<typeof poolOf>[0] & object>('calibration', CALIBRATION, []),
    query<MatchRow>('history', HISTORY, [PARTNER, player.id, 5]),
    read(ANALYSIS_LIMIT_DEFAULT, 0),
  ]);
  const matches = analysed.map(playedMatch);
  let consistency = consistencyOf(matches);
  if (matches.length === ANALYSIS_LIMIT_DEFAULT && !isFullSample(consistency)) {
    const older = await read(CONSISTENCY_MATCHES_READ - ANALYSIS_LIMIT_DEFAULT, ANALYSIS_LIMIT_DEFAULT);
    consistency = consistencyOf([...matches, ...older.map((row) => ({ difference: playedDifference(row) }))]);
  }
  const rating = ratingOf(player);
  const [week, month, quarter] = windowRows.map(windowOf);
  const recent = month && { matches: month.matches, change: month.service_score_change };
  const state = { ...player, stated_points: null, last_played_at: player.last_played_at?.getTime() ?? null };
  const facts = {
    matches,
    pool: poolOf(calibration ?? null),
    summary: ratingSummaryOf(state, recent, Date.now()),
    score: rating.service_score,
  };
  return {
    player: profileOf(player),
    rating,
    windows: { '7d': week, '30d': month, '90d': quarter },
    form: formOf(matches, streak?.streak ?? 0),
    consistency,
    headline_insight: headlineOf(facts, 'any', 'en'),
    last_matches: last.map(matchOf),
  };
}

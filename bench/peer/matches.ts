import { scoreOfShown, scoringOf } from '@bandeja/rating';
import { PARTNER, visible } from './database.ts';

export const HISTORY = `select m.*, l.player_ids as rated,
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

export interface MatchRow {
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

export function matchOf(row: MatchRow) {
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
    confirmation: null,
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

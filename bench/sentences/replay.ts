/** Replays results as the service would: every match with the states before it, seen by both pairs. */

import type { Team } from '@bandeja/contract/match-enums';
import {
  type Four,
  lengthOf,
  NEW_POOL,
  type PoolCalibration,
  pairEvidenceOf,
  type RatingState,
  rateMatch,
  unitsOf,
} from '@bandeja/rating';
import { type Pool, poolOf } from '@bandeja/service/calibration/pool';
import { type PlayedMatch, playedMatch } from '@bandeja/service/played/played-match';
import { type Result, setsOfWinners, winnersFirst } from '../data/read-results.ts';

/** A match as one of its pairs saw it. */
export interface SeenResult {
  readonly seen: PlayedMatch;
  /** The calibration of the pool before this match. */
  readonly pool: Pool;
  /** Its index in the history. */
  readonly match: number;
  readonly players: readonly [string, string];
}

export interface StateAfter {
  readonly player: string;
  readonly match: number;
  readonly state: RatingState;
}

export interface Replay {
  readonly matches: number;
  /** Two per match, in the order of play. */
  readonly seen: readonly SeenResult[];
  /** Four per match, in the order of play. */
  readonly states: readonly StateAfter[];
}

/** @param results in the order of play */
export function replayResults(results: readonly Result[]): Replay {
  const known = new Map<string, RatingState>();
  const seen: SeenResult[] = [];
  const states: StateAfter[] = [];
  let pool = NEW_POOL;
  for (const [match, result] of results.entries()) {
    const [a1, a2, b1, b2] = result.players;
    const ranked = winnersFirst(result);
    const [w0, w1, l0, l1] = ranked;
    const stateOf = (player: string): RatingState | null => known.get(player) ?? null;
    const before: Four<RatingState | null> = [stateOf(w0), stateOf(w1), stateOf(l0), stateOf(l1)];
    const withHoldRate = { ...poolOf(null), ...pool };
    seen.push(
      { seen: seenBy('A', result, before), pool: withHoldRate, match, players: [a1, a2] },
      { seen: seenBy('B', result, before), pool: withHoldRate, match, players: [b1, b2] },
    );
    const rated = rateResult(result, before, pool);
    pool = rated.pool;
    for (const [slot, player] of ranked.entries()) {
      const state = rated.after[slot as 0];
      known.set(player, state);
      states.push({ player, match, state });
    }
  }
  return { matches: results.length, seen, states };
}

function rateResult(result: Result, before: Four<RatingState | null>, pool: PoolCalibration) {
  const sets = setsOfWinners(result);
  return rateMatch({
    winners: [before[0], before[1]],
    losers: [before[2], before[3]],
    at: result.playedAt,
    units: unitsOf(sets, 'games'),
    weight: 1,
    length: lengthOf(sets, 'games'),
    pairEvidence: pairEvidenceOf(result.competitionType),
    ...pool,
  });
}

/** Passes the match through the service's own reader. */
function seenBy(team: Team, result: Result, before: Four<RatingState | null>): PlayedMatch {
  const { playedAt, players, winner, sets, competitionType } = result;
  const teammate = team === 'A' ? players[1] : players[3];
  return playedMatch({
    played_at: playedAt,
    winning_team: winner,
    slot: team === winner ? 1 : 3,
    outcome: 'played',
    competition_type: competitionType,
    scoring: 'games',
    set_scores: sets.map(([a, b]) => {
      return { team_a_games: a, team_b_games: b, game_winners: null, first_server_team: null };
    }),
    team,
    court_position: null,
    teammate_id: teammate,
    teammate_username: teammate,
    all_visible: true,
    teammate_display_name: teammate,
    length: lengthOf(setsOfWinners(result), 'games'),
    before,
    shown_after: null,
  });
}

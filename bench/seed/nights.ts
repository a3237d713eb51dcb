/** Generated club nights: eight players, twelve matches, played game by game. */

import type { Team } from '@bandeja/contract/match-enums';
import type { SetScore } from '@bandeja/service/history/match-columns';
import type { MatchRow } from '@bandeja/service/history/match-row';
import { matchId } from '@bandeja/service/matches/decide';
import { createSequence } from '../sequence.ts';
import { type Population, partnerOf } from './population.ts';

const MATCHES_A_NIGHT = 12;
const PLAYERS_A_NIGHT = 8;
/** Most players of a night are from a range of this size: the regulars of a club. */
const REGULARS = 100;
/** The share of players from any club, which connects the clubs. */
const GUESTS = 0.03;
const MATCH_MS = 20 * 60_000;
const DAY_MS = 86_400_000;
/** Log odds of winning a service game between equal teams. */
const HOLD_LOGIT = Math.log(0.63 / 0.37);
/** Log odds of winning a game for each point of difference in skill. */
const GAP_A_GAME = 0.22;

/** Generates all matches, night by night. @param until the start of the last night, in ms */
export function* nightsOf(population: Population, until: number): Generator<MatchRow[]> {
  const { size, playerIds } = population;
  const next = createSequence(7);
  const pick = (count: number): number => Math.floor(next() * count);
  const skills = Float32Array.from({ length: size.players }, () => 2 * (next() + next() + next() - 1.5));
  const nights = Math.ceil(size.matches / MATCHES_A_NIGHT);
  const pace = (size.days * DAY_MS) / nights;
  for (let night = 0; night < nights; night += 1) {
    const first = pick(Math.max(1, size.players - REGULARS));
    const seats = new Set<number>();
    while (seats.size < PLAYERS_A_NIGHT) {
      const isGuest = next() < GUESTS;
      seats.add(isGuest ? pick(size.players) : first + pick(Math.min(REGULARS, size.players)));
    }
    const players = [...seats];
    const partner = partnerOf(size, first);
    const startedAt = Math.round(until - (nights - night) * pace);
    const count = Math.min(MATCHES_A_NIGHT, size.matches - night * MATCHES_A_NIGHT);
    yield Array.from({ length: count }, (_, index) => {
      const offset = pick(PLAYERS_A_NIGHT);
      const step = 1 + 2 * pick(PLAYERS_A_NIGHT / 2);
      const four = [0, 1, 2, 3].map((seat) => players[(offset + seat * step) % PLAYERS_A_NIGHT] ?? 0);
      const [a = 0, b = 0, c = 0, d = 0] = four.map((player) => skills[player] ?? 0);
      const sets = playSets(a + b - c - d, next);
      const playedAt = startedAt + Math.floor(index / 2) * MATCH_MS;
      const externalRef = `night-${night}-m${index}`;
      const partnerId = population.partnerIds[partner] ?? '';
      return {
        id: matchId(partnerId, externalRef, playedAt),
        partner_id: partnerId,
        external_ref: externalRef,
        status: 'completed',
        revision: 1,
        played_at: playedAt,
        winning_team: winnerOf(sets),
        trust_tier: 'partner_attested',
        outcome: 'played',
        competition_type: night % 5 === 0 ? 'league' : 'social',
        scoring: null,
        duration_minutes: 20,
        venue_label: `Club ${partner}`,
        session_external_ref: `night-${night}`,
        player_ids: four.map((player) => playerIds[player] ?? ''),
        teams: ['A', 'A', 'B', 'B'],
        court_positions: ['left', 'right', 'left', 'right'],
        set_scores: sets,
        confirmation_reported_by: null,
        confirmation_deadline: null,
        confirmation_then: null,
        confirmation_state: null,
        confirmation_decided_by: null,
        created_at: playedAt + MATCH_MS,
        completed_at: playedAt + MATCH_MS,
        voided_at: null,
        void_reason: null,
      };
    });
  }
}

/** Best of three short sets to four games, with the order of the games for two matches in three. */
export function playSets(gap: number, next: () => number): SetScore[] {
  const sets: SetScore[] = [];
  const isOrdered = next() < 2 / 3;
  let serves: Team = 'A';
  let lead = 0;
  while (Math.abs(lead) < 2 && sets.length < 3) {
    const first = serves;
    const winners: Team[] = [];
    let [a, b] = [0, 0];
    while (!isSetOver(a, b)) {
      const won = next() < 1 / (1 + Math.exp(-(GAP_A_GAME * gap + (serves === 'A' ? HOLD_LOGIT : -HOLD_LOGIT))));
      winners.push(won ? 'A' : 'B');
      if (won) a += 1;
      else b += 1;
      serves = serves === 'A' ? 'B' : 'A';
    }
    lead += a > b ? 1 : -1;
    sets.push({
      set_number: sets.length + 1,
      team_a_games: a,
      team_b_games: b,
      game_winners: isOrdered ? winners : null,
      first_server_team: isOrdered ? first : null,
    });
  }
  return sets;
}

/** First to four games; at 3–3 a tie-break decides. */
const isSetOver = (a: number, b: number): boolean => Math.max(a, b) === 4;

export function winnerOf(sets: readonly SetScore[]): Team {
  const lead = sets.reduce((sum, set) => sum + Math.sign(set.team_a_games - set.team_b_games), 0);
  return lead > 0 ? 'A' : 'B';
}

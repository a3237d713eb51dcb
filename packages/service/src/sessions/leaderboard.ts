import type { Ranking } from '@bandeja/contract/rankings';
import { roundTo } from '@bandeja/contract/rounding';
import { decidedRateOf, type LeaderboardRow, type OverExpected, type PlayerName } from '@bandeja/contract/session-rows';
import { type ConfidenceLevel, confidenceOf } from '@bandeja/rating';
import { ratingChangeOf } from '../history/match-view.ts';
import { scoringOfMatch } from '../history/score-sheet.ts';
import { totalsOf } from '../matches/scoreline.ts';
import type { Language } from '../messages/languages.ts';
import { averageOf, NO_RESULTS, type PlayerResults, resultsWith } from '../ranking/player-results.ts';
import { compareUsernames, type Place, placesOf } from '../ranking/players.ts';
import { ranked } from '../ranking/ranking.ts';
import { firstSessionNote, isFirstMatch } from './first-session.ts';
import type { SessionMatchRow } from './store.ts';

/** The actual and expected results of a player's rated matches; null if they would reveal a hidden player's rating. */
interface Rated {
  readonly matches: number;
  readonly actual: number;
  readonly expected: number | null;
  readonly change: number | null;
  /** After the latest of them. */
  readonly score: number;
  readonly confidence: ConfidenceLevel | null;
}

interface Tally extends PlayerResults {
  readonly name: PlayerName;
  readonly isFirst: boolean | null;
  readonly rated: Rated;
}

const NOTHING = {
  ...NO_RESULTS,
  isFirst: null,
  rated: { matches: 0, actual: 0, expected: 0, change: 0, score: 0, confidence: null },
};

/** The results of every player in a session. */
export class Leaderboard {
  readonly #tallies = new Map<string, Tally>();

  /** @param probability of the first pair of the ledger row; null if it is unknown or must stay hidden */
  add(match: SessionMatchRow, probability: number | null): void {
    const totals = totalsOf(match.set_scores, scoringOfMatch(match));
    for (const place of placesOf(match)) {
      const tally = this.#tallies.get(place.player_id) ?? { ...NOTHING, name: place.name };
      this.#tallies.set(place.player_id, {
        name: place.name,
        isFirst: tally.isFirst ?? isFirstMatch(match, place.player_id),
        rated: ratedWith(tally.rated, match, place, probability),
        ...resultsWith(tally, match, place, totals),
      });
    }
  }

  /** Players with equal results share a rank, and the next rank skips (1, 2, 2, 4). */
  view(ranking: Ranking, language: Language): LeaderboardRow[] {
    const rows = [...this.#tallies.values()].map((tally) => rowOf(tally, language));
    return ranked(rows, ranking, compareUsernames).map(({ scored: _, ...row }) => row);
  }

  /** The player with the most wins above expectation in rated matches; the first by username among equals. */
  mostOverExpected(): OverExpected | null {
    let most: { readonly by: number; readonly view: OverExpected } | null = null;
    for (const { name, rated } of [...this.#tallies.values()].sort((a, b) => compareUsernames(a.name, b.name))) {
      if (rated.expected === null) continue;
      const by = rated.actual - rated.expected;
      if (by <= (most?.by ?? 0)) continue;
      const { matches, actual, expected } = rated;
      most = { by, view: { ...name, matches, actual_wins: actual, expected_wins: roundTo(expected, 2) } };
    }
    return most?.view ?? null;
  }
}

function ratedWith(rated: Rated, match: SessionMatchRow, place: Place, probability: number | null): Rated {
  if (place.isHidden) return { ...rated, expected: null, change: null };
  const index = match.rated_player_ids?.indexOf(place.player_id) ?? -1;
  if (index === -1) return rated;
  const moved = ratingChangeOf(match, place.player_id);
  const expected = probability === null ? null : index < 2 ? probability : 1 - probability;
  return {
    matches: rated.matches + 1,
    actual: rated.actual + (place.won === null ? 0.5 : Number(place.won)),
    expected: rated.expected === null || expected === null ? null : rated.expected + expected,
    change: rated.change === null ? null : rated.change + (moved?.delta ?? 0),
    score: moved?.service_score_after ?? rated.score,
    confidence: confidenceAfter(match, index),
  };
}

/** @param index of the player in the ledger row */
function confidenceAfter({ played_at: at, before, variance_after }: SessionMatchRow, index: number): ConfidenceLevel {
  const played = (before?.[5 * index + 4] ?? 0) + 1;
  return confidenceOf({ variance: variance_after?.[index] ?? Number.POSITIVE_INFINITY, at, played }, at);
}

function rowOf(
  { name, isFirst, rated, ...results }: Tally,
  language: Language,
): LeaderboardRow & Pick<Tally, 'scored'> {
  const { wins, losses, games_won, games_lost } = results;
  const isFirstSession = isFirst === true && rated.change !== null;
  return {
    rank: 0,
    ...name,
    first_session: isFirstSession,
    note: isFirstSession && rated.matches > 0 ? firstSessionNote(rated.matches, rated.score, language) : null,
    ...results,
    win_rate: decidedRateOf(wins, losses),
    expected_wins: rated.expected === null ? null : roundTo(rated.expected, 2),
    games_difference: games_won - games_lost,
    average: averageOf(results),
    service_score_change: rated.change,
    confidence_level: rated.change === null ? null : rated.confidence,
  };
}

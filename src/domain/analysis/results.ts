import { roundTo } from '../rounding.ts';
import { winProbability } from './forecast.ts';
import { rateOf } from './rate.ts';
import type { SeenMatch } from './seen-match.ts';
import type { Competitions, CourtPositions, Expectation, Rate } from './shapes.ts';

/** Matches won of matches played, retired ones among them. */
export function matchRate(matches: readonly SeenMatch[]): Rate {
  return rateOf(matches.map((match) => match.won));
}

export function courtPositionRates(matches: readonly SeenMatch[]): CourtPositions {
  const on = (side: SeenMatch['courtPosition']): Rate =>
    matchRate(matches.filter((match) => match.courtPosition === side));
  return { left: on('left'), right: on('right') };
}

export function competitionRates(matches: readonly SeenMatch[]): Competitions {
  const of = (type: SeenMatch['competitionType']): Rate =>
    matchRate(matches.filter((match) => match.competitionType === type));
  return { social: of('social'), training: of('training'), league: of('league'), tournament: of('tournament') };
}

/**
 * Sums the probabilities that the player had before each match. A match that is not in the ledger yet is in neither number.
 * @param steepness the one that probabilities are shown with.
 */
export function expectedWins(matches: readonly SeenMatch[], steepness: number): Expectation {
  let expected = 0;
  let actual = 0;
  for (const { forecast, won } of matches) {
    if (forecast === null) continue;
    expected += winProbability(forecast, steepness);
    actual += Number(won);
  }
  return { expected_wins: roundTo(expected, 2), actual_wins: actual };
}

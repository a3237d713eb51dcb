/** Fits a model's constants: every model on the same rows, by the same search, with the same number of evaluations. */
import type { Constants, Contender } from '../contenders/contender.ts';
import { steepnessConstants, withSteepness } from '../contenders/steepness.ts';
import type { MatchSet } from '../data/match-set.ts';
import { lossOf, meanOf } from '../measure/loss.ts';
import { type Found, search } from './search.ts';

/**
 * Fits one set of constants to some histories together: the mean over them of the mean log loss on the rows to fit, so
 * that a sport with many matches does not outvote the others.
 *
 * @param budget evaluations of that mean
 */
export function fit(contender: Contender, sets: readonly MatchSet[], budget: number): Found {
  const heads = sets.map(headOf);
  const objective = (constants: Constants): number => {
    const losses = heads.map((set) => {
      const probabilities = withSteepness(contender.predict(set, constants), constants);
      return meanOf(lossOf(probabilities).subarray(set.fitFrom, set.scoreFrom));
    });
    return meanOf(losses);
  };
  return search([...contender.constants, ...steepnessConstants], objective, budget);
}

/** The set without the rows that are scored: what is not there cannot leak. */
function headOf(set: MatchSet): MatchSet {
  const rows = set.scoreFrom;
  const { players, at, won, lost, std, weight, length, pairEvidence, result } = set.matches;
  return {
    ...set,
    matches: {
      players: players.subarray(0, 4 * rows),
      at: at.subarray(0, rows),
      won: won.subarray(0, rows),
      lost: lost.subarray(0, rows),
      std: std.subarray(0, rows),
      weight: weight.subarray(0, rows),
      length: length.subarray(0, rows),
      pairEvidence: pairEvidence.subarray(0, rows),
      result: result.subarray(0, rows),
    },
  };
}

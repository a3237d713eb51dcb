/** Fits every model's constants on the same rows, with the same search and the same number of evaluations. */
import type { Constants, Contender } from './contenders/contender.ts';
import { steepnessConstants, withSteepness } from './contenders/steepness.ts';
import type { MatchSet } from './match-set.ts';
import { lossOf, meanOf } from './measures.ts';
import { search } from './search.ts';

/**
 * Fits one set of constants to all histories. It minimizes the mean of their log losses, so a sport with many matches does not
 * outvote the others.
 */
export function fit(contender: Contender, sets: readonly MatchSet[], evaluations: number): Constants {
  const heads = sets.map(withoutScoredRows);
  const objective = (constants: Constants): number =>
    meanOf(
      heads.map((set) => {
        const probabilities = withSteepness(contender.predict(set, constants), constants);
        return meanOf(lossOf(probabilities).subarray(set.fitFrom));
      }),
    );
  return search([...contender.constants, ...steepnessConstants], objective, evaluations).constants;
}

/** Rows that are absent cannot leak into a fit. */
function withoutScoredRows(set: MatchSet): MatchSet {
  const { players, ...columns } = set.matches;
  const cut = Object.entries(columns).map(([name, column]) => [name, column.subarray(0, set.scoreFrom)]);
  const matches: MatchSet['matches'] = { ...Object.fromEntries(cut), players: players.subarray(0, 4 * set.scoreFrom) };
  return { ...set, matches };
}

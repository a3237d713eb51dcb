/**
 * Fits every model to the earlier rows in the same way. Each then predicts every later match from the matches before it
 * (prequential; Dawid 1984, *Statistical theory: the prequential approach*, JRSS A 147).
 */
import { MODEL } from '@bandeja/rating';
import { replay } from '@bandeja/rating/test/replay';
import { bootstrap, type Difference, sumByDay } from './bootstrap.ts';
import { baselines, type Constants } from './contenders/index.ts';
import { constantsInUse, pair } from './contenders/pair.ts';
import { withSteepness } from './contenders/steepness.ts';
import { fit } from './fit.ts';
import type { MatchSet } from './match-set.ts';
import { lossOf, meanOf, type SetScore, scoreSet } from './measures.ts';

export interface ModelScore {
  readonly name: string;
  readonly constants: Constants;
  /** One score per set. */
  readonly scores: readonly SetScore[];
  readonly meanLogLoss: number;
  /** Log loss above Bandeja refitted: one difference per set, then one of the mean. */
  readonly aboveRefitted: readonly Difference[];
  /** Log loss above Bandeja with the constants in use, likewise. */
  readonly aboveInUse: readonly Difference[];
}

export interface Comparison {
  readonly inUse: ModelScore;
  readonly refitted: ModelScore;
  readonly others: readonly ModelScore[];
}

export interface Effort {
  /** Evaluations of the objective in each fit. */
  readonly evaluations: number;
  /** Draws of each bootstrap. */
  readonly draws: number;
}

interface Predicted {
  readonly name: string;
  readonly constants: Constants;
  /** One array per set: the probability given to the winners of each row. */
  readonly probabilities: readonly Float64Array[];
}

/** @throws Error if the model that is fitted here differs in one bit from that of `packages/rating/src` */
export function compare(sets: readonly MatchSet[], effort: Effort, onStep: (step: string) => void): Comparison {
  const inUse = predictInUse(sets);
  const [refitted = inUse, ...others] = [pair, ...baselines].map((contender): Predicted => {
    onStep(contender.name);
    const constants = fit(contender, sets, effort.evaluations);
    const probabilities = sets.map((set) => withSteepness(contender.predict(set, constants), constants));
    return { name: contender.name, constants, probabilities };
  });
  onStep('intervals');
  const scoreOf = (model: Predicted): ModelScore => {
    const scores = sets.map((set, index) => scoreSet(set, model.probabilities[index] ?? new Float64Array()));
    return {
      name: model.name,
      constants: model.constants,
      scores,
      meanLogLoss: meanOf(scores.map(({ logLoss }) => logLoss)),
      aboveRefitted: differences(model, refitted, sets, effort.draws),
      aboveInUse: differences(model, inUse, sets, effort.draws),
    };
  };
  return { inUse: scoreOf(inUse), refitted: scoreOf(refitted), others: others.map(scoreOf) };
}

function predictInUse(sets: readonly MatchSet[]): Predicted {
  const probabilities = sets.map((set) => {
    const { winProbability } = replay(set.matches, { playerCount: set.playerCount });
    const limits = { min: MODEL.STEEP_MIN, max: MODEL.STEEP_MAX };
    const here = withSteepness(pair.predict(set, constantsInUse), constantsInUse, limits);
    if (here.some((probability, row) => !Object.is(probability, winProbability[row]))) {
      throw new Error(`On ${set.name}, the model that is fitted here is not the one of packages/rating/src.`);
    }
    return winProbability;
  });
  return { name: 'Bandeja, in use', constants: constantsInUse, probabilities };
}

function differences(model: Predicted, ours: Predicted, sets: readonly MatchSet[], draws: number): Difference[] {
  const days = sets.map((set, index) => {
    const theirs = lossOf(model.probabilities[index] ?? new Float64Array());
    const own = lossOf(ours.probabilities[index] ?? new Float64Array());
    const apart = theirs.map((loss, row) => loss - (own[row] as number));
    return sumByDay(apart.subarray(set.scoreFrom), set.matches.at.subarray(set.scoreFrom));
  });
  return [...days.map((day) => bootstrap([day], draws)), bootstrap(days, draws)];
}

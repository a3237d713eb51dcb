/**
 * The comparison: every model is fitted to the earlier rows in the same way and predicts each later match from all before
 * it (prequential; Dawid 1984, *Statistical theory: the prequential approach*, JRSS A 147).
 */
import { MODEL } from '@bandeja/rating';
import { replay } from '@bandeja/rating/test/replay';
import type { Constants, Contender } from './contenders/contender.ts';
import { baselines } from './contenders/index.ts';
import { givenConstants, pair } from './contenders/pair.ts';
import { withSteepness } from './contenders/steepness.ts';
import type { MatchSet } from './data/match-set.ts';
import { fit } from './fit/fit.ts';
import { bootstrap, type DaySums, type Difference, sumByDay } from './measure/bootstrap.ts';
import { lossOf } from './measure/loss.ts';
import { type MeanScore, meanScoreOf, type SetScore, scoreSet } from './measure/score.ts';

/** Where constants come from. `given`: those in use; `one`: one fit to all sets together; `own`: a fit to each set. */
export type Fitting = 'given' | 'one' | 'own';

/** One model with one way of fitting. */
export interface Judged {
  readonly name: string;
  readonly note: string;
  readonly isOurs: boolean;
  readonly fitting: Fitting;
  /** By set. */
  readonly constants: readonly Constants[];
  /** Evaluations of the objective in each fit. */
  readonly evaluations: number;
  /** By set, on its last rows. */
  readonly scores: readonly SetScore[];
  readonly mean: MeanScore;
  /** By set, then for the mean: log loss above ours refitted the same way (the given ones: refitted in one fit). */
  readonly aboveRefitted: readonly Difference[];
  /** The same above ours with the constants in use. */
  readonly aboveGiven: readonly Difference[];
}

/** How thorough to be. */
export interface Effort {
  /** Evaluations of the objective for each fit of each model. */
  readonly evaluations: number;
  /** Draws of each bootstrap. */
  readonly draws: number;
}

/** Predictions of one model with one way of fitting, before they are judged. */
interface Predicted {
  readonly contender: Pick<Contender, 'name' | 'note'>;
  readonly fitting: Fitting;
  readonly evaluations: number;
  readonly constants: readonly Constants[];
  /** By set: probabilities of the winners, all rows. */
  readonly probabilities: readonly Float64Array[];
}

/**
 * Compares all models.
 *
 * @param onStep called with what is being done
 * @returns ours as given, then for both ways of fitting ours and the others
 * @throws Error if the model with the constants in use differs in a bit from that of `packages/rating/src`
 */
export function compare(sets: readonly MatchSet[], effort: Effort, onStep: (step: string) => void): Judged[] {
  const given = predictGiven(sets);
  const byFitting = (['one', 'own'] as const).map((fitting) =>
    [pair, ...baselines].map((contender) => {
      onStep(`${contender.name}, ${fitting === 'one' ? 'one fit for all' : 'a fit for each'}`);
      return predictFitted(contender, sets, fitting, effort.evaluations);
    }),
  );
  onStep('intervals');
  const [one = []] = byFitting;
  const refitted = one[0] ?? given;
  return [
    judge(given, { refitted, given }, sets, effort.draws),
    ...byFitting.flatMap((models) =>
      models.map((model) => judge(model, { refitted: models[0] ?? refitted, given }, sets, effort.draws)),
    ),
  ];
}

/** Ours as it runs in the service. */
function predictGiven(sets: readonly MatchSet[]): Predicted {
  const probabilities = sets.map((set) => {
    const { winProbability } = replay(set.matches, { playerCount: set.playerCount });
    const limits = { min: MODEL.STEEP_MIN, max: MODEL.STEEP_MAX };
    const here = withSteepness(pair.predict(set, givenConstants), givenConstants, limits);
    if (here.some((probability, row) => !Object.is(probability, winProbability[row]))) {
      throw new Error(`On ${set.name}, the model that is fitted here is not the one of packages/rating/src.`);
    }
    return winProbability;
  });
  return {
    contender: { name: 'Bandeja, in use', note: 'the pair model with the constants in use (packages/rating/src)' },
    fitting: 'given',
    evaluations: 0,
    constants: sets.map(() => givenConstants),
    probabilities,
  };
}

function predictFitted(
  contender: Contender,
  sets: readonly MatchSet[],
  fitting: 'one' | 'own',
  evaluations: number,
): Predicted {
  const together = fitting === 'one' ? fit(contender, sets, evaluations).constants : null;
  const constants = sets.map((set) => together ?? fit(contender, [set], evaluations).constants);
  const probabilities = sets.map((set, index) => {
    const values = constants[index] ?? {};
    return withSteepness(contender.predict(set, values), values);
  });
  return { contender, fitting, evaluations, constants, probabilities };
}

function judge(
  model: Predicted,
  ours: { readonly refitted: Predicted; readonly given: Predicted },
  sets: readonly MatchSet[],
  draws: number,
): Judged {
  const scores = sets.map((set, index) => scoreSet(set, model.probabilities[index] ?? new Float64Array()));
  const { name, note } = model.contender;
  return {
    name,
    note,
    isOurs: model.contender === pair || model.fitting === 'given',
    fitting: model.fitting,
    constants: model.constants,
    evaluations: model.evaluations,
    scores,
    mean: meanScoreOf(scores),
    aboveRefitted: differences(model, ours.refitted, sets, draws),
    aboveGiven: differences(model, ours.given, sets, draws),
  };
}

/** By set, then for the mean. */
function differences(model: Predicted, ours: Predicted, sets: readonly MatchSet[], draws: number): Difference[] {
  const days = sets.map((set, index): DaySums => {
    const theirs = lossOf(model.probabilities[index] ?? new Float64Array());
    const own = lossOf(ours.probabilities[index] ?? new Float64Array());
    const apart = theirs.map((loss, row) => loss - (own[row] as number));
    return sumByDay(apart.subarray(set.scoreFrom), set.matches.at.subarray(set.scoreFrom));
  });
  return [...days.map((day) => bootstrap([day], draws)), bootstrap(days, draws)];
}

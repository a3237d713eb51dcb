import { type Bounds, boundsOf } from './bounds.ts';
import { type Encounters, encountersOf } from './encounters.ts';
import type { Night, Pair, Round } from './night.ts';
import { type Sentence, sentencesOf } from './sentences.ts';

export const rulesThatGiveWay = ['avoid_pairs', 'rests', 'fixed_pairs'] as const;
export type GivenWay = (typeof rulesThatGiveWay)[number];

/** How fair the rounds are, and how fair a plan of the night can be. */
export interface Certificate {
  /** Times that a pair played together after its first; fixed pairs are not counted. */
  readonly teammateRepeats: number;
  readonly teammateLowerBound: number;
  readonly opponentMeetings: { readonly min: number; readonly max: number };
  readonly opponentMaxBound: number;
  /** The largest difference of rests of two players over the rounds at which both are present. */
  readonly sitOutDifference: number;
  readonly restDifferenceBound: number;
  /** How far the probability of a win is from one half, on average and at most; null: none is known. */
  readonly meanImbalance: number | null;
  readonly worstImbalance: number | null;
  /** [times, pairs], by times. */
  readonly teammateHistogram: readonly Pair[];
  readonly opponentHistogram: readonly Pair[];
  readonly proof: 'whist' | 'search' | 'by_hand';
  /** Pairs that were present together and in no match together. */
  readonly neverMet: number;
  readonly gaveWay: readonly GivenWay[];
  readonly sentences: readonly Sentence[];
}

/**
 * The certificate of a plan, computed from its rounds alone.
 *
 * @param byHand whether a round was changed by hand
 */
export function certificateOf(
  night: Night,
  rounds: readonly Round[],
  winProbability: (a: Pair, b: Pair) => number | null,
  byHand: boolean,
): Certificate {
  const encounters = encountersOf(night, rounds);
  const bounds = boundsOf(encounters);
  const matches = rounds.flatMap(({ courts }) => courts);
  const imbalances = matches.flatMap(({ teamA, teamB }) => {
    const probability = winProbability(teamA, teamB);
    return probability === null ? [] : [Math.abs(probability - 0.5)];
  });
  const numbers = {
    teammateRepeats: encounters.teammateRepeats,
    teammateLowerBound: bounds.teammateRepeats,
    opponentMeetings: {
      min: Math.min(...finite(encounters.opponents)),
      max: Math.max(...finite(encounters.opponents)),
    },
    opponentMaxBound: bounds.opponentMax,
    sitOutDifference: encounters.restDifference,
    restDifferenceBound: bounds.restDifference,
    meanImbalance: imbalances.length === 0 ? null : imbalances.reduce((sum, one) => sum + one, 0) / imbalances.length,
    worstImbalance: imbalances.length === 0 ? null : Math.max(...imbalances),
    teammateHistogram: histogramOf(encounters.teammates),
    opponentHistogram: histogramOf(encounters.opponents),
    proof: byHand ? ('by_hand' as const) : proofOf(night, encounters),
    neverMet: encounters.neverMet,
    gaveWay: gaveWayIn(encounters),
  };
  return { ...numbers, sentences: sentencesOf(night, numbers, encounters, isBest(night, encounters, bounds)) };
}

const finite = (counts: readonly number[]): readonly number[] => (counts.length === 0 ? [0] : counts);

function histogramOf(counts: readonly number[]): readonly Pair[] {
  const pairs = new Map<number, number>();
  for (const times of counts) pairs.set(times, (pairs.get(times) ?? 0) + 1);
  return [...pairs].toSorted(([one], [other]) => one - other);
}

function proofOf(night: Night, { teammates, opponents }: Encounters): 'whist' | 'search' {
  const isWhist =
    night.format === 'americano' &&
    teammates.length === (night.players.length * (night.players.length - 1)) / 2 &&
    teammates.every((times) => times === 1) &&
    opponents.every((times) => times === 2);
  return isWhist ? 'whist' : 'search';
}

function gaveWayIn({ avoidedMet, restDifference, fixedBroken }: Encounters): readonly GivenWay[] {
  const broken = { avoid_pairs: avoidedMet > 0, rests: restDifference > 1, fixed_pairs: fixedBroken > 0 };
  return rulesThatGiveWay.filter((rule) => broken[rule]);
}

/** Whether no plan of these games has fewer repeats, more even opponents or rests: the aims of americano and teams. */
function isBest({ format }: Night, encounters: Encounters, bounds: Bounds): boolean {
  return (
    (format === 'americano' || format === 'teams') &&
    encounters.teammateRepeats === bounds.teammateRepeats &&
    Math.max(...finite(encounters.opponents)) === bounds.opponentMax &&
    Math.min(...finite(encounters.opponents)) >= bounds.opponentMin &&
    encounters.restDifference === bounds.restDifference
  );
}

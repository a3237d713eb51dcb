import type { PlanQuality } from '@bandeja/contract/plan-quality';
import { roundTo } from '@bandeja/contract/rounding';
import { certificateOf, type Night, type Pair, type Round, type Sentence } from '@bandeja/planner';
import { formatText, type MessageCode, type MessageValues } from '../messages/format.ts';
import type { Language } from '../messages/languages.ts';

/** The planner's certificate, in the language of the caller. */
export function qualityOf(
  night: Night,
  rounds: readonly Round[],
  chanceOf: (first: Pair, second: Pair) => number | null,
  byHand: boolean,
  language: Language,
): PlanQuality {
  const one = certificateOf(night, rounds, chanceOf, byHand);
  return {
    teammate_repeats: one.teammateRepeats,
    teammate_lower_bound: one.teammateLowerBound,
    opponent_meetings: one.opponentMeetings,
    sit_out_difference: one.sitOutDifference,
    mean_imbalance: one.meanImbalance === null ? null : roundTo(one.meanImbalance, 4),
    worst_imbalance: one.worstImbalance === null ? null : roundTo(one.worstImbalance, 4),
    teammate_histogram: one.teammateHistogram.map(([times, pairs]) => [times, pairs]),
    opponent_histogram: one.opponentHistogram.map(([times, pairs]) => [times, pairs]),
    rest_difference_bound: one.restDifferenceBound,
    opponent_max_bound: one.opponentMaxBound,
    proof: one.proof,
    never_met: one.neverMet,
    gave_way: one.gaveWay,
    text: one.sentences.map((sentence) => textOf(sentence, language)).join(' '),
    values: Object.fromEntries(one.sentences.flatMap(valuesOf)),
  };
}

function textOf({ code, values }: Sentence, language: Language): string {
  const message = `plan.${code}` as const satisfies MessageCode;
  return formatText(language, message, values as MessageValues<typeof message>);
}

/** Sentences share the names of values, so each name begins with its sentence. */
const valuesOf = ({ code, values }: Sentence): [string, number][] =>
  Object.entries(values).map(([name, value]) => [`${code}_${name}`, value]);

import type { Encounters } from './encounters.ts';
import type { Night } from './night.ts';

/** A sentence of a certificate: the texts are made from the values, in each language. */
export interface Sentence {
  readonly code: SentenceCode;
  readonly values: Readonly<Record<string, number>>;
}

/** All sentences in their order, with the names of their values. */
export const sentenceValues = {
  no_rounds_yet: [],
  everyone_partners_everyone_once: [],
  nobody_partners_twice: [],
  teammates_repeat: ['repeats', 'bound'],
  everyone_opposes_everyone: ['times'],
  opponents_meet: ['min', 'max'],
  pairs_meet_equally: ['times'],
  pairs_meet: ['min', 'max'],
  nobody_rests: [],
  everyone_rests: ['times'],
  rests_within_one: [],
  rests_differ: ['difference'],
  favourites_win: ['percent'],
  avoided_pairs_gave_way: ['times'],
  fixed_pairs_gave_way: ['times'],
  changed_by_hand: [],
  no_plan_can_do_better: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type SentenceCode = keyof typeof sentenceValues;

interface Numbers {
  readonly teammateRepeats: number;
  readonly teammateLowerBound: number;
  readonly opponentMeetings: { readonly min: number; readonly max: number };
  readonly sitOutDifference: number;
  readonly meanImbalance: number | null;
  readonly proof: 'whist' | 'search' | 'by_hand';
}

/** The sentences of a certificate, in the order in which they are read. */
export function sentencesOf(night: Night, numbers: Numbers, encounters: Encounters, isBest: boolean): Sentence[] {
  if (encounters.opponentSlots === 0) return [sentence('no_rounds_yet')];
  return [
    ...(night.format === 'teams' ? [] : [teammates(numbers, encounters)]),
    opponents(night, numbers),
    rests(numbers, encounters),
    ...favourites(numbers),
    ...(encounters.avoidedMet > 0 ? [sentence('avoided_pairs_gave_way', { times: encounters.avoidedMet })] : []),
    ...(encounters.fixedBroken > 0 ? [sentence('fixed_pairs_gave_way', { times: encounters.fixedBroken })] : []),
    ...(numbers.proof === 'by_hand' ? [sentence('changed_by_hand')] : []),
    ...(isBest ? [sentence('no_plan_can_do_better')] : []),
  ];
}

const sentence = (code: SentenceCode, values: Readonly<Record<string, number>> = {}): Sentence => ({ code, values });

/** None if all chances are even, such as those of players without a rating. */
function favourites({ meanImbalance }: Numbers): Sentence[] {
  const percent = Math.round(50 + 100 * (meanImbalance ?? 0));
  return percent === 50 ? [] : [sentence('favourites_win', { percent })];
}

function teammates({ teammateRepeats, teammateLowerBound }: Numbers, encounters: Encounters): Sentence {
  if (teammateRepeats > 0) return sentence('teammates_repeat', { repeats: teammateRepeats, bound: teammateLowerBound });
  const all = encounters.teammates.every((times) => times === 1);
  return sentence(all ? 'everyone_partners_everyone_once' : 'nobody_partners_twice');
}

function opponents({ format }: Night, { opponentMeetings: { min, max } }: Numbers): Sentence {
  if (format === 'teams') {
    return min === max ? sentence('pairs_meet_equally', { times: min }) : sentence('pairs_meet', { min, max });
  }
  return min === max ? sentence('everyone_opposes_everyone', { times: min }) : sentence('opponents_meet', { min, max });
}

function rests({ sitOutDifference }: Numbers, { rests: counts }: Encounters): Sentence {
  if (counts.every((times) => times === 0)) return sentence('nobody_rests');
  if (sitOutDifference > 1) return sentence('rests_differ', { difference: sitOutDifference });
  const [first = 0] = counts;
  return counts.every((times) => times === first)
    ? sentence('everyone_rests', { times: first })
    : sentence('rests_within_one');
}

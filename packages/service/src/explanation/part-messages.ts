import { roundTo } from '@bandeja/contract/rounding';
import type { ChangePartName } from '@bandeja/rating';
import { type FormattedMessage, formatMessage, withNulls } from '../messages/format.ts';
import type { Language } from '../messages/languages.ts';

/** The input of the sentences about one player's change. Shares and probabilities are the player's own, 0 to 1. */
export interface PartFacts {
  readonly result: 'won' | 'drew' | 'lost';
  readonly winProbability: number;
  /** The share that the ratings predicted before the result. Null if the scoreline did not count. */
  readonly expectedShare: number | null;
  readonly share: number | null;
  /** What the scoreline counts. */
  readonly unit: 'games' | 'points';
  /** The starting level that a first match is placed from; null without one. */
  readonly stated: { readonly service_score: number; readonly level: number } | null;
  readonly scoreBefore: number;
  /** Just before the result, in points: placed, for a newcomer. */
  readonly uncertaintyBefore: number;
  /** Whether the teammate had a rated match before. A starting level is none: it counts for its player only. */
  readonly isTeammateRated: boolean;
  /** The teammate's mean less the player's own before the match, in logits; 0 if one of them was new. */
  readonly teammateAbove: number;
  /** How much result and scoreline together moved the mean, in logits. */
  readonly moved: number;
  /** What the guards hold after the match, `shown − mean` in logits. */
  readonly held: number;
}

/** The sentence about one part of a change. @param points the part's points, below 0 for a loss */
export function partMessage(
  language: Language,
  code: ChangePartName,
  points: number,
  facts: PartFacts,
): FormattedMessage {
  switch (code) {
    case 'placement':
      return placementMessage(language, points, facts);
    case 'teammate':
      return formatMessage(language, 'explanation.teammate', {
        teammate_level: facts.teammateAbove > 0 ? 'higher' : 'lower',
      });
    case 'result':
      return resultMessage(language, points, facts);
    case 'margin':
      return marginMessage(language, points, facts);
    case 'guard':
      return formatMessage(language, 'explanation.guard', { guarded: guardedBy(points, facts) });
  }
}

function placementMessage(language: Language, points: number, facts: PartFacts): FormattedMessage {
  const { stated, scoreBefore, uncertaintyBefore: uncertainty, isTeammateRated } = facts;
  if (stated === null) {
    const message = formatMessage(language, 'explanation.placement', {
      set_by: isTeammateRated ? 'teammate' : 'opponents',
    });
    return withNulls(message, 'stated_service_score', 'stated_level', 'service_score', 'uncertainty');
  }
  const { text, values } = formatMessage(language, 'explanation.placement_stated', {
    stated_level: stated.level,
    service_score: scoreBefore + points,
    uncertainty,
  });
  return { text, values: { set_by: null, stated_service_score: stated.service_score, ...values } };
}

/**
 * The match that the guard's points come from: this one if the guard now holds something in the same direction, else an earlier
 * one. A guard also acts if the teammate alone moved the mean against the result; only a scoreline makes it a close match.
 */
function guardedBy(points: number, facts: PartFacts): 'close_win' | 'win' | 'close_loss' | 'loss' | 'earlier' {
  const { result, moved, held, share, expectedShare } = facts;
  const sign = result === 'won' ? 1 : -1;
  if (result === 'drew' || sign * held <= 0 || sign * points <= 0) return 'earlier';
  const isClose = sign * moved < 0 && sign * ((share ?? 0) - (expectedShare ?? 0)) < 0;
  if (result === 'won') return isClose ? 'close_win' : 'win';
  return isClose ? 'close_loss' : 'loss';
}

function resultMessage(language: Language, points: number, { result, winProbability }: PartFacts): FormattedMessage {
  const win_probability = winProbability;
  if (result !== 'drew')
    return withNulls(formatMessage(language, 'explanation.result', { result, win_probability }), 'draw_was');
  // The points and the probability use different gaps, so in a nearly even match their directions may differ.
  const isLess = points < 0 && winProbability > 0.5;
  const isMore = points > 0 && winProbability < 0.5;
  const draw_was = isLess ? 'less' : isMore ? 'more' : 'as_expected';
  const message = formatMessage(language, 'explanation.draw', { win_probability, draw_was });
  return { ...message, values: { result, ...message.values } };
}

/** Whether two shares are equal after rounding. @param unit of the rounding, in hundredths of a percent */
const alike = (one: number, other: number, unit: number): boolean =>
  Math.round(Math.round(one * 10_000) / unit) === Math.round(Math.round(other * 10_000) / unit);

/** The result is counted first, so a scoreline better than the ratings predicted may still take points off a win. */
function marginMessage(language: Language, points: number, facts: PartFacts): FormattedMessage {
  const { result, unit } = facts;
  const expected_share = roundTo(facts.expectedShare ?? 0.5, 4);
  const share = roundTo(facts.share ?? 0.5, 4);
  const isAgainst =
    (result === 'won' && points < 0 && share >= expected_share) ||
    (result === 'lost' && points > 0 && share <= expected_share);
  // The shown expected share is steeper than the one behind the points, so a strong pair may gain with a slightly lower share.
  const isContrary = !isAgainst && points * (share - expected_share) < 0;
  const values = { unit, share, result_counted: isAgainst ? 'more' : 'as_usual' } as const;
  if (isContrary || alike(expected_share, share, 10)) {
    return withNulls(formatMessage(language, 'explanation.margin_same', values), 'expected_share');
  }
  const isNear = alike(expected_share, share, 100);
  return formatMessage(language, isNear ? 'explanation.margin_near' : 'explanation.margin', {
    ...values,
    expected_share,
  });
}

import { roundTo } from '@bandeja/contract/rounding';
import type { ChangePartName } from '@bandeja/rating';
import { type FormattedMessage, formatMessage, withNulls } from '../messages/format.ts';
import type { Language } from '../messages/languages.ts';

/** What the sentences about one player's change are made of. Shares and probabilities are 0 to 1, the player's own. */
export interface PartFacts {
  readonly result: 'won' | 'drew' | 'lost';
  readonly winProbability: number;
  /** What the ratings pointed to before the result. Null where the scoreline did not count. */
  readonly expectedShare: number | null;
  readonly share: number | null;
  /** What the scoreline counts. */
  readonly unit: 'games' | 'points';
  /** Whole days since the player's last rated match; null for a first one. */
  readonly daysSince: number | null;
  /** Whether the teammate had a rating before. */
  readonly isTeammateRated: boolean;
  /** The teammate's mean less the player's own before the match, in logits; 0 if one of them was new. */
  readonly teammateAbove: number;
}

/** One part of a change in a sentence that a player understands. @param points what it took or gave */
export function partWords(
  language: Language,
  code: ChangePartName,
  points: number,
  facts: PartFacts,
): FormattedMessage {
  switch (code) {
    case 'placement':
      return formatMessage(language, 'explanation.placement', {
        set_by: facts.isTeammateRated ? 'teammate' : 'opponents',
      });
    case 'inactivity':
      return formatMessage(language, 'explanation.inactivity', { days: facts.daysSince ?? 0 });
    case 'teammate':
      return formatMessage(language, 'explanation.teammate', { teammate_level: teammateLevel(points, facts) });
    case 'result':
      return resultWords(language, points, facts);
    case 'margin':
      return marginWords(language, points, facts);
    case 'confidence':
      return formatMessage(language, 'explanation.confidence', {});
    case 'protection':
      return formatMessage(language, 'explanation.protection', {
        points: Math.abs(points),
        change: points > 0 ? 'withheld' : 'made_up',
      });
  }
}

/** The part holds what the evidence made surer, too: it can add points beside a teammate of a lower level. */
function teammateLevel(points: number, { teammateAbove }: PartFacts): 'higher' | 'lower' | 'similar' {
  if (points > 0 && teammateAbove > 0) return 'higher';
  return points < 0 && teammateAbove < 0 ? 'lower' : 'similar';
}

function resultWords(language: Language, points: number, { result, winProbability }: PartFacts): FormattedMessage {
  const win_probability = winProbability;
  if (result !== 'drew')
    return withNulls(formatMessage(language, 'explanation.result', { result, win_probability }), 'draw_was');
  // The points are counted from another gap than the probability, so near even the two may point to different sides.
  const isLess = points < 0 && winProbability > 0.5;
  const isMore = points > 0 && winProbability < 0.5;
  const draw_was = isLess ? 'less' : isMore ? 'more' : 'as_expected';
  const told = formatMessage(language, 'explanation.draw', { win_probability, draw_was });
  return { ...told, values: { result, ...told.values } };
}

/** Whether two shares of four decimals look alike in percent. @param unit of what is shown, in hundredths of a percent */
const alike = (one: number, other: number, unit: number): boolean =>
  Math.round(Math.round(one * 10_000) / unit) === Math.round(Math.round(other * 10_000) / unit);

/** The points are counted after the result, so a scoreline may beat the ratings and still not add to what the win gave. */
function marginWords(language: Language, points: number, facts: PartFacts): FormattedMessage {
  const { result, unit } = facts;
  const expected_share = roundTo(facts.expectedShare ?? 0.5, 4);
  const share = roundTo(facts.share ?? 0.5, 4);
  const isAgainst =
    (result === 'won' && points < 0 && share >= expected_share) ||
    (result === 'lost' && points > 0 && share <= expected_share);
  // Texts name a steeper share than the points are counted from, so a strong pair may gain a little below what it was told.
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

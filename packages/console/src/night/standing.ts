/** A row of a night's ranking in words: a player, or the pair of a night of fixed pairs. */
import type { Api } from '@bandeja/client';
import { texts } from '../language.ts';
import { formatAverage, formatNumber } from '../numbers.ts';

const t = texts('console.night.standing');

export type StandingRow = Api.LiveNight['standings'][number];
type Rule = Pick<Api.LiveNight, 'rank_by' | 'scoring'>;

/** The rule that decides, such as “by points a match”. */
export function rankedBy({ rank_by: rule, scoring }: Rule): string {
  if (rule === 'wins') return t('by_wins');
  if (rule === 'average') return scoring === 'points' ? t('by_points_a_match') : t('by_games_a_match');
  return scoring === 'points' ? t('by_points') : t('by_games');
}

/** What decides between equal rows. */
export const tieRule = ({ rank_by: rule }: Pick<Rule, 'rank_by'>): string =>
  ({ points: t('tied_points'), average: t('tied_averages'), wins: t('tied_wins') })[rule];

/** The number that decides. */
export function rankedValue({ points, wins, average }: StandingRow, { rank_by: rule }: Rule): string {
  if (rule === 'average') return average === null ? '–' : formatAverage(average);
  return formatNumber(rule === 'wins' ? wins : points);
}

/** What that number counts. */
export function rankedUnit({ points, wins }: StandingRow, { rank_by: rule, scoring }: Rule): string {
  if (rule === 'average') return scoring === 'points' ? t('points_a_match') : t('games_a_match');
  return t(rule === 'wins' ? 'wins' : scoring, { n: rule === 'wins' ? wins : points });
}

export const matchesText = (n: number): string => t('matches', { n });

/** One number, or both of a pair. */
export const numbersOf = ({ number = 0, numbers }: StandingRow): readonly number[] => numbers ?? [number];

/** Rules that compare the games won in some matches with their expectation, or with the player's other matches. */
import { type CompetitionType, competitionTypes } from '@bandeja/contract/match-enums';
import type { Difference } from '../played/forecast.ts';
import type { PlayedMatch } from '../played/played-match.ts';
import type { TestResult } from './counted.ts';
import type { RuleInput, ScoredMatch } from './rule-input.ts';

/** The values of a sentence that compares matches. */
interface MatchValues {
  /** The size of the difference, in games per hundred. */
  readonly games_in_100: number;
  readonly compared: 'more' | 'fewer';
  readonly matches: number;
}

interface SideValues extends Pick<MatchValues, 'games_in_100' | 'matches'> {
  readonly side: 'left' | 'right';
}

/** Compares the better side of the court with the other side. */
export function courtSides(input: RuleInput, prior: number): TestResult<SideValues>[] {
  const scored = input.scored;
  const on = (side: PlayedMatch['courtPosition']): ScoredMatch[] =>
    scored.filter((match) => match.courtPosition === side);
  const [left, right] = [on('left'), on('right')];
  const matches = left.length + right.length;
  const toLeft = againstOthers(left, right, prior);
  const isRight = toLeft.z < 0;
  const result = isRight ? againstOthers(right, left, prior) : toLeft;
  const { games_in_100 } = result.values;
  return [{ ...result, sample: matches, values: { side: isRight ? 'right' : 'left', games_in_100, matches } }];
}

/** Compares each kind of competition with all other matches, including those without a kind. */
export function competitions(
  input: RuleInput,
  prior: number,
): TestResult<MatchValues & { readonly competition_type: CompetitionType }>[] {
  const scored = input.scored;
  return competitionTypes.map((type) => {
    const here = scored.filter((match) => match.competitionType === type);
    const elsewhere = scored.filter((match) => match.competitionType !== type);
    const result = againstOthers(here, elsewhere, prior);
    return { ...result, values: { competition_type: type, ...result.values } };
  });
}

/** Compares the matches with each teammate that the caller may see with their expectation. */
export function teammates(input: RuleInput, prior: number): TestResult<MatchValues & { readonly teammate: string }>[] {
  const byTeammate = new Map<string, ScoredMatch[]>();
  for (const one of input.scored) {
    const { id } = one.teammate;
    if (id === null) continue;
    const matches = byTeammate.get(id);
    if (matches === undefined) byTeammate.set(id, [one]);
    else matches.push(one);
  }
  return [...byTeammate.values()].map((matches) => {
    const teammate = matches[0]?.teammate.display_name ?? '';
    const result = againstExpectation(matches, prior);
    return { ...result, values: { teammate, ...result.values } };
  });
}

const FORM_MATCHES = 10;

/** Compares the newest matches with their expectation. */
export function currentForm(input: RuleInput, prior: number): TestResult<MatchValues>[] {
  return [againstExpectation(input.scored.slice(0, FORM_MATCHES), prior)];
}

function againstExpectation(matches: readonly ScoredMatch[], prior: number): TestResult<MatchValues> {
  const n = matches.length;
  const share = meanOf(matches, 'share');
  return {
    size: n,
    sample: n,
    z: meanOf(matches, 'standardised') * Math.sqrt(n),
    effect: (share * n) / (n + prior),
    ...sentenceValues(share, n),
  };
}

/** Compares matches with other matches of the same player. */
function againstOthers(
  here: readonly ScoredMatch[],
  there: readonly ScoredMatch[],
  prior: number,
): TestResult<MatchValues> {
  const size = Math.min(here.length, there.length);
  const variance = 1 / here.length + 1 / there.length;
  const n = 1 / variance;
  const share = meanOf(here, 'share') - meanOf(there, 'share');
  return {
    size,
    sample: here.length,
    z: size === 0 ? 0 : (meanOf(here, 'standardised') - meanOf(there, 'standardised')) / Math.sqrt(variance),
    effect: size === 0 ? 0 : (share * n) / (n + prior),
    ...sentenceValues(share, here.length),
  };
}

function meanOf(matches: readonly ScoredMatch[], measure: keyof Difference): number {
  return matches.reduce((sum, match) => sum + match.difference[measure], 0) / Math.max(matches.length, 1);
}

function sentenceValues(share: number, matches: number): Pick<TestResult<MatchValues>, 'isVisible' | 'values'> {
  const games_in_100 = Math.round(Math.abs(share) * 100);
  return { isVisible: games_in_100 > 0, values: { games_in_100, compared: share > 0 ? 'more' : 'fewer', matches } };
}

/** Rules that compare matches: how far each went beside its expectation, here against elsewhere. */
import { type CompetitionType, competitionTypes } from '@bandeja/contract/match-enums';
import type { Difference } from '../analysis/forecast.ts';
import type { PlayedMatch } from '../analysis/played-match.ts';
import type { Reading } from './counted.ts';
import type { ScoredMatch, Season } from './season.ts';

/** What a sentence holds of matches beside their expectation. */
interface MatchValues {
  /** Games in a hundred, whichever way. */
  readonly games_in_100: number;
  readonly compared: 'more' | 'fewer';
  readonly matches: number;
}

interface SideValues extends Pick<MatchValues, 'games_in_100' | 'matches'> {
  readonly side: 'left' | 'right';
}

/** The better side of the court against the other. */
export function courtSides(season: Season, prior: number): Reading<SideValues>[] {
  const scored = season.scored;
  const on = (side: PlayedMatch['courtPosition']): ScoredMatch[] =>
    scored.filter((match) => match.courtPosition === side);
  const [left, right] = [on('left'), on('right')];
  const matches = left.length + right.length;
  const toLeft = between(left, right, prior);
  const isRight = toLeft.z < 0;
  const reading = isRight ? between(right, left, prior) : toLeft;
  const { games_in_100 } = reading.values;
  return [{ ...reading, sample: matches, values: { side: isRight ? 'right' : 'left', games_in_100, matches } }];
}

/** Each kind of competition against all others, those that were not said among them. */
export function competitions(
  season: Season,
  prior: number,
): Reading<MatchValues & { readonly competition_type: CompetitionType }>[] {
  const scored = season.scored;
  return competitionTypes.map((type) => {
    const here = scored.filter((match) => match.competitionType === type);
    const elsewhere = scored.filter((match) => match.competitionType !== type);
    const reading = between(here, elsewhere, prior);
    return { ...reading, values: { competition_type: type, ...reading.values } };
  });
}

/** Each teammate who is not hidden from the caller. */
export function teammates(season: Season, prior: number): Reading<MatchValues & { readonly teammate: string }>[] {
  const together = new Map<string, ScoredMatch[]>();
  for (const one of season.scored) {
    const { id } = one.teammate;
    if (id === null) continue;
    const matches = together.get(id);
    if (matches === undefined) together.set(id, [one]);
    else matches.push(one);
  }
  return [...together.values()].map((matches) => {
    const teammate = matches[0]?.teammate.display_name ?? '';
    const reading = besideExpectation(matches, prior);
    return { ...reading, values: { teammate, ...reading.values } };
  });
}

/** So many matches are the present form. */
const FORM_MATCHES = 10;

/** The newest matches. */
export function newestForm(season: Season, prior: number): Reading<MatchValues>[] {
  return [besideExpectation(season.scored.slice(0, FORM_MATCHES), prior)];
}

/** Matches against their expectations. */
function besideExpectation(matches: readonly ScoredMatch[], prior: number): Reading<MatchValues> {
  const n = matches.length;
  const share = meanOf(matches, 'share');
  return {
    size: n,
    sample: n,
    z: meanOf(matches, 'standardised') * Math.sqrt(n),
    effect: (share * n) / (n + prior),
    ...told(share, n),
  };
}

/** Matches against other matches of the same player. */
function between(here: readonly ScoredMatch[], there: readonly ScoredMatch[], prior: number): Reading<MatchValues> {
  const size = Math.min(here.length, there.length);
  const variance = 1 / here.length + 1 / there.length;
  const n = 1 / variance;
  const share = meanOf(here, 'share') - meanOf(there, 'share');
  return {
    size,
    sample: here.length,
    z: size === 0 ? 0 : (meanOf(here, 'standardised') - meanOf(there, 'standardised')) / Math.sqrt(variance),
    effect: size === 0 ? 0 : (share * n) / (n + prior),
    ...told(share, here.length),
  };
}

function meanOf(matches: readonly ScoredMatch[], of: keyof Difference): number {
  return matches.reduce((sum, match) => sum + match.difference[of], 0) / Math.max(matches.length, 1);
}

function told(share: number, matches: number): Pick<Reading<MatchValues>, 'isVisible' | 'values'> {
  const games_in_100 = Math.round(Math.abs(share) * 100);
  return { isVisible: games_in_100 > 0, values: { games_in_100, compared: share > 0 ? 'more' : 'fewer', matches } };
}

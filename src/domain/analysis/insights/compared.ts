/** Rules that compare matches: how far each went beside its expectation, here against elsewhere. */
import { competitionTypes } from '../../matches/index.ts';
import type { SeenMatch } from '../seen-match.ts';
import type { Reading, Words } from './counted.ts';
import type { Difference, ScoredMatch, Season } from './season.ts';

/** The better side of the court against the other. */
export function courtSides(season: Season, prior: number): Reading[] {
  const scored = season.scored;
  const on = (side: SeenMatch['courtPosition']): ScoredMatch[] =>
    scored.filter(({ match }) => match.courtPosition === side);
  const [left, right] = [on('left'), on('right')];
  const n = left.length + right.length;
  const compared = between(left, right, prior, { side: 'left', n });
  const reading = compared.z < 0 ? between(right, left, prior, { side: 'right', n }) : compared;
  return [{ ...reading, sample: n }];
}

/** What kinds of competition are called in a sentence. */
const competitionNames = {
  social: 'social matches',
  training: 'training matches',
  league: 'league matches',
  tournament: 'tournament matches',
} as const satisfies Record<(typeof competitionTypes)[number], string>;

/** Each kind of competition against all others, those that were not said among them. */
export function competitions(season: Season, prior: number): Reading[] {
  const scored = season.scored;
  return competitionTypes.map((type) => {
    const here = scored.filter(({ match }) => match.competitionType === type);
    const elsewhere = scored.filter(({ match }) => match.competitionType !== type);
    return between(here, elsewhere, prior, { type: competitionNames[type], n: here.length });
  });
}

/** Each teammate whom the caller may see. */
export function teammates(season: Season, prior: number): Reading[] {
  const together = new Map<string, ScoredMatch[]>();
  for (const one of season.scored) {
    const { id } = one.match.teammate;
    if (id === null) continue;
    const matches = together.get(id);
    if (matches === undefined) together.set(id, [one]);
    else matches.push(one);
  }
  return [...together.values()].map((matches) => {
    const name = matches[0]?.match.teammate.display_name ?? '';
    return besideExpectation(matches, prior, { name: shortened(name) });
  });
}

/** So many matches are the present form. */
const FORM_MATCHES = 10;

/** The newest matches. */
export function newestForm(season: Season, prior: number): Reading[] {
  return [besideExpectation(season.scored.slice(0, FORM_MATCHES), prior, {})];
}

/** Matches against their expectations. */
function besideExpectation(matches: readonly ScoredMatch[], prior: number, words: Words): Reading {
  const n = matches.length;
  const share = meanOf(matches, 'share');
  return {
    size: n,
    sample: n,
    z: meanOf(matches, 'standardised') * Math.sqrt(n),
    effect: (share * n) / (n + prior),
    words: { ...words, n, x: inHundred(share) },
  };
}

/** Matches against other matches of the same player. */
function between(here: readonly ScoredMatch[], there: readonly ScoredMatch[], prior: number, words: Words): Reading {
  const size = Math.min(here.length, there.length);
  const variance = 1 / here.length + 1 / there.length;
  const n = 1 / variance;
  const share = meanOf(here, 'share') - meanOf(there, 'share');
  return {
    size,
    sample: here.length,
    z: size === 0 ? 0 : (meanOf(here, 'standardised') - meanOf(there, 'standardised')) / Math.sqrt(variance),
    effect: size === 0 ? 0 : (share * n) / (n + prior),
    words: { ...words, x: inHundred(share) },
  };
}

function meanOf(matches: readonly ScoredMatch[], of: keyof Difference): number {
  return matches.reduce((sum, match) => sum + match[of], 0) / Math.max(matches.length, 1);
}

/** Games in a hundred, whichever way. */
const inHundred = (share: number): number => Math.round(Math.abs(share) * 100);

/** A name longer than this would push the sentence off a phone's screen. */
const NAME_LENGTH_MAX = 20;

function shortened(name: string): string {
  return [...name].slice(0, NAME_LENGTH_MAX).join('').trimEnd();
}

/** The headline of a card: what a coach would mention first. Every card has one. */

import type { Headline } from '@bandeja/contract/analysis';
import { PROVISIONAL_MATCHES } from '@bandeja/rating';
import type { Pool } from '../calibration/pool.ts';
import { formatMessage, formatText, withNulls } from '../messages/format.ts';
import type { Language } from '../messages/languages.ts';
import { winProbability } from '../played/forecast.ts';
import type { PlayedMatch } from '../played/played-match.ts';
import { type RatingSummary, scoreMove } from './facts.ts';
import { candidatesOf } from './insights.ts';
import { ruleInputOf } from './rule-input.ts';
import { type Candidate, compareCandidates } from './select.ts';

/** `strengths` is for public pages: it never shows a weakness. */
export const headlineChoices = ['any', 'strengths'] as const;
export type HeadlineChoice = (typeof headlineChoices)[number];

/** Before this many rated matches, the headline is where the first matches placed the player. */
const ESTABLISHED_MATCHES = 10;

export interface HeadlineFacts {
  /** Newest first, without walkovers. */
  readonly matches: readonly PlayedMatch[];
  readonly pool: Pool;
  readonly summary: RatingSummary;
  /** The shown score. */
  readonly score: number;
}

/**
 * The tested insight with the highest weight. Without one, from ten rated matches on, the change of the score, or how the
 * results compare with their expectation. Before that, where the first matches placed the player. Streaks and inactivity
 * are shown elsewhere on a card.
 */
export function headlineOf(facts: HeadlineFacts, choice: HeadlineChoice, language: Language): Headline {
  const { matches, pool, summary } = facts;
  const isWanted = ({ direction }: Candidate): boolean => choice === 'any' || direction === 'strength';
  const tested = candidatesOf(ruleInputOf(matches, pool)).filter(isWanted).sort(compareCandidates);
  const isEstablished = summary.matchesPlayed >= ESTABLISHED_MATCHES;
  const moved = isEstablished ? [scoreMove(summary)].filter((move) => move !== null).filter(isWanted) : [];
  const [found] = [...tested, ...moved];
  if (found !== undefined) return { code: found.code, ...found.format(language), sample: found.sample };
  if (summary.matchesPlayed === 0) {
    return { code: 'no_matches', text: formatText(language, 'headline.no_matches', {}), values: {}, sample: 0 };
  }
  const hasRated = matches.some(({ isRated }) => isRated);
  return isEstablished && hasRated ? resultsHeadline(facts, choice, language) : placementHeadline(facts, language);
}

function placementHeadline({ summary, score }: HeadlineFacts, language: Language): Headline {
  const { matchesPlayed: matches, uncertainty, isProvisional } = summary;
  const message = formatMessage(language, 'headline.first_matches', {
    // From then on, nothing says how many more are needed.
    stage: !isProvisional ? 'placed' : matches < PROVISIONAL_MATCHES ? 'placing' : 'placing_longer',
    matches,
    matches_needed: PROVISIONAL_MATCHES,
    service_score: score,
    uncertainty,
  });
  return { code: 'first_matches', ...message, sample: matches };
}

/**
 * Results within a standard deviation of their expectation are right at the rating. A draw is half a win. A public page
 * never shows results behind the rating. It shows more losses than wins only if they are ahead of the rating. Without any
 * expectation, the headline is how many matches were played.
 */
function resultsHeadline(
  { matches, pool, summary }: HeadlineFacts,
  choice: HeadlineChoice,
  language: Language,
): Headline {
  const code = 'as_expected';
  const rated = matches.filter(({ forecast }) => forecast !== null);
  const won = rated.filter((match) => match.won === true).length;
  const draws = rated.filter((match) => match.won === null).length;
  const record = {
    won,
    draws,
    matches: rated.length,
    span: rated.length < summary.matchesPlayed ? 'last' : 'all',
  } as const;
  const chances = rated.flatMap(({ forecast }) => (forecast === null ? [] : [winProbability(forecast, pool)]));
  const expected = chances.reduce((sum, chance) => sum + chance, 0);
  const sd = Math.sqrt(chances.reduce((sum, chance) => sum + chance * (1 - chance), 0));
  const beyond = won + draws / 2 - expected;
  const compared = Math.abs(beyond) <= sd ? 'at_rating' : beyond > 0 ? 'ahead' : 'behind';
  const isMostlyLost = 2 * won + draws < rated.length;
  const isUnkind = compared === 'behind' || (compared === 'at_rating' && isMostlyLost);
  if (rated.length === 0 || (choice === 'strengths' && isUnkind)) {
    const { matchesPlayed: all } = summary;
    const played = formatMessage(language, 'headline.played', { matches: all });
    return { code, ...withNulls(played, 'won', 'draws', 'span', 'expected_wins', 'compared'), sample: all };
  }
  const message = formatMessage(language, 'headline.as_expected', { ...record, expected_wins: expected, compared });
  return { code, ...message, sample: rated.length };
}

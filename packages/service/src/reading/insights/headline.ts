/** What a card says first: what a coach would say first. There is always something to say. */

import type { Headline } from '@bandeja/contract/analysis';
import type { Pool } from '../../ledger/pool.ts';
import { winProbability } from '../analysis/forecast.ts';
import type { PlayedMatch } from '../analysis/played-match.ts';
import { formatMessage, formatText, withNulls } from '../messages/format.ts';
import type { Language } from '../messages/languages.ts';
import { type Standing, scoreMove } from './facts.ts';
import { candidatesOf } from './insights.ts';
import { seasonOf } from './season.ts';
import { type Candidate, compareCandidates } from './select.ts';

/** `strengths` is for pages that the public reads: nothing on it is a weakness. */
export const headlineChoices = ['any', 'strengths'] as const;
export type HeadlineChoice = (typeof headlineChoices)[number];

/** From so many rated matches on, what the score and the results say is told in place of where the player was placed. */
const SETTLED_IN_MATCHES = 10;

/** What a headline is made of. */
export interface HeadlineFacts {
  /** Newest first, without walkovers. */
  readonly matches: readonly PlayedMatch[];
  readonly pool: Pool;
  readonly standing: Standing;
  /** The shown score. */
  readonly score: number;
}

/**
 * The weightiest tested insight; else the move of the score from ten rated matches on; else where the first matches placed the
 * player, or how the results compare with what was expected. Streaks and inactivity stand elsewhere on a card.
 */
export function headlineOf(facts: HeadlineFacts, choice: HeadlineChoice, language: Language): Headline {
  const { matches, pool, standing } = facts;
  const isWanted = ({ direction }: Candidate): boolean => choice === 'any' || direction === 'strength';
  const tested = candidatesOf(seasonOf(matches, pool)).filter(isWanted).sort(compareCandidates);
  const isSettledIn = standing.matchesPlayed >= SETTLED_IN_MATCHES;
  const moved = isSettledIn ? [scoreMove(standing)].filter((move) => move !== null).filter(isWanted) : [];
  const [found] = [...tested, ...moved];
  if (found !== undefined) return { code: found.code, ...found.tell(language), sample: found.sample };
  if (standing.matchesPlayed === 0) {
    return { code: 'no_matches', text: formatText(language, 'headline.no_matches', {}), values: {}, sample: 0 };
  }
  const hasRated = matches.some(({ forecast }) => forecast !== null);
  return isSettledIn && hasRated ? comparedWithRating(facts, choice, language) : placedAt(facts, language);
}

function placedAt({ standing, score }: HeadlineFacts, language: Language): Headline {
  const { matchesPlayed: matches, uncertainty } = standing;
  const told = formatMessage(language, 'headline.first_matches', { matches, service_score: score, uncertainty });
  return { code: 'first_matches', ...told, sample: matches };
}

/**
 * Results within a standard deviation of what was expected are right at the rating. A draw is half a win. A page for the public is told
 * of no results behind the rating, and of more losses than wins only where even fewer wins were expected.
 */
function comparedWithRating(
  { matches, pool, standing }: HeadlineFacts,
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
    span: rated.length < standing.matchesPlayed ? 'last' : 'all',
  } as const;
  const chances = rated.flatMap(({ forecast }) => (forecast === null ? [] : [winProbability(forecast, pool)]));
  const expected = chances.reduce((sum, chance) => sum + chance, 0);
  const sd = Math.sqrt(chances.reduce((sum, chance) => sum + chance * (1 - chance), 0));
  const beyond = won + draws / 2 - expected;
  const compared = Math.abs(beyond) <= sd ? 'at_rating' : beyond > 0 ? 'ahead' : 'behind';
  const isMostlyLost = 2 * won + draws < rated.length;
  if (choice === 'strengths' && (compared === 'behind' || (compared === 'at_rating' && isMostlyLost))) {
    const { matchesPlayed: all } = standing;
    const played = formatMessage(language, 'headline.played', { matches: all });
    return { code, ...withNulls(played, 'won', 'draws', 'span', 'expected_wins', 'compared'), sample: all };
  }
  const told = formatMessage(language, 'headline.as_expected', { ...record, expected_wins: expected, compared });
  return { code, ...told, sample: rated.length };
}

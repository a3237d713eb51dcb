/** Matches behind those that a card is made of, for a player who lately has played much that consistency does not count. */
import { type MatchStretch, readOlderMatches } from '../../store/analysis-matches.ts';
import type { Queryable } from '../../store/database.ts';
import { ANALYSIS_LIMIT_DEFAULT, consistencyOf, isFullSample, type SeenMatch, seenMatch } from '../analysis/index.ts';

const OLDER_AT_ONCE = 50;
/** So that nobody's card costs more than ten others: who has played nothing that counts for so long is told nothing. */
const OLDER_TIMES_MAX = 10;

/** Whether consistency may go on in matches older than the newest ones. */
export function needsOlder(newest: readonly SeenMatch[]): boolean {
  return newest.length === ANALYSIS_LIMIT_DEFAULT && !isFullSample(consistencyOf(newest));
}

/**
 * The matches that follow the newest ones, newest first, as far back as consistency needs them, at most
 * {@link OLDER_TIMES_MAX} times {@link OLDER_AT_ONCE}. Which of them count only the scorelines tell.
 * @param oldest where the newest ones end
 */
export async function olderMatches(
  database: Queryable,
  playerId: string,
  newest: readonly SeenMatch[],
  oldest: MatchStretch['oldest'],
): Promise<SeenMatch[]> {
  const older: SeenMatch[] = [];
  let place = oldest;
  for (let times = 0; times < OLDER_TIMES_MAX && place !== null; times += 1) {
    const stretch: MatchStretch = await readOlderMatches(database, playerId, place, OLDER_AT_ONCE);
    older.push(...stretch.matches.map(seenMatch));
    const isDone = stretch.matches.length < OLDER_AT_ONCE || isFullSample(consistencyOf([...newest, ...older]));
    place = isDone ? null : stretch.oldest;
  }
  return older;
}

/** Matches behind those that a card is made of, for a player who lately has played much that consistency does not count. */
import { readOlderScored } from '../../store/analysis/analysis-matches.ts';
import type { TimeKey } from '../../store/analysis/time-order.ts';
import type { Queryable } from '../../store/engine/database.ts';
import { ANALYSIS_LIMIT_DEFAULT, consistencyOf, isFullSample, type SeenMatch, seenMatch } from '../analysis/index.ts';

/**
 * How many matches further back are looked through, one stretch after the other. Most need a few more only. Beyond them
 * nothing is looked for, so that no card costs many times another.
 */
const STRETCHES = [50, 450] as const;

/** Whether consistency may go on in matches older than the newest ones. */
export function needsOlder(newest: readonly SeenMatch[]): boolean {
  return newest.length === ANALYSIS_LIMIT_DEFAULT && !isFullSample(consistencyOf(newest));
}

/**
 * Scored matches that follow the newest ones, newest first, as far back as consistency needs them. Those in points are
 * among them: what a scoreline counts in is not for the database to say.
 * @param before where the newest ones end
 */
export async function olderMatches(
  database: Queryable,
  playerId: string,
  newest: readonly SeenMatch[],
  before: TimeKey,
): Promise<SeenMatch[]> {
  const older: SeenMatch[] = [];
  let offset = 0;
  for (const limit of STRETCHES) {
    const rows = await readOlderScored(database, playerId, { before, offset, limit });
    older.push(...rows.map(seenMatch));
    if (isFullSample(consistencyOf([...newest, ...older]))) break;
    offset += limit;
  }
  return older;
}

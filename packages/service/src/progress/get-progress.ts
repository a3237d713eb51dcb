import type { Progress } from '@bandeja/contract/progress';
import { canonicalUsername } from '@bandeja/contract/username';
import { scoreOfShown } from '@bandeja/rating';
import type { PartnerContext } from '../context.ts';
import { notFound } from '../validation/not-found.ts';
import { inOrder, pointOf, summaryOf } from './points.ts';
import { type ProgressRequest, readProgress } from './store.ts';

/**
 * A player's score history: the newest points, oldest first.
 * @throws {Problem} `player_not_found`, alike for a player who is invisible and for one who does not exist.
 */
export async function getProgress(
  { actor: { partnerId }, readDatabase }: PartnerContext,
  username: string,
  request: ProgressRequest,
): Promise<Progress> {
  const found = await readProgress(readDatabase, partnerId, canonicalUsername(username), request);
  if (found === undefined) throw notFound('player_not_found', username);
  const { id, username: name, display_name, shown } = found.player;
  const rows = inOrder(found.points, request.interval).slice(-request.limit);
  const points = rows.map(pointOf);
  return {
    player: { id, username: name, display_name },
    points,
    // Not the first point minus its change: during a settlement, a match may not start from the score that the one before ended with.
    summary: summaryOf(points, scoreOfShown(rows.length === 0 ? shown : (rows[0]?.shown_before ?? null))),
  };
}

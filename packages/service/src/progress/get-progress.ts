import type { Progress } from '@bandeja/contract/progress';
import { canonicalUsername } from '@bandeja/contract/username';
import { scoreOfShown } from '@bandeja/rating';
import type { PartnerContext } from '../context.ts';
import { PLAYED_AT_AHEAD_MAX_MS } from '../matches/rules.ts';
import { notFound } from '../validation/not-found.ts';
import { inOrder, pointOf, summaryOf } from './points.ts';
import { type ProgressRequest, readProgress } from './store.ts';

/**
 * A player's score history: the newest points, oldest first.
 * @throws {Problem} `player_not_found`, alike for a player who is invisible and for one who does not exist.
 */
export async function getProgress(
  { actor: { partnerId }, database, now }: PartnerContext,
  username: string,
  request: ProgressRequest,
): Promise<Progress> {
  const found = await readProgress(database, partnerId, canonicalUsername(username), request);
  if (found === undefined) throw notFound('player_not_found', username);
  const { id, username: name, display_name, shown } = found.player;
  const { interval, limit, until } = request;
  const isOpen = until === null || until > now() + PLAYED_AT_AHEAD_MAX_MS;
  const rows = inOrder(found.points, interval, isOpen ? (shown ?? 0) : undefined).slice(-limit);
  const points = rows.map(pointOf);
  // Not the first point minus its change: during a settlement, a match may not start from the score that the one before ended with.
  const first = scoreOfShown(rows[0]?.shown_before ?? null);
  // A match that was played ahead of the clock comes after a shift, and keeps what it first showed.
  const last = isOpen ? undefined : points.at(-1)?.service_score;
  return {
    player: { id, username: name, display_name },
    points,
    summary: summaryOf(points, first, last ?? scoreOfShown(shown)),
  };
}

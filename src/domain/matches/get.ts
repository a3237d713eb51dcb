import { readMatch } from '../../store/matches/matches.ts';
import type { Caller, Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { matchView, type OwnMatchView } from './view.ts';

/**
 * A match that the caller submitted.
 * @throws {Problem} `match_not_found`, also for another partner's match.
 */
export async function getMatch(context: Context, caller: Caller, matchId: string): Promise<OwnMatchView> {
  const row = await readMatch(context.database, caller.partnerId, matchId);
  if (row === undefined) throw new Problem('match_not_found');
  return matchView(row);
}

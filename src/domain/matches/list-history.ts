import type { TimeWindow } from '../../store/analysis/time-order.ts';
import { type HistoryPlace, listHistory as listRows } from '../../store/matches/history.ts';
import type { Page } from '../../store/page.ts';
import type { Caller, Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { type PageOf, readPage } from '../list-page.ts';
import { canonicalUsername } from '../username.ts';
import { type MatchView, matchView } from './view.ts';

/**
 * A player's completed matches from every partner, newest first. What the caller may not see of another partner's match
 * (its labels, its private players) is blanked.
 * @throws {Problem} `player_not_found`, alike for a player who is invisible and for one who does not exist.
 */
export async function listPlayerHistory(
  context: Context,
  caller: Caller,
  username: string,
  window: TimeWindow,
  page: Page<HistoryPlace>,
): Promise<PageOf<MatchView, HistoryPlace>> {
  return readPage(
    page,
    async (stretch) => {
      const name = canonicalUsername(username);
      const rows = await listRows(context.database, caller.partnerId, name, window, stretch);
      if (rows === undefined) throw new Problem('player_not_found');
      return rows;
    },
    (row): MatchView => matchView(row),
    ({ played_at, seen }) => ({ played_at, seen }),
  );
}

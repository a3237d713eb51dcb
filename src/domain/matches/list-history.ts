import { countNewer, type HistoryPlace, type HistoryRow, listHistory as listRows } from '../../store/history.ts';
import type { Page } from '../../store/page.ts';
import { readVisiblePlayer } from '../../store/players.ts';
import type { TimeWindow } from '../../store/time-order.ts';
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
  const player = await readVisiblePlayer(context.database, caller.partnerId, canonicalUsername(username));
  if (player === undefined) throw new Problem('player_not_found');
  const found = await readPage(
    page,
    (stretch) => listRows(context.database, caller.partnerId, player.id, window, stretch),
    (row): MatchView => matchView(row),
    (shown) => placeAfter(shown, page.after),
  );
  if (found.next === null || page.offset === 0) return found;
  // An offset may have skipped matches of that very instant, which the page does not show but its place counts along.
  const { played_at } = found.next;
  const before = await countNewer(context.database, player.id, played_at, window.until);
  const seen = Math.max(found.next.seen, page.offset + found.data.length - before);
  return { ...found, next: { played_at, seen } };
}

/** The place after the last of these rows; rows of the same instant on the pages before are counted along. */
function placeAfter(shown: readonly HistoryRow[], after: HistoryPlace | null): HistoryPlace {
  const last = shown.at(-1);
  if (last === undefined) throw new Error('a page with a successor has rows');
  const { played_at } = last;
  const seen = shown.filter((row) => row.played_at === played_at).length;
  return { played_at, seen: seen + (after?.played_at === played_at ? after.seen : 0) };
}

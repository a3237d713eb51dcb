import type { TimeKey } from '../../store/analysis/time-order.ts';
import { listMatches as listRows, type MatchFilter } from '../../store/matches/match-list.ts';
import type { Page } from '../../store/page.ts';
import type { Caller, Context } from '../context.ts';
import { type PageOf, readPage } from '../list-page.ts';
import { matchView, type OwnMatchView } from './view.ts';

/** The matches that the caller submitted, newest first by (`played_at`, `id`), of every status unless one is asked for. */
export function listMatches(
  context: Context,
  caller: Caller,
  filter: MatchFilter,
  page: Page<TimeKey>,
): Promise<PageOf<OwnMatchView, TimeKey>> {
  return readPage(
    page,
    (stretch) => listRows(context.database, caller.partnerId, filter, stretch),
    (row): OwnMatchView => matchView(row),
    ({ played_at, id }) => ({ played_at, id }),
  );
}

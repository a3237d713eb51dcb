import type { Page } from '../../store/page.ts';
import { listRosterRows, type SlugKey } from '../../store/rosters/rosters.ts';
import type { Caller, Context } from '../context.ts';
import { type PageOf, readPage } from '../list-page.ts';
import { type RosterView, rosterView } from './view.ts';

/** The caller's rosters, by slug. */
export function listRosters(
  context: Context,
  caller: Pick<Caller, 'partnerId'>,
  page: Page<SlugKey>,
): Promise<PageOf<RosterView, SlugKey>> {
  return readPage(
    page,
    (stretch) => listRosterRows(context.database, caller.partnerId, stretch),
    rosterView,
    ({ slug }) => ({ slug }),
  );
}

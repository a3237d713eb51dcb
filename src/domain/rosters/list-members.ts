import type { Page } from '../../store/page.ts';
import type { UsernameKey } from '../../store/players/players.ts';
import { listMemberRows, readRoster } from '../../store/rosters/rosters.ts';
import type { Caller, Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { type PageOf, readPage } from '../list-page.ts';
import { placeByUsername } from '../username.ts';
import { type MemberView, memberView } from './view.ts';

/**
 * The players on a roster, by username.
 * @throws {Problem} `roster_not_found`.
 */
export async function listMembers(
  context: Context,
  caller: Pick<Caller, 'partnerId'>,
  slug: string,
  page: Page<UsernameKey>,
): Promise<PageOf<MemberView, UsernameKey>> {
  const of = { partnerId: caller.partnerId, slug };
  const found = await readPage(
    page,
    (stretch) => listMemberRows(context.database, of, stretch),
    memberView,
    placeByUsername,
  );
  if (found.data.length === 0 && (await readRoster(context.database, of.partnerId, slug)) === undefined) {
    throw new Problem('roster_not_found');
  }
  return found;
}

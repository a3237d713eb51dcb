import { Problem } from '@bandeja/contract/errors/problem';
import { formatInstant } from '@bandeja/contract/instant';
import type { RosterMember } from '@bandeja/contract/rosters';
import { canonicalUsername } from '@bandeja/contract/username';
import type { PartnerContext } from '../context.ts';
import { type PageOf, readPage } from '../paging/list-page.ts';
import type { Page } from '../paging/page.ts';
import { deleteIdsOfInvisible, lockExternalIds } from '../players/external-ids-store.ts';
import { lockVisiblePlayer } from '../players/store.ts';
import { notFound } from '../validation/not-found.ts';
import {
  deleteMemberRow,
  insertVisibleMember,
  listMemberRows,
  type MemberKey,
  type MemberRow,
} from './members-store.ts';
import { lockRoster, readRoster } from './store.ts';

/** The same text for a player who is not on the roster, is invisible, or does not exist. */
const NOT_A_MEMBER = 'No player on this roster has this username or id.';

/**
 * The players on a roster, by username.
 * @throws {Problem} `roster_not_found`.
 */
export async function listMembers(
  context: PartnerContext,
  slug: string,
  page: Page<MemberKey>,
): Promise<PageOf<RosterMember, MemberKey>> {
  const of = { partnerId: context.actor.partnerId, slug };
  const found = await readPage(
    page,
    (batch) => listMemberRows(context.database, of, batch),
    memberView,
    ({ username, profile_id }) => ({ username, profile_id }),
  );
  if (found.data.length === 0 && (await readRoster(context.database, of.partnerId, slug)) === undefined) {
    throw notFound('roster_not_found', slug);
  }
  return found;
}

/**
 * Puts a visible player on one of the caller's rosters. Idempotent.
 * @throws {Problem} `roster_not_found`, `player_not_found`.
 */
export async function addMember(context: PartnerContext, slug: string, username: string): Promise<void> {
  const of = { partnerId: context.actor.partnerId, slug };
  const member = { key: canonicalUsername(username), at: context.now() };
  await context.database.transaction(async (transaction) => {
    if (!(await lockRoster(transaction, of))) throw notFound('roster_not_found', slug);
    const isAdded =
      (await lockVisiblePlayer(transaction, of.partnerId, member.key)) &&
      (await insertVisibleMember(transaction, of, member));
    if (!isAdded) throw notFound('player_not_found', username);
  });
}

/**
 * Takes a player off a roster. If the caller no longer sees it, the caller's ids of it are deleted.
 * @throws {Problem} `roster_not_found`, `player_not_found`.
 */
export async function removeMember(context: PartnerContext, slug: string, username: string): Promise<void> {
  const of = { partnerId: context.actor.partnerId, slug };
  const isRemoved = await context.database.transaction(async (transaction) => {
    await lockExternalIds(transaction, [of.partnerId]);
    const playerId = await deleteMemberRow(transaction, of, canonicalUsername(username));
    if (playerId !== undefined) await deleteIdsOfInvisible(transaction, playerId);
    return playerId !== undefined;
  });
  if (isRemoved) return;
  if ((await readRoster(context.database, of.partnerId, slug)) === undefined) throw notFound('roster_not_found', slug);
  throw new Problem('player_not_found', NOT_A_MEMBER);
}

export function memberView(row: MemberRow): RosterMember {
  return {
    profile_id: row.profile_id,
    username: row.username,
    display_name: row.display_name,
    profile_is_public: row.profile_is_public,
    added_at: formatInstant(row.added_at),
  };
}

import { Problem } from '@bandeja/contract/errors/problem';
import type { RosterMember, ShareRedemption } from '@bandeja/contract/rosters';
import type { Transaction } from '@bandeja/postgres/database';
import type { PartnerContext } from '../context.ts';
import { lockPlayerOfShare, readRedeemedShare, redeemShareRow } from '../players/shares-store.ts';
import { secretHash } from '../runtime/secret.ts';
import { notFound } from '../validation/not-found.ts';
import { memberView } from './members.ts';
import { insertSharedMember, type MemberRow, readMember } from './members-store.ts';
import { lockRoster, type RosterKey } from './store.ts';

/**
 * Uses up a share code and puts its player on the caller's roster, in one transaction: a code is never used up without
 * the membership. Of several who redeem the same code at once, one gets the player. For that one the same request is
 * good again, as long as the player is on the roster, so that it may be sent again when the answer was lost.
 * @throws {Problem} `roster_not_found`; `share_not_found` for a code that is unknown, expired or used otherwise.
 */
const NOT_REDEEMABLE =
  'This code is unknown, has expired or was used by another partner, or the player is your own. Ask for a new code.';

export async function redeemShare(
  context: PartnerContext,
  slug: string,
  { share_code: shareCode }: ShareRedemption,
): Promise<RosterMember> {
  const of = { partnerId: context.actor.partnerId, slug };
  const codeHash = secretHash(shareCode);
  return context.database.transaction(async (transaction) => {
    if (!(await lockRoster(transaction, of))) throw notFound('roster_not_found', slug);
    const member =
      (await addMemberOfOpenShare(transaction, of, codeHash, context.now())) ??
      (await readMemberOfRedeemedShare(transaction, of, codeHash));
    if (member === undefined) throw new Problem('share_not_found', NOT_REDEEMABLE);
    return memberView(member);
  });
}

async function addMemberOfOpenShare(
  transaction: Transaction,
  of: RosterKey,
  codeHash: Uint8Array,
  at: number,
): Promise<MemberRow | undefined> {
  // Turning private takes the caller's old membership away unless it sees the redeemed share, and an erasure takes every membership
  // and share away; so both have to wait. The player is locked before the share, as they lock them.
  await lockPlayerOfShare(transaction, codeHash);
  const playerId = await redeemShareRow(transaction, { partnerId: of.partnerId, at }, codeHash);
  if (playerId === undefined) return undefined;
  await insertSharedMember(transaction, of, { playerId, at });
  const member = await readMember(transaction, of, playerId);
  if (member === undefined) throw new Error('a member vanished in the transaction that added it');
  return member;
}

async function readMemberOfRedeemedShare(
  transaction: Transaction,
  of: RosterKey,
  codeHash: Uint8Array,
): Promise<MemberRow | undefined> {
  const playerId = await readRedeemedShare(transaction, of.partnerId, codeHash);
  return playerId === undefined ? undefined : readMember(transaction, of, playerId);
}

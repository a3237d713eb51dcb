import { holdPlayer } from '../../store/players.ts';
import { holdRoster, insertSharedMember, readMember } from '../../store/rosters.ts';
import { redeemShareRow } from '../../store/shares.ts';
import type { Caller, Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { secretHash } from '../secret.ts';
import { type MemberView, memberView } from './view.ts';

/**
 * Uses up a share code and puts its player on the caller's roster, in one transaction: a code is never used up without
 * the membership. Of several who redeem the same code at once, one gets the player.
 * @throws {Problem} `roster_not_found`; `share_not_found` for a code that is unknown, expired or used.
 */
export async function redeemShare(
  context: Context,
  caller: Pick<Caller, 'partnerId'>,
  slug: string,
  shareCode: string,
): Promise<MemberView> {
  const of = { partnerId: caller.partnerId, slug };
  const at = context.now();
  return context.database.transaction(async (transaction) => {
    if (!(await holdRoster(transaction, of))) throw new Problem('roster_not_found');
    const playerId = await redeemShareRow(transaction, { partnerId: caller.partnerId, at }, secretHash(shareCode));
    if (playerId === undefined) throw new Problem('share_not_found');
    // Turning private takes the caller's old membership away unless it sees the redeemed share, so it has to wait.
    await holdPlayer(transaction, { id: playerId });
    await insertSharedMember(transaction, of, { playerId, at });
    const member = await readMember(transaction, of, playerId);
    if (member === undefined) throw new Error('a member vanished in the transaction that added it');
    return memberView(member);
  });
}

import { holdVisiblePlayer } from '../../store/players/players.ts';
import { holdRoster, insertVisibleMember } from '../../store/rosters/rosters.ts';
import type { Caller, Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { canonicalUsername } from '../username.ts';

/**
 * Puts a player whom the caller may see on one of its rosters; again is as good as once.
 * @throws {Problem} `roster_not_found`, `player_not_found`.
 */
export async function addMember(
  context: Context,
  caller: Pick<Caller, 'partnerId'>,
  slug: string,
  username: string,
): Promise<void> {
  const of = { partnerId: caller.partnerId, slug };
  const member = { username: canonicalUsername(username), at: context.now() };
  await context.database.transaction(async (transaction) => {
    if (!(await holdRoster(transaction, of))) throw new Problem('roster_not_found');
    const isAdded =
      (await holdVisiblePlayer(transaction, of.partnerId, member.username)) &&
      (await insertVisibleMember(transaction, of, member));
    if (!isAdded) throw new Problem('player_not_found');
  });
}

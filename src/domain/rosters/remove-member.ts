import { deleteMemberRow, readRoster } from '../../store/rosters/rosters.ts';
import type { Caller, Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { canonicalUsername } from '../username.ts';

/** The same for a player who is not on the roster, is invisible, or never existed. */
const NOT_A_MEMBER = 'No player on this roster has this username.';

/**
 * Takes a player off a roster.
 * @throws {Problem} `roster_not_found`, `player_not_found`.
 */
export async function removeMember(
  context: Context,
  caller: Pick<Caller, 'partnerId'>,
  slug: string,
  username: string,
): Promise<void> {
  const of = { partnerId: caller.partnerId, slug };
  if (await deleteMemberRow(context.database, of, canonicalUsername(username))) return;
  if ((await readRoster(context.database, of.partnerId, slug)) === undefined) throw new Problem('roster_not_found');
  throw new Problem('player_not_found', NOT_A_MEMBER);
}

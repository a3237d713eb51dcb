import { type PlayerChange, updatePlayerRow } from '../../store/players/players.ts';
import { deleteMembershipsOfStrangers } from '../../store/rosters/rosters.ts';
import type { PartnerContext } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { canonicalUsername } from '../username.ts';
import { type PlayerView, playerView } from './view.ts';

/** For whoever is not the creator, the player is absent here, whether visible elsewhere or not. */
export const NOT_THE_CREATOR = 'No player that the calling partner created has this username.';

/**
 * Changes a player that the caller created. When it turns private, rosters of partners that neither created it nor hold
 * a redeemed share lose it in the same transaction; whoever is just adding it to a roster is waited for (`holdVisiblePlayer`).
 * @throws {Problem} `player_not_found` if the caller did not create it.
 */
export async function updatePlayer(
  context: PartnerContext,
  username: string,
  change: PlayerChange,
): Promise<PlayerView> {
  const now = context.now();
  const of = { partnerId: context.actor.partnerId, username: canonicalUsername(username), at: now };
  return context.database.transaction(async (transaction) => {
    const player = await updatePlayerRow(transaction, of, change);
    if (player === undefined) throw new Problem('player_not_found', NOT_THE_CREATOR);
    if (change.profile_is_public === false) await deleteMembershipsOfStrangers(transaction, player.id);
    return playerView(player, now);
  });
}

import type { Player, PlayerPatch } from '@bandeja/contract/players';
import { ConstraintViolation, type Transaction } from '@bandeja/postgres/database';
import { lockChainHeads } from '../audit/store.ts';
import type { PartnerContext } from '../context.ts';
import { AGAIN, type ChangeQueue, changeHistory } from '../ledger/with-players.ts';
import { deleteIdsOfInvisible } from '../players/external-ids-store.ts';
import { usernameTaken } from '../players/players.ts';
import { type AskedPlayer, isReservedUsername, PUBLIC_USERNAME_UNIQUE, updatePlayerRow } from '../players/store.ts';
import { playerView } from '../players/view.ts';
import { createdUsername, deleteMembershipsOfStrangers } from '../players/visibility-store.ts';
import { changeLevel, statedLevel } from '../starting-levels/starting-level.ts';
import { readLevelled, type StatedLevel } from '../starting-levels/store.ts';
import { playerNotCreated } from '../validation/not-found.ts';

/**
 * Changes a player that the caller created. If it turns private, the same transaction removes it from the rosters of partners
 * that neither created it nor redeemed a share of it, and deletes the ids of partners that no longer see it. It waits for a partner that
 * is adding the player to a roster (`lockVisiblePlayer`).
 * @throws {Problem} `player_not_found` if the caller did not create it; `username_taken` if it would be public, and another public
 *   player has or had the username; `starting_level_settled` from the tenth rated match on.
 */
export async function updatePlayer(
  context: PartnerContext,
  username: string,
  patch: PlayerPatch,
  queue?: ChangeQueue,
): Promise<Player> {
  const now = context.now();
  const { partnerId } = context.actor;
  const of = { partnerId, username: await createdUsername(context.database, partnerId, username) };
  const change = {
    display_name: patch.display_name ?? null,
    country_code: patch.country_code,
    profile_is_public: patch.profile_is_public ?? null,
  };
  const update = async (transaction: Transaction): Promise<Player> => {
    const player = await updatePlayerRow(transaction, of, change);
    if (player === undefined) throw playerNotCreated(username);
    if (change.profile_is_public === true && (await isReservedUsername(transaction, of)))
      throw usernameTaken(of.username);
    if (change.profile_is_public === false) {
      await deleteMembershipsOfStrangers(transaction, player.id);
      await deleteIdsOfInvisible(transaction, player.id);
    }
    return playerView(player, now, context);
  };
  const { starting_level: sent } = patch;
  const changed =
    sent === undefined
      ? context.database.transaction(update)
      : changeLevelAnd(context, of, sent && statedLevel(sent, context), update, queue);
  return changed.catch((error: unknown) => {
    const isTaken = error instanceof ConstraintViolation && error.constraint === PUBLIC_USERNAME_UNIQUE;
    throw isTaken ? usernameTaken(of.username) : error;
  });
}

/** Changes the starting level first, because nothing of the patch is stored if that is refused. */
function changeLevelAnd(
  context: PartnerContext,
  of: AskedPlayer,
  level: StatedLevel | null,
  update: (transaction: Transaction) => Promise<Player>,
  queue: ChangeQueue | undefined,
): Promise<Player> {
  return changeHistory(context, queue, async (transaction, attempt) => {
    // The creator's audit trail serializes changes of starting levels, and erasures.
    const heads = await lockChainHeads(transaction, [of.partnerId]);
    const player = await readLevelled(transaction, of.partnerId, of.username);
    if (player === undefined) throw playerNotCreated(of.username);
    const changed = await changeLevel(context, transaction, attempt, player, level, heads);
    return changed === AGAIN ? AGAIN : update(transaction);
  });
}

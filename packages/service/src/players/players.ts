import { Problem } from '@bandeja/contract/errors/problem';
import type { Player, PlayerPatch } from '@bandeja/contract/players';
import { canonicalUsername } from '@bandeja/contract/username';
import { ConstraintViolation } from '@bandeja/postgres/database';
import type { PartnerContext } from '../context.ts';
import { notFound, playerNotCreated } from '../validation/not-found.ts';
import { deleteIdsOfInvisible } from './external-ids-store.ts';
import { isReservedUsername, PUBLIC_USERNAME_UNIQUE, readVisiblePlayer, updatePlayerRow } from './store.ts';
import { playerView } from './view.ts';
import { deleteMembershipsOfStrangers } from './visibility-store.ts';

/**
 * A player that the caller may see.
 * @throws {Problem} `player_not_found`, identical for an invisible player and one who never existed.
 */
export async function getPlayer(context: PartnerContext, username: string): Promise<Player> {
  const row = await readVisiblePlayer(context.readDatabase, context.actor.partnerId, canonicalUsername(username));
  if (row === undefined) throw notFound('player_not_found', username);
  return playerView(row, context.now(), context);
}

/**
 * Changes a player that the caller created. If it turns private, the same transaction removes it from the rosters of partners
 * that neither created it nor redeemed a share of it, and deletes the ids of partners that no longer see it. It waits for a partner that is adding the player to a roster
 * (`lockVisiblePlayer`).
 * @throws {Problem} `player_not_found` if the caller did not create it; `username_taken` if it would be public, and another public
 *   player has or had the username.
 */
export async function updatePlayer(context: PartnerContext, username: string, patch: PlayerPatch): Promise<Player> {
  const now = context.now();
  const of = { partnerId: context.actor.partnerId, username: canonicalUsername(username) };
  const change = {
    display_name: patch.display_name ?? null,
    country_code: patch.country_code,
    profile_is_public: patch.profile_is_public ?? null,
  };
  const changed = context.database.transaction(async (transaction) => {
    const player = await updatePlayerRow(transaction, of, change);
    if (player === undefined) throw playerNotCreated(username);
    if (change.profile_is_public === true && (await isReservedUsername(transaction, of))) throw usernameTaken(username);
    if (change.profile_is_public === false) {
      await deleteMembershipsOfStrangers(transaction, player.id);
      await deleteIdsOfInvisible(transaction, player.id);
    }
    return playerView(player, now, context);
  });
  return changed.catch((error: unknown) => {
    const isTaken = error instanceof ConstraintViolation && error.constraint === PUBLIC_USERNAME_UNIQUE;
    throw isTaken ? usernameTaken(username) : error;
  });
}

/** The error for a username that a public player of another partner has or had. */
export const usernameTaken = (username: string): Problem =>
  new Problem('username_taken', `The username “${username}” is that of another public player.`);

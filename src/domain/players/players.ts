import { randomBytes } from 'node:crypto';
import { holdVisiblePlayer, insertPlayer, readVisiblePlayer, updatePlayerRow } from '../../store/players/players.ts';
import {
  deleteMembershipsOfStrangers,
  ensureRoster,
  insertVisibleMember,
  listSlugsOfPlayer,
} from '../../store/rosters/rosters.ts';
import type { PartnerContext } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { REST_BYTES, timeOrderedUuid } from '../time-ordered-uuid.ts';
import { canonicalUsername } from '../username.ts';
import type { Player, PlayerPatch, RegisteredPlayer, Registration } from './shapes.ts';
import { playerView } from './view.ts';

/** Said to every partner that did not create the player, whether it sees the player elsewhere or not. */
export const NOT_THE_CREATOR = 'No player that the calling partner created has this username.';

/**
 * A player whom the caller may see.
 * @throws {Problem} `player_not_found`, alike for one who is invisible and one who never existed.
 */
export async function getPlayer(context: PartnerContext, username: string): Promise<Player> {
  const row = await readVisiblePlayer(context.readDatabase, context.actor.partnerId, canonicalUsername(username));
  if (row === undefined) throw new Problem('player_not_found');
  return playerView(row, context.now());
}

export interface RegistrationResult {
  /** False if the player was there before, and then nothing about it but the roster has changed. */
  readonly isNew: boolean;
  readonly player: RegisteredPlayer;
}

/**
 * Registers a player, or finds the one with this username, and puts it on the roster, all in one transaction. Of many
 * calls that register the same username at once, the unique constraint lets one create it.
 * @throws {Problem} `username_taken` if the username belongs to a player whom the caller may not see: no profile and no
 *   membership is given away, and no roster is created.
 */
export async function registerPlayer(context: PartnerContext, registration: Registration): Promise<RegistrationResult> {
  const username = canonicalUsername(registration.username);
  const slug = registration.roster_slug ?? null;
  const { partnerId } = context.actor;
  const now = context.now();
  return context.database.transaction(async (transaction) => {
    // Before the player, as in all transactions that lock both. It is rolled back with a username that is taken.
    if (slug !== null) await ensureRoster(transaction, { partnerId, slug }, now);
    const isNew = await insertPlayer(transaction, {
      id: newPlayerId(now),
      username,
      display_name: registration.display_name ?? username,
      country_code: registration.country_code ?? null,
      profile_is_public: registration.profile_is_public ?? slug === null,
      creator_partner_id: partnerId,
      created_at: now,
    });
    const isSeen = isNew || (await holdVisiblePlayer(transaction, partnerId, username));
    const player = isSeen ? await readVisiblePlayer(transaction, partnerId, username) : undefined;
    if (player === undefined) throw new Problem('username_taken');
    if (slug !== null) await insertVisibleMember(transaction, { partnerId, slug }, { username, at: now });
    const rosters = await listSlugsOfPlayer(transaction, partnerId, player.id);
    return { isNew, player: { ...playerView(player, now), rosters } };
  });
}

/**
 * Changes a player that the caller created. When it turns private, rosters of partners that neither created it nor hold
 * a redeemed share lose it in the same transaction; a partner that is just adding it to a roster is waited for
 * (`holdVisiblePlayer`).
 * @throws {Problem} `player_not_found` if the caller did not create it.
 */
export async function updatePlayer(context: PartnerContext, username: string, patch: PlayerPatch): Promise<Player> {
  const now = context.now();
  const of = { partnerId: context.actor.partnerId, username: canonicalUsername(username) };
  const change = {
    display_name: patch.display_name ?? null,
    country_code: patch.country_code,
    profile_is_public: patch.profile_is_public ?? null,
  };
  return context.database.transaction(async (transaction) => {
    const player = await updatePlayerRow(transaction, of, change);
    if (player === undefined) throw new Problem('player_not_found', NOT_THE_CREATOR);
    if (change.profile_is_public === false) await deleteMembershipsOfStrangers(transaction, player.id);
    return playerView(player, now);
  });
}

/**
 * The id of a new player: a UUIDv7. The members of a club are registered together and play together, so that a night, a
 * ranking or an analysis reads neighbours in every index that begins with a player.
 * @param now ms since 1970.
 */
export function newPlayerId(now: number): string {
  return timeOrderedUuid(7, now, randomBytes(REST_BYTES));
}

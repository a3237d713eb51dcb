import type { Transaction } from '../../store/engine/database.ts';
import { holdVisiblePlayer, insertPlayer, readVisiblePlayer } from '../../store/players/players.ts';
import { insertVisibleMember, listSlugsOfPlayer } from '../../store/rosters/rosters.ts';
import type { PartnerContext } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { ensureRoster } from '../rosters/index.ts';
import { canonicalUsername } from '../username.ts';
import { newPlayerId } from './player-id.ts';
import { type PlayerView, playerView } from './view.ts';

export interface Registration {
  readonly username: string;
  /** Null: the username. */
  readonly displayName: string | null;
  readonly countryCode: string | null;
  /** Null: public without a roster, private with one. */
  readonly isPublic: boolean | null;
  /** A roster of the caller to join; created if it has none of this slug. */
  readonly rosterSlug: string | null;
}

/** A player with the caller's rosters it is on, by slug. */
export interface RegisteredPlayerView extends PlayerView {
  readonly rosters: readonly string[];
}

export interface RegistrationResult {
  /** False if the player was there before, and then nothing about it but the roster has changed. */
  readonly isNew: boolean;
  readonly player: RegisteredPlayerView;
}

/**
 * Registers a player, or finds the one with this username, and puts it on the roster, all in one transaction. Of many
 * who register the same username at once, the unique constraint lets one create it.
 * @throws {Problem} `username_taken` if the username belongs to a player whom the caller may not see: no profile and no
 *   membership is given away, and no roster is created.
 */
export async function registerPlayer(context: PartnerContext, registration: Registration): Promise<RegistrationResult> {
  const username = canonicalUsername(registration.username);
  const now = context.now();
  return context.database.transaction(async (transaction) => {
    const isNew = await insertPlayer(transaction, {
      id: newPlayerId(now),
      username,
      display_name: registration.displayName ?? username,
      country_code: registration.countryCode,
      profile_is_public: registration.isPublic ?? registration.rosterSlug === null,
      creator_partner_id: context.actor.partnerId,
      created_at: now,
    });
    const isSeen = isNew || (await holdVisiblePlayer(transaction, context.actor.partnerId, username));
    const player = isSeen ? await readVisiblePlayer(transaction, context.actor.partnerId, username) : undefined;
    if (player === undefined) throw new Problem('username_taken');
    await joinRoster(transaction, context.actor.partnerId, { username, slug: registration.rosterSlug, at: now });
    const rosters = await listSlugsOfPlayer(transaction, context.actor.partnerId, player.id);
    return { isNew, player: { ...playerView(player, now), rosters } };
  });
}

async function joinRoster(
  transaction: Transaction,
  partnerId: string,
  { username, slug, at }: { readonly username: string; readonly slug: string | null; readonly at: number },
): Promise<void> {
  if (slug === null) return;
  await ensureRoster(transaction, { partnerId, slug }, at);
  await insertVisibleMember(transaction, { partnerId, slug }, { username, at });
}

import { Problem } from '@bandeja/contract/errors/problem';
import type { Player } from '@bandeja/contract/players';
import { canonicalUsername } from '@bandeja/contract/username';
import type { PartnerContext } from '../context.ts';
import { notFound } from '../validation/not-found.ts';
import { readVisiblePlayer } from './store.ts';
import { playerView } from './view.ts';

/**
 * A player that the caller may see.
 * @throws {Problem} `player_not_found`, identical for an invisible player and one who never existed.
 */
export async function getPlayer(context: PartnerContext, username: string): Promise<Player> {
  const row = await readVisiblePlayer(context.database, context.actor.partnerId, canonicalUsername(username));
  if (row === undefined) throw notFound('player_not_found', username);
  return playerView(row, context.now(), context);
}

/** The error for a username that a public player of another partner has or had. */
export const usernameTaken = (username: string): Problem =>
  new Problem('username_taken', `The username “${username}” is that of another public player.`);

import { readVisiblePlayer } from '../../store/players/players.ts';
import type { PartnerContext } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { canonicalUsername } from '../username.ts';
import { type PlayerView, playerView } from './view.ts';

/**
 * A player whom the caller may see.
 * @throws {Problem} `player_not_found`, alike for one who is invisible and one who never existed.
 */
export async function getPlayer(context: PartnerContext, username: string): Promise<PlayerView> {
  const row = await readVisiblePlayer(context.readDatabase, context.actor.partnerId, canonicalUsername(username));
  if (row === undefined) throw new Problem('player_not_found');
  return playerView(row, context.now());
}

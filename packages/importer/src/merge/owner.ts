/** Whose player a merge replaces. */
import { type Api, type Bandeja, BandejaError } from '@bandeja/client';

/** Who created a player. Unknown if the key may not write players: then it can neither export nor erase one, nor change a roster. */
export type Owner = 'you' | 'another partner' | 'unknown';

export async function ownerOf(client: Bandeja, { id }: Pick<Api.Player, 'id'>): Promise<Owner> {
  try {
    await client.players.export(id, { limit: 1 });
    return 'you';
  } catch (error) {
    if (!(error instanceof BandejaError)) throw error;
    if (error.code === 'player_not_found') return 'another partner';
    if (error.code === 'insufficient_scope' || error.code === 'plan_forbidden') return 'unknown';
    throw error;
  }
}

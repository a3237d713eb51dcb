/** What benches ask of the service as its operator: partners, keys, players of their own. */
import type { Scope } from '../src/domain/keys/index.ts';
import { post } from './settlement/load.ts';

export const OPERATOR_TOKEN = 'operator-token-of-the-bench';

/** A key for each of these partners. */
export async function issueKeys(
  url: string,
  partnerIds: readonly string[],
  scopes: readonly Scope[],
): Promise<string[]> {
  const keys: string[] = [];
  for (const id of partnerIds) {
    const { status, body } = await post(url, OPERATOR_TOKEN, `/admin/v1/partners/${id}/keys`, { scopes });
    if (status !== 201) throw new Error(`a key was refused with ${status}`);
    keys.push((body as { key: string }).key);
  }
  return keys;
}

/** Makes partners that were not there before. @returns their ids */
export async function makePartners(url: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const made = await post(url, OPERATOR_TOKEN, '/admin/v1/partners', { name: `Bench ${index}`, plan: 'pro' });
    if (made.status !== 201) throw new Error(`a partner was refused with ${made.status}`);
    ids.push((made.body as { id: string }).id);
  }
  return ids;
}

export interface Registered {
  readonly id: string;
  readonly username: string;
}

/** Registers players `player-0` and so on, all public, by these partners in turn; each partner has them on its roster. */
export async function registerPlayers(url: string, keys: readonly string[], count: number): Promise<Registered[]> {
  const players: Registered[] = [];
  const register = async (index: number): Promise<void> => {
    const username = `player-${index}`;
    const body = { username, profile_is_public: true, roster_slug: 'ladder' };
    const made = await post(url, keys[index % keys.length] ?? '', '/v1/players', body);
    players[index] = { id: (made.body as { id: string }).id, username };
  };
  for (let from = 0; from < count; from += 20) {
    const some = Math.min(20, count - from);
    await Promise.all(Array.from({ length: some }, (_, index) => register(from + index)));
  }
  return players;
}

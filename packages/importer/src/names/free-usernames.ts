import type { Bandeja } from '@bandeja/client';
import type { People } from './people.ts';

const PLAYERS_MAX = 100;

/**
 * Finds free usernames for new players, and for those whose names are unclear. Nothing is stored.
 * @param fresh the usernames that new players would have
 * @returns the ones that they get
 */
export async function freeUsernames(
  client: Bandeja,
  people: People,
  fresh: readonly string[],
  isPublic: boolean,
): Promise<ReadonlyMap<string, string>> {
  const unclear = people.toSettle.filter(({ meaning }) => meaning.kind === 'unclear').map(({ name }) => name.key);
  const suggested = new Map(unclear.map((key) => [key, people.suggestionFor(key)]));
  // A player of this import keeps the username.
  const wanted = [...new Set([...fresh, ...suggested.values()])].filter((username) => !people.isRegistered(username));
  const free = new Map<string, string>();
  for (let start = 0; start < wanted.length; start += PLAYERS_MAX) {
    const players = wanted
      .slice(start, start + PLAYERS_MAX)
      .map((username, index) => ({ key: String(index), username, mode: 'new' as const }));
    const answer = await client.imports.check({ players, rows: [], options: { profile_is_public: isPublic } });
    for (const { key, username } of answer.players) {
      const one = players[Number(key)]?.username;
      if (one !== undefined && username !== null) free.set(one, username);
    }
  }
  for (const [key, username] of suggested) people.suggest(key, free.get(username) ?? username);
  return free;
}

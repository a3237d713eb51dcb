import { type Bandeja, BandejaError } from '@bandeja/client';
import { failureOf } from './api/client.ts';
import { addHint } from './api/refusal.ts';

const SUGGESTIONS_MAX = 3;
/** The search wants two characters; three let few enough names through. */
const BEGINNING = 3;

/**
 * Runs `work`. If the service does not know one of the players, the error suggests players with similar names.
 * @param usernames as entered; for a match in the order of its participants.
 * @throws what `work` throws.
 */
export async function withSuggestions<T>(
  client: Bandeja,
  usernames: readonly string[],
  work: () => PromiseLike<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BandejaError) {
      const unknown = new Set(unknownOf(error, usernames));
      const isToPlay = error.code === 'participant_not_eligible';
      for (const username of unknown) addHint(error, await hintFor(client, username, isToPlay));
    }
    throw error;
  }
}

function unknownOf({ code, errors }: BandejaError, usernames: readonly string[]): readonly string[] {
  if (code === 'player_not_found') return usernames;
  if (code !== 'participant_not_eligible') return [];
  const placeOf = (pointer: string): number => Number(/^\/participants\/(\d+)/.exec(pointer)?.[1] ?? -1);
  return errors.flatMap(({ pointer = '' }) => usernames[placeOf(pointer)] ?? []);
}

/** @param isToPlay whether the player was named for a match, and so has to be registered. */
async function hintFor(client: Bandeja, username: string, isToPlay: boolean): Promise<string> {
  const found = await similar(client, username);
  if (found.length > 0) return `“${username}”: did you mean ${found.join(' or ')}?`;
  const none = `“${username}”: no player found.`;
  return isToPlay ? `${none} Register a new player with: bandeja players register` : none;
}

/** Usernames of players whose names have these words, else one of them, else begin like one of them. */
async function similar(client: Bandeja, name: string): Promise<readonly string[]> {
  const words = name.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word.length >= 2);
  const beginnings = words.map((word) => word.slice(0, BEGINNING));
  for (const query of new Set([words.join(' '), ...words, ...beginnings])) {
    if (query.length < 2) continue;
    const names = await usernamesLike(client, query);
    if (names.length > 0) return names;
  }
  return [];
}

async function usernamesLike(client: Bandeja, query: string): Promise<readonly string[]> {
  try {
    const { data } = await client.players.list({ q: query, limit: SUGGESTIONS_MAX });
    return data.map(({ username }) => username);
  } catch (error) {
    // What matters is the refusal that is to be printed; this key may not read players, for example.
    if (error instanceof BandejaError || failureOf(error) !== null) return [];
    throw error;
  }
}

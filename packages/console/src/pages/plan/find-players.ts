/** Finding tonight's players by name, and registering those that are not known. */
import { type Api, BandejaError } from '@bandeja/client';
import { bandeja } from '../../api.ts';

export type Person = Pick<Api.Player, 'username' | 'display_name'>;

/** A name that was pasted. */
export interface NamedPlayer {
  readonly name: string;
  readonly candidates: readonly Person[];
  /** The one candidate that has exactly this name. */
  readonly exact: Person | null;
}

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The names of a pasted list, such as “1. Ana García ✅”: one a line, or separated by commas or slashes. */
export function namesOf(pasted: string): string[] {
  const names = pasted
    .split(/[\n\r,;\t/]+/)
    .map((line) => line.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}\p{N}.)]+$/u, ''))
    .filter((name) => name !== '')
    .map((name) => name.slice(0, 80));
  return [...new Map(names.map((name) => [fold(name), name])).values()];
}

const CANDIDATES_MAX = 6;

export async function searchPlayers(words: string, signal?: AbortSignal): Promise<readonly Person[]> {
  const options = signal === undefined ? {} : { signal };
  return (await bandeja().players.list({ q: words.slice(0, 100), limit: CANDIDATES_MAX, ...options })).data;
}

async function lookUp(name: string): Promise<NamedPlayer> {
  const candidates = await searchPlayers(name);
  const equal = candidates.filter((one) => fold(one.display_name) === fold(name) || fold(one.username) === fold(name));
  return { name, candidates, exact: equal.length === 1 ? (equal[0] ?? null) : null };
}

const LOOKUPS_AT_ONCE = 6;

export async function lookUpAll(names: readonly string[]): Promise<NamedPlayer[]> {
  const found: NamedPlayer[] = [];
  for (let start = 0; start < names.length; start += LOOKUPS_AT_ONCE) {
    found.push(...(await Promise.all(names.slice(start, start + LOOKUPS_AT_ONCE).map(lookUp))));
  }
  return found;
}

const ATTEMPTS_MAX = 9;

/** `ana.garcia` of “Ana García”; a name without Latin letters gets a random one. */
function usernameOf(name: string): string {
  const latin = fold(name)
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.+|\.+$/g, '')
    .slice(0, 36);
  return latin.length < 2 ? `player.${crypto.getRandomValues(new Uint32Array(1))[0]}` : latin;
}

/** Registers a private player. If the username is taken, it gets a number. */
export async function registerPrivate(name: string): Promise<Person> {
  const base = usernameOf(name);
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const username = attempt === 1 ? base : `${base}.${attempt}`;
    try {
      const player = await bandeja().players.register({ username, display_name: name, profile_is_public: false });
      if (!player.alreadyRegistered) return player;
    } catch (error) {
      if (!(error instanceof BandejaError && error.code === 'username_taken')) throw error;
    }
  }
  throw new Error(`every username like ${base} is taken`);
}

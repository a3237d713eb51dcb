import { type Client, pathOf } from '../api/client.ts';
import { readRules } from '../api/refusal.ts';
import { unreachable } from '../exit.ts';
import { listOf, objectOf, textOf } from '../json-value.ts';
import type { PlayerProfile } from './json-file.ts';

/** The service's limit on players in one request. */
const PLAYERS_MAX = 100;

/** How players of a file are registered. */
export interface RegistrarOptions {
  readonly isPublic: boolean;
  /** The roster that every player of the file joins, null for none. */
  readonly roster: string | null;
  /** What the file says of its players, by username. */
  readonly profiles: ReadonlyMap<string, PlayerProfile>;
}

/** Registers players of a file, each at most once; registration is idempotent, so a repeat would do no harm. */
export class Registrar {
  readonly #client: Client;
  readonly #options: RegistrarOptions;
  /** Grows with the players of the file, not with its rows. */
  readonly #settled = new Set<string>();
  readonly #refusals = new Map<string, string>();
  #created = 0;

  constructor(client: Client, options: RegistrarOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** Players that were not there before. */
  get created(): number {
    return this.#created;
  }

  /** With a roster every player is sent, because registering also puts an existing player on the roster. */
  get sendsEveryone(): boolean {
    return this.#options.roster !== null;
  }

  /** Whether nothing is left to be done for the player. */
  isSettled(username: string): boolean {
    return this.#settled.has(username);
  }

  /** Notes players who need no registration. */
  settle(usernames: Iterable<string>): void {
    for (const username of usernames) this.#settled.add(username);
  }

  /** Why the player could not be registered; null for all others. */
  refusalOf(username: string): string | null {
    return this.#refusals.get(username) ?? null;
  }

  /**
   * Registers those of these players who are not settled.
   * @throws {Refusal} when the key may not register players. @throws {CommandFailure} when the service is out of reach.
   */
  async register(usernames: Iterable<string>): Promise<void> {
    const fresh = [...new Set(usernames)].filter((username) => !this.#settled.has(username));
    for (let at = 0; at < fresh.length; at += PLAYERS_MAX) {
      const group = fresh.slice(at, at + PLAYERS_MAX);
      await this.#registerGroup(group);
      this.settle(group);
    }
  }

  async #registerGroup(usernames: readonly string[]): Promise<void> {
    const { isPublic, roster, profiles } = this.#options;
    const body = {
      profile_is_public: isPublic,
      ...(roster === null ? {} : { roster_slug: roster }),
      players: usernames.map((username) => ({ username, ...profiles.get(username) })),
    };
    const answer = await this.#client.request('POST', pathOf('v1', 'players', 'batch'), { body, isRepeatable: true });
    const results = listOf(objectOf(answer.body)['results']).map(objectOf);
    if (results.length !== usernames.length) {
      throw unreachable(
        `The service answered ${results.length} results for ${usernames.length} players. Is it a Bandeja service?`,
      );
    }
    for (const [index, username] of usernames.entries()) {
      const result = results[index] ?? {};
      if (result['status'] === 'created') this.#created++;
      if (result['error'] == null) continue;
      const { detail, errors } = objectOf(result['error']);
      const rules = readRules(errors).map(({ place, detail: rule }) => `${place}: ${rule}`);
      this.#refusals.set(username, [textOf(detail) ?? '', ...rules].join(' ').trim());
    }
  }
}

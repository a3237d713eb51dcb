import { type Client, pathOf } from '../api/client.ts';
import { Refusal } from '../api/refusal.ts';
import type { PlayerProfile } from './envelope.ts';

/** How players of a file are registered. */
export interface RegistrarOptions {
  readonly isPublic: boolean;
  /** The roster that every player of the file joins, null for none. */
  readonly roster: string | null;
  /** What the file says of its players, by username. */
  readonly profiles: ReadonlyMap<string, PlayerProfile>;
  /** Registrations under way at the same time. */
  readonly concurrency: number;
}

/** Refusals that concern one player; any other would meet the next player as well, and ends the import. */
const OF_ONE_PLAYER = new Set(['username_taken', 'invalid_body']);

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

  /** Every player has to be sent, also those who are there, since only that puts them on the roster. */
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
    const queue = fresh.values();
    let isBroken = false;
    const work = async () => {
      for (const username of queue) {
        if (isBroken) return;
        try {
          await this.#registerOne(username);
        } catch (error) {
          isBroken = true;
          throw error;
        }
        this.#settled.add(username);
      }
    };
    const workers = Array.from({ length: Math.min(this.#options.concurrency, fresh.length) }, work);
    // All of them come to rest before a failure goes on, so that nothing is sent behind its back.
    await Promise.allSettled(workers);
    await Promise.all(workers);
  }

  async #registerOne(username: string): Promise<void> {
    const { isPublic, roster, profiles } = this.#options;
    const body = {
      username,
      ...profiles.get(username),
      profile_is_public: isPublic,
      ...(roster === null ? {} : { roster_slug: roster }),
    };
    try {
      const answer = await this.#client.request('POST', pathOf('v1', 'players'), { body, isRepeatable: true });
      if (answer.status === 201) this.#created++;
    } catch (error) {
      if (!(error instanceof Refusal) || !OF_ONE_PLAYER.has(error.code)) throw error;
      const rules = error.rules.map(({ place, detail }) => `${place}: ${detail}`);
      this.#refusals.set(username, [error.message, ...rules].join(' '));
    }
  }
}

import type { Api, Bandeja } from '@bandeja/client';
import type { PlayerProfile } from './json-file.ts';
import { nameKey } from './names/name-forms.ts';
import { clashOf, isMeant, type Others, readPublic } from './names/others.ts';
import { readOwnPeople } from './names/own-people.ts';
import type { NewPerson } from './names/people.ts';

/** Players to be registered with usernames that may be someone else's: made from their names, or chosen in a players file. */
export interface MadeUsernames {
  /** All of them. */
  readonly newUsernames: readonly string[];
  /** Whose username it is to be; undefined for any other username. */
  newPersonAt(username: string): NewPerson | undefined;
  /** The next username of a person whose last one was not free. */
  nextUsername(person: NewPerson): string;
}

/** How players of a file are registered. */
export interface RegistrarOptions {
  readonly isPublic: boolean;
  /** The roster that every player of the file joins, null for none. */
  readonly roster: string | null;
  /** The profiles in the file, by username. */
  readonly profiles: ReadonlyMap<string, PlayerProfile>;
  /** Null if the file has usernames. */
  readonly made: MadeUsernames | null;
  /** The number of requests that were sent again. */
  readonly retries: () => number;
}

/** A player whose registration has not been answered. */
interface WaitingPlayer {
  /** The username in the rows. */
  readonly username: string;
  readonly person: NewPerson;
  /** The one that is sent. */
  readonly tried: string;
}

/** Registers players of a file, each at most once; registration is idempotent, so a repeat would do no harm. */
export class Registrar {
  readonly #client: Bandeja;
  readonly #options: RegistrarOptions;
  /** Grows with the players of the file, not with its rows. */
  readonly #settled = new Set<string>();
  readonly #refusals = new Map<string, string>();
  /** Made username → the one that the player was registered with: another one if the first was someone else's. */
  readonly #final = new Map<string, string>();
  /** Made username → the one that is free for the player, before any player is registered. */
  readonly #planned = new Map<string, string>();
  /** Players of other partners that the file means: username → display name. */
  readonly #meant = new Map<string, string>();
  /** Usernames of {@link MadeUsernames} whose players exist already. */
  readonly #existing = new Set<string>();
  #created = 0;
  /** Key of the name by username, of the caller's own people, and how many requests had been sent again when they were read. */
  #own: { readonly keys: ReadonlyMap<string, string>; readonly retries: number } | null = null;

  constructor(client: Bandeja, options: RegistrarOptions) {
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

  /** Whether the username was made for a new player. */
  isMade(username: string): boolean {
    return this.#options.made?.newPersonAt(username) !== undefined;
  }

  /** The username that the player has, or gets if it is still free then. */
  plannedUsername(username: string): string {
    return this.#final.get(username) ?? this.#planned.get(username) ?? username;
  }

  /** The username to send: null if it was made from a name, until its player is registered. */
  finalUsername(username: string): string | null {
    return this.#final.get(username) ?? (this.isMade(username) ? null : username);
  }

  /**
   * Tries all registrations with new usernames, without storing any: finds free usernames, and those of players of other partners.
   */
  async tryAll(): Promise<Others> {
    const { made } = this.#options;
    const usernames = made?.newUsernames ?? [];
    await this.#findMeant(usernames);
    const open = usernames.filter((username) => !this.#meant.has(username) && !this.#refusals.has(username));
    if (open.length > 0) await this.#registerMade(open, true);
    const clashes = usernames.flatMap((username) => {
      const refusal = this.#refusals.get(username);
      return refusal !== undefined && made?.newPersonAt(username)?.isChosen ? [refusal] : [];
    });
    return { clashes, meant: this.#meant };
  }

  /**
   * Looks up the chosen usernames that the file does not call new: one of a public player means that player, or is a clash. A private
   * player could be registered beside it, and would then be another person.
   */
  async #findMeant(usernames: readonly string[]): Promise<void> {
    const people = usernames.flatMap((username): [string, NewPerson][] => {
      const person = this.#options.made?.newPersonAt(username);
      return person?.isChosen && !person.isNew ? [[username, person]] : [];
    });
    const holders = await readPublic(
      this.#client,
      people.map(([username]) => username),
    );
    for (const [username, person] of people) {
      const shown = holders.get(username);
      if (shown === undefined) continue;
      if (!isMeant(person, shown, undefined)) this.#refusals.set(username, clashOf(person, shown, username));
      else {
        this.#meant.set(username, shown);
        this.#final.set(username, username);
        this.#existing.add(username);
      }
    }
  }

  /** Whether the player of a made or chosen username exists already, so that no player is registered. */
  isExisting(username: string): boolean {
    return this.#existing.has(username);
  }

  /** Which of these usernames a new player cannot have. */
  async taken(usernames: readonly string[]): Promise<ReadonlySet<string>> {
    const [answers, holders] = [await this.#try(usernames), await readPublic(this.#client, usernames)];
    return new Set(
      usernames.filter((username, index) => answers[index]?.status !== 'created' || holders.has(username)),
    );
  }

  /** The rows mean these players of other partners: username → display name. None is registered beside them. */
  takeAsMeant(ofOthers: ReadonlyMap<string, string>): void {
    for (const [username, shown] of ofOthers) this.#meant.set(username, shown);
  }

  #try(usernames: readonly string[]): Promise<readonly Api.PlayerBatchResult[]> {
    return this.#send(
      usernames.map((username) => ({ username })),
      null,
      true,
    );
  }

  /**
   * Registers those of these players who are not settled.
   * @throws {BandejaError} if the key may not register players, or the service does not respond
   */
  async register(usernames: Iterable<string>): Promise<void> {
    const fresh = [...new Set(usernames)].filter((username) => !this.#settled.has(username));
    const made = fresh.filter((username) => this.isMade(username) && !this.#meant.has(username));
    if (made.length > 0) await this.#registerMade(made);
    const rest = this.sendsEveryone ? fresh : fresh.filter((username) => !this.isMade(username));
    const known = rest.map((username) => this.finalUsername(username)).filter((username) => username !== null);
    if (known.length > 0) await this.#registerKnown(known);
    this.settle(fresh);
  }

  /** Registers players whose usernames the file gives: an existing player with one of them is the player who is meant. */
  async #registerKnown(usernames: readonly string[]): Promise<void> {
    const { roster, profiles } = this.#options;
    const players = usernames.map((username) => ({
      username,
      ...profiles.get(username),
      // A private registration would not be of the other partner's public player.
      ...(this.#meant.has(username) ? { profile_is_public: true } : {}),
    }));
    for (const [index, answer] of (await this.#send(players, roster)).entries()) {
      const refusal = refusalIn(answer);
      if (refusal !== null) this.#refusals.set(usernames[index] ?? '', refusal);
    }
  }

  /**
   * Registers new players with usernames made from their names. One that is someone else's is never taken over: the player gets the
   * next one. So no roster is joined here, which would put the other person on it.
   */
  async #registerMade(usernames: readonly string[], isTrial = false): Promise<void> {
    const { made, profiles } = this.#options;
    let waiting = usernames.flatMap((username) => {
      const person = made?.newPersonAt(username);
      return person === undefined ? [] : [{ username, person, tried: this.plannedUsername(username) }];
    });
    while (waiting.length > 0) {
      const players = waiting.map(({ person, tried }) => ({
        username: tried,
        display_name: person.displayName,
        ...profiles.get(tried),
      }));
      const answers = await this.#send(players, null, isTrial);
      const mayBeMeant = ({ status, player }: Api.PlayerBatchResult, person: NewPerson | undefined): boolean =>
        status === 'existing' && (person?.isChosen || keyOf(player) === person?.key);
      const own = answers.some((answer, index) => mayBeMeant(answer, waiting[index]?.person))
        ? await this.#ownKeys()
        : NO_KEYS;
      waiting = waiting.flatMap((one, index) => {
        const answer = answers[index];
        return answer === undefined || this.#settlesMade(one, answer, own.get(one.tried), isTrial)
          ? []
          : [{ ...one, tried: made?.nextUsername(one.person) ?? one.tried }];
      });
    }
  }

  /** @returns false if the username is someone else's, and the player gets the next one */
  #settlesMade(
    { username, person, tried }: WaitingPlayer,
    answer: Api.PlayerBatchResult,
    ownKey: string | undefined,
    isTrial: boolean,
  ): boolean {
    const isExisting = answer.status === 'existing';
    const shown = answer.player?.display_name ?? null;
    if (answer.status === 'created' || (isExisting && isMeant(person, shown, ownKey))) {
      (isTrial ? this.#planned : this.#final).set(username, tried);
      if (isExisting) this.#existing.add(username);
      if (isExisting && ownKey === undefined) this.#meant.set(tried, shown ?? '');
      return true;
    }
    const refusal = answer.status === 'rejected' ? (refusalIn(answer) ?? '') : null;
    if (refusal === null && !person.isChosen) return false;
    this.#refusals.set(username, refusal ?? clashOf(person, shown, tried));
    return true;
  }

  /** Reads the club's people once, and again only after a request whose first answer may have been lost: it may have registered some. */
  async #ownKeys(): Promise<ReadonlyMap<string, string>> {
    const retries = this.#options.retries();
    if (this.#own?.retries !== retries) {
      const people = await readOwnPeople(this.#client);
      const keys = new Map(people.map(({ username, displayName }) => [username, nameKey(displayName)]));
      this.#own = { keys, retries };
    }
    return this.#own.keys;
  }

  async #send(
    players: readonly Api.Registration[],
    roster: string | null,
    dryRun = false,
  ): Promise<readonly Api.PlayerBatchResult[]> {
    const shared = { profile_is_public: this.#options.isPublic, roster_slug: roster ?? undefined };
    const results: Api.PlayerBatchResult[] = [];
    for await (const result of this.#client.players.registerAll(players, { common: shared, dryRun })) {
      results.push(result);
      if (result.status === 'created' && !dryRun) this.#created += 1;
    }
    return results;
  }
}

/** Why the player was not registered; null if it was. */
function refusalIn({ error }: Api.PlayerBatchResult): string | null {
  return error && [error.detail, ...error.errors.map(({ pointer, detail }) => `${pointer}: ${detail}`)].join(' ');
}

const keyOf = (player: Api.RegisteredPlayer | null): string => nameKey(player?.display_name ?? '');

const NO_KEYS: ReadonlyMap<string, string> = new Map();

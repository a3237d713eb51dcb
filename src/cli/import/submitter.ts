import { type Client, pathOf } from '../api/client.ts';
import { Refusal } from '../api/refusal.ts';
import type { Envelope, PlayerProfile } from './json-file.ts';
import { type BatchEntry, type RowResult, readBatchAnswer, resultOfFaulty } from './results.ts';
import type { Batch, ReadyRow } from './rows.ts';

/** How batches are sent. */
export interface SubmitterOptions {
  /** Have the service check everything and store nothing. */
  readonly isDryRun: boolean;
  readonly session: Envelope['session'];
  /** Registers players that are missing, null when they are not to be registered. */
  readonly registrar: Registrar | null;
}

/** A batch with the players who must be registered first. */
export interface SurveyedBatch extends Batch {
  readonly missing: readonly string[];
  /** The results, if the dry run found that all rows are duplicates; then the batch is not sent. */
  readonly answer: readonly BatchEntry[] | null;
}

/** Sends batches, and turns the answers into a result per row, in the file's order. */
export class Submitter {
  readonly #client: Client;
  readonly #options: SubmitterOptions;
  readonly #head: string;
  /** Players whom a dry run found missing, and a real run would register. */
  readonly #wouldRegister = new Set<string>();

  constructor(client: Client, options: SubmitterOptions) {
    this.#client = client;
    this.#options = options;
    const members = Object.entries(options.session).map(
      ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`,
    );
    this.#head = `{${members.join('')}"matches":[`;
  }

  /** Players registered so far; in a dry run, those who would be. */
  get registered(): number {
    return this.#options.isDryRun ? this.#wouldRegister.size : (this.#options.registrar?.created ?? 0);
  }

  /**
   * Finds the missing players of a batch with one dry run. Registering every player would make a repeated import several
   * times slower.
   */
  async survey(batch: Batch): Promise<SurveyedBatch> {
    const { isDryRun, registrar } = this.#options;
    const usernames = batch.ready.flatMap(namedIn);
    if (isDryRun || registrar === null || usernames.every((username) => registrar.isSettled(username))) {
      return { ...batch, missing: [], answer: null };
    }
    if (registrar.sendsEveryone) return { ...batch, missing: usernames, answer: null };
    const entries = await this.#send(batch.ready, true);
    // If a row is rejected for another reason, its players are not registered.
    const missing = new Set(entries.flatMap(({ ineligible }) => ineligible ?? []));
    const there = entries.filter(isOtherwiseFine).flatMap(({ row }) => namedIn(row));
    registrar.settle(there.filter((username) => !missing.has(username)));
    const isSettled = entries.every(({ result }) => result.status === 'duplicate');
    return { ...batch, missing: [...missing], answer: isSettled ? entries : null };
  }

  /** Registers the missing players. @throws {Refusal} if the key may not do so. */
  async register(batch: SurveyedBatch): Promise<SurveyedBatch> {
    await this.#options.registrar?.register(batch.missing);
    return batch;
  }

  /** @throws {Refusal} when the batch was refused as a whole. @throws {CommandFailure} when it got no answer. */
  async submit(batch: SurveyedBatch): Promise<readonly RowResult[]> {
    const entries = (batch.answer ?? (await this.#send(batch.ready, this.#options.isDryRun))).values();
    return batch.rows.map((row) => {
      if (row.kind === 'faulty') return resultOfFaulty(row);
      const { value } = entries.next();
      if (value === undefined) throw new Error('a batch holds a ready row that was not sent');
      return this.#settle(value);
    });
  }

  async #send(ready: readonly ReadyRow[], isDryRun: boolean): Promise<readonly BatchEntry[]> {
    if (ready.length === 0) return [];
    const answer = await this.#client.request('POST', pathOf('v1', 'matches', 'batch'), {
      query: { dry_run: isDryRun ? 'true' : undefined },
      bodyText: `${this.#head}${ready.map((row) => row.json).join(',')}]}`,
      // If the answer to a first try was lost, the match comes back as a duplicate.
      isRepeatable: true,
    });
    return readBatchAnswer(answer.body, ready);
  }

  /** Adds to a result what is known about the row's players. */
  #settle({ result, ineligible }: BatchEntry): RowResult {
    const { isDryRun, registrar } = this.#options;
    if (ineligible === null || registrar === null) return result;
    if (isDryRun) {
      // The service checks players last, so nothing else is wrong with the row, and a real run would register them.
      for (const username of ineligible) this.#wouldRegister.add(username);
      return { ...result, status: 'created', code: null, detail: null };
    }
    const refusals = ineligible.map((username) => registrar.refusalOf(username)).filter((text) => text !== null);
    return refusals.length === 0 ? result : { ...result, detail: [result.detail, ...refusals].join(' ') };
  }
}

function namedIn(row: ReadyRow): string[] {
  return row.usernames.filter((username) => username !== null);
}

function isOtherwiseFine({ result, ineligible }: BatchEntry): boolean {
  return result.status !== 'rejected' || ineligible !== null;
}

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

/** Refusals of one player. Any other would also refuse the next player, so it ends the import. */
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
    for (let at = 0; at < fresh.length; at += this.#options.concurrency) {
      const group = fresh.slice(at, at + this.#options.concurrency);
      // All of them end before a failure is thrown, so nothing is sent after it.
      const outcomes = await Promise.allSettled(group.map((username) => this.#registerOne(username)));
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
      this.settle(group);
    }
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

import { type Client, pathOf } from '../api/client.ts';
import type { Envelope } from './json-file.ts';
import type { Registrar } from './registrar.ts';
import { type BatchEntry, type RowResult, readBatchAnswer, resultOfFaulty } from './results.ts';
import { type Batch, batchesOf, type ImportRow, REQUEST_LIMITS, type ReadyRow, withUsernames } from './rows.ts';

/** How batches are sent. */
export interface SubmitterOptions {
  /** Have the service check everything and store nothing. */
  readonly isDryRun: boolean;
  readonly session: Envelope['session'];
  /** Registers players that are missing, null when they are not to be registered. */
  readonly registrar: Registrar | null;
}

/** Consecutive rows whose players are looked up and registered together. */
export interface Window extends Batch {
  /** Players who must be registered before the matches are sent. */
  readonly missing: readonly string[];
  /** What the service has answered about rows in the survey. */
  readonly answers: ReadonlyMap<ReadyRow, BatchEntry>;
  /** Rows that are not sent, because their answers hold: they are stored already. */
  readonly answered: ReadonlySet<ReadyRow>;
}

/** Sends batches, and turns the answers into a result per row, in the file's order. */
export class Submitter {
  readonly #client: Client;
  readonly #options: SubmitterOptions;
  readonly #head: string;
  /** Players whom a dry run found missing, and a real run would register. */
  readonly #wouldRegister = new Set<string>();
  /** The last rows that the service was asked about are stored already, so the next ones may be too. */
  #isRepetition = false;

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
   * Finds the missing players of some rows. A dry run of a row tells which of its players are missing, and whether the row is
   * rejected anyway: the players of such a row are not registered. Only rows with a player of whom nothing is known yet are asked
   * about, one for each such player. While the answers are that all is stored, every row is asked about: that costs less than
   * sending it.
   */
  async survey(batch: Batch): Promise<Window> {
    const { isDryRun, registrar } = this.#options;
    const missing = new Set<string>();
    const answers = new Map<ReadyRow, BatchEntry>();
    const answered = new Set<ReadyRow>();
    if (isDryRun || registrar === null) return { ...batch, missing: [], answers, answered };
    const isKnown = (username: string): boolean => registrar.isSettled(username) || missing.has(username);
    let rows = batch.ready;
    for (;;) {
      const asked = await firstRequest(this.#isRepetition ? rows : onePerPlayer(rows, isKnown));
      if (asked.length === 0) return { ...batch, missing: [...missing], answers, answered };
      const entries = await this.#send(asked, true);
      const { found, absent } = playersOf(entries);
      const wanted = found.filter((username) => registrar.sendsEveryone && !registrar.isMade(username));
      for (const username of [...wanted, ...absent, ...this.#madeIn(entries.filter(isAccepted))]) missing.add(username);
      registrar.settle(found.filter((username) => !missing.has(username) && !registrar.isMade(username)));
      // A row may also be the duplicate of one before it in the same request, which is not stored yet.
      this.#isRepetition = entries.every(isStored);
      for (const entry of entries) {
        answers.set(entry.row, entry);
        if (this.#isRepetition) answered.add(entry.row);
      }
      const done = new Set(asked);
      rows = rows.filter((row) => !done.has(row));
    }
  }

  /** Registers the missing players. @throws {BandejaError} if the key may not do so. */
  async register(window: Window): Promise<Window> {
    await this.#options.registrar?.register(window.missing);
    return window;
  }

  /**
   * Sends the rows of a window, batch by batch.
   * @throws {BandejaError} when a batch was refused as a whole. @throws {CommandFailure} when it got no answer.
   */
  async *submit({ rows, answers, answered }: Window): AsyncGenerator<readonly RowResult[]> {
    const isSent = (row: ReadyRow): boolean => !answered.has(row) && this.#withFinalUsernames(row) !== null;
    for await (const batch of batchesOf(rows, REQUEST_LIMITS, isSent)) {
      const ready = batch.ready.map((row) => this.#withFinalUsernames(row) ?? row);
      const sent = await this.#send(ready, this.#options.isDryRun);
      const entries = new Map<ImportRow, BatchEntry | undefined>(batch.ready.map((row, index) => [row, sent[index]]));
      yield batch.rows.map((row) => {
        if (row.kind === 'faulty') return resultOfFaulty(row);
        const answer = answers.get(row);
        const entry = entries.get(row) ?? (answer !== undefined && !isAccepted(answer) ? answer : undefined);
        return entry === undefined ? this.#refused(row) : this.#settle(entry);
      });
    }
  }

  /**
   * Players of these rows whose usernames were made. They have to be registered also if the service knows such a username, which is
   * someone else's then.
   */
  #madeIn(entries: readonly BatchEntry[]): string[] {
    const { registrar } = this.#options;
    return entries.flatMap(({ row }) => namedIn(row)).filter((username) => registrar?.isMade(username));
  }

  /** The row as it is sent; null if it has a player whose username was made and who is not registered. */
  #withFinalUsernames(row: ReadyRow): ReadyRow | null {
    const { isDryRun, registrar } = this.#options;
    if (isDryRun || registrar === null) return row;
    const usernames = row.usernames.map((username) => (username === null ? null : registrar.finalUsername(username)));
    if (usernames.some((username, place) => username === null && row.usernames[place] !== null)) return null;
    return usernames.every((username, place) => username === row.usernames[place])
      ? row
      : withUsernames(row, usernames);
  }

  /** A row that was not sent because the service refused to register its players. */
  #refused(row: ReadyRow): RowResult {
    const { line, externalRef } = row;
    const code = 'participant_not_eligible';
    const refusals = namedIn(row).flatMap((username) => this.#options.registrar?.refusalOf(username) ?? []);
    if (refusals.length === 0) throw new Error('a batch holds a ready row that was not sent');
    const faults = refusals.map((refusal) => `${code}: ${refusal}`);
    return { line, externalRef, status: 'rejected', id: null, code, detail: refusals.join(' '), faults };
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
  #settle(entry: BatchEntry): RowResult {
    const { result, ineligible } = entry;
    const { isDryRun, registrar } = this.#options;
    if (registrar === null) return result;
    if (isDryRun) {
      if (!isAccepted(entry)) return result;
      // The service checks players last, so nothing else is wrong with the row, and a real run would register them.
      for (const username of [...(ineligible ?? []), ...this.#madeIn([entry])]) this.#wouldRegister.add(username);
      return { ...result, status: 'created', code: null, detail: null };
    }
    const refusals = (ineligible ?? [])
      .map((username) => registrar.refusalOf(username))
      .filter((text) => text !== null);
    return refusals.length === 0 ? result : { ...result, detail: [result.detail, ...refusals].join(' ') };
  }
}

/** The first row of each player of whom nothing is known. */
function onePerPlayer(rows: readonly ReadyRow[], isKnown: (username: string) => boolean): readonly ReadyRow[] {
  const covered = new Set<string>();
  return rows.filter((row) => {
    const unknown = namedIn(row).filter((username) => !isKnown(username) && !covered.has(username));
    for (const username of unknown) covered.add(username);
    return unknown.length > 0;
  });
}

/** As many of the rows as one request takes. */
async function firstRequest(rows: readonly ReadyRow[]): Promise<readonly ReadyRow[]> {
  const { value } = await batchesOf(rows).next();
  return value?.ready ?? [];
}

/**
 * What a dry run tells of players. A row that is rejected for another reason tells nothing; nor does one whose reference stands for
 * another match, because the service then does not look at the players.
 */
function playersOf(entries: readonly BatchEntry[]): { readonly found: string[]; readonly absent: readonly string[] } {
  const telling = entries.filter(
    ({ result, ineligible }) => result.status !== 'conflict' && (result.status !== 'rejected' || ineligible !== null),
  );
  const absent = new Set(telling.flatMap(({ ineligible }) => ineligible ?? []));
  const found = telling.flatMap(({ row }) => namedIn(row)).filter((username) => !absent.has(username));
  return { found, absent: [...absent] };
}

/** Nothing is wrong with the row but that players may be missing. */
const isAccepted = ({ result, ineligible }: BatchEntry): boolean => result.status === 'created' || ineligible !== null;
const isStored = ({ result }: BatchEntry): boolean => result.status === 'duplicate' || result.status === 'conflict';

function namedIn(row: ReadyRow): string[] {
  return row.usernames.filter((username) => username !== null);
}

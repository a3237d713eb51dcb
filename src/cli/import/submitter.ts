import { type Client, pathOf } from '../api/client.ts';
import type { Batch } from './batches.ts';
import type { Envelope } from './envelope.ts';
import type { ReadyRow } from './import-row.ts';
import type { Registrar } from './registrar.ts';
import { type BatchEntry, type RowResult, readBatchAnswer, resultOfFaulty } from './row-result.ts';

/** How batches are sent. */
export interface SubmitterOptions {
  /** Have the service check everything and store nothing. */
  readonly isDryRun: boolean;
  readonly session: Envelope['session'];
  /** Registers players that are missing, null when they are not to be registered. */
  readonly registrar: Registrar | null;
}

/** A batch of which it is known who has to be registered first. */
export interface SurveyedBatch extends Batch {
  readonly missing: readonly string[];
  /** What the service says of its rows, where that is settled without sending them. */
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
   * Finds out who of a batch is missing, with one dry run: registering everyone, missing or not, would make an import
   * that is run again several times slower.
   */
  async survey(batch: Batch): Promise<SurveyedBatch> {
    const { isDryRun, registrar } = this.#options;
    const usernames = batch.ready.flatMap(namedIn);
    if (isDryRun || registrar === null || usernames.every((username) => registrar.isSettled(username))) {
      return { ...batch, missing: [], answer: null };
    }
    if (registrar.sendsEveryone) return { ...batch, missing: usernames, answer: null };
    const entries = await this.#send(batch.ready, true);
    // Of a row that is rejected for something else nothing is known, and its players are left alone.
    const missing = new Set(entries.flatMap(({ ineligible }) => ineligible ?? []));
    const there = entries.filter(isOtherwiseFine).flatMap(({ row }) => namedIn(row));
    registrar.settle(there.filter((username) => !missing.has(username)));
    const isSettled = entries.every(({ result }) => result.status === 'duplicate');
    return { ...batch, missing: [...missing], answer: isSettled ? entries : null };
  }

  /** Registers who is missing. @throws {Refusal} when the key may not do so. */
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
      // A match that was stored by a try whose answer got lost comes back as a duplicate.
      isRepeatable: true,
    });
    return readBatchAnswer(answer.body, ready);
  }

  /** Weighs the service's word with what is known of the row's players. */
  #settle({ result, ineligible }: BatchEntry): RowResult {
    const { isDryRun, registrar } = this.#options;
    if (ineligible === null || registrar === null) return result;
    if (isDryRun) {
      // Eligibility is judged last: nothing else is wrong with the row, and a real run would have registered them.
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

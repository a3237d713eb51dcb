/** Sending a file batch by batch, so that it can be stopped and go on. */
import { REPORT_HEADER, reportLines } from '@bandeja/importer/report';
import type { RowResult, Tally } from '@bandeja/importer/results';
import { matchOf, newestFirst } from '@bandeja/importer/undo';
import type { Checked, SendChoices } from './CheckStep.tsx';
import { type Ready, Run, type SendOptions } from './importing.ts';
import { forget, keepCreated, readCreated } from './kept.ts';

type SendState = 'sending' | 'stopping' | 'stopped' | 'failed' | 'done';

/** Rows with warnings that were not shown before. */
export interface Question {
  readonly warned: readonly RowResult[];
  readonly answer: (isSent: boolean) => void;
}

export class Sending {
  state: SendState = 'stopped';
  /** Why the last attempt failed. */
  error: unknown = null;
  question: Question | null = null;
  /** The last request was not answered, and is sent again. */
  isRetrying = false;
  readonly #file: File;
  readonly #ready: Ready;
  readonly #options: SendOptions;
  readonly #onChange: () => void;
  /** References of the matches that were created, by id. */
  readonly #created: Map<string, string>;
  #run: Run;
  #report = '';

  constructor(file: File, { ready, seen, hasUnknown }: Checked, choices: SendChoices, onChange: () => void) {
    this.#file = file;
    this.#ready = ready;
    const confirm = async (warned: readonly RowResult[]): Promise<boolean> =>
      warned.every(({ line }) => seen.has(line)) || this.#ask(warned);
    const asks = hasUnknown && !choices.isStrict;
    this.#options = { ...choices, isDryRun: false, confirm: asks ? confirm : null };
    this.#onChange = onChange;
    ready.retries.onRetry = () => {
      this.isRetrying = true;
      onChange();
    };
    this.#created = new Map(readCreated(file));
    this.#run = new Run(ready, this.#options, this.#created);
  }

  get tally(): Tally {
    return this.#run.tally;
  }

  get total(): number {
    return this.#run.total;
  }

  get registered(): number {
    return this.#run.registered;
  }

  get created(): number {
    return this.#created.size;
  }

  /** Sends the rows that have no result, until the end or a stop. */
  async go(): Promise<void> {
    if (this.state === 'failed') {
      // The rows that were sent count as duplicates now, or as created by the run before.
      this.#run = new Run(this.#ready, this.#options, this.#created);
      this.#report = '';
    }
    this.#change('sending');
    try {
      for (let results = await this.#run.next(); results !== null; results = await this.#run.next()) {
        this.#add(results);
        if (this.state === 'stopping' && this.tally.accounted < this.total) return this.#change('stopped');
        this.#onChange();
      }
      this.#change('done');
    } catch (error) {
      this.error = error;
      this.#change('failed');
    }
  }

  /** Stops after the batch in flight. */
  stop(): void {
    if (this.state === 'sending') this.#change('stopping');
  }

  /** The report that `bandeja import --report` writes. */
  get report(): string {
    const left = this.state === 'done' ? '' : this.#run.leftLines();
    return REPORT_HEADER + this.#report + left;
  }

  /** Voids the created matches that are not voided, newest first. @returns how many are voided now, or were */
  async undo(reason: string, onProgress: (done: number) => void): Promise<number> {
    const { client } = this.#ready;
    const rows = [...this.#created].map(([id, external_ref]) => ({ id, external_ref }));
    const matches = [];
    for (let start = 0; start < rows.length; start += READS_AT_ONCE) {
      const read = rows.slice(start, start + READS_AT_ONCE).map((row) => matchOf(client, row));
      matches.push(...(await Promise.all(read)).flatMap((match) => match ?? []));
    }
    const live = matches.filter(({ status }) => status !== 'voided').toSorted(newestFirst);
    let voided = matches.length - live.length;
    for (const { id } of live) {
      await client.matches.void(id, reason);
      onProgress(++voided);
    }
    this.#created.clear();
    forget(this.#file);
    return voided;
  }

  #add(results: readonly RowResult[]): void {
    this.isRetrying = false;
    this.#report += reportLines(results);
    keepCreated(this.#file, results);
    for (const { status, id, externalRef } of results) {
      if (status === 'created' && id !== null) this.#created.set(id, externalRef);
    }
  }

  #ask(warned: readonly RowResult[]): Promise<boolean> {
    return new Promise((resolve) => {
      this.question = {
        warned,
        answer: (isSent) => {
          this.question = null;
          this.#onChange();
          resolve(isSent);
        },
      };
      this.#onChange();
    });
  }

  #change(state: SendState): void {
    this.isRetrying = false;
    this.state = state;
    this.#onChange();
  }
}

const READS_AT_ONCE = 8;

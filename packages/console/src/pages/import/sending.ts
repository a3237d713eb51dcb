/** Sending a file batch by batch, so that it can be stopped and go on. */
import { REPORT_HEADER, reportLines } from '@bandeja/importer/report';
import type { RowResult, Tally } from '@bandeja/importer/results';
import type { Checked, SendChoices } from './CheckStep.tsx';
import { type Ready, Run, type SendOptions } from './importing.ts';
import { forget, keepCreated, keepMore, readCreated } from './kept.ts';
import { Undoing } from './undoing.ts';

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
  undoing: Undoing | null = null;
  readonly #file: File;
  readonly #ready: Ready;
  #options: SendOptions;
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
      keepMore(this.#file, { isDone: true });
      this.#change('done');
    } catch (error) {
      this.error = error;
      this.#change('failed');
    }
  }

  /** Stops after the batch in flight. */
  stop(): void {
    this.undoing?.stop();
    if (this.state === 'sending') this.#change('stopping');
  }

  /** The report that `bandeja import --report` writes. */
  get report(): string {
    const left = this.state === 'done' ? '' : this.#run.leftLines();
    return REPORT_HEADER + this.#report + left;
  }

  /** Voids the created matches. */
  async undo(reason: string): Promise<void> {
    this.undoing = new Undoing(this.#ready.client, this.#created, this.#onChange);
    await this.undoing.go(reason);
    if (this.undoing.state !== 'done') return;
    this.#created.clear();
    forget(this.#file);
    this.#onChange();
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
          if (!isSent) this.#leaveOut(warned.map(({ line }) => line));
          this.#onChange();
          resolve(isSent);
        },
      };
      this.#onChange();
    });
  }

  /** A run after this one leaves the rows out, too. */
  #leaveOut(lines: readonly number[]): void {
    this.#options = { ...this.#options, leftOut: [...this.#options.leftOut, ...lines] };
    keepMore(this.#file, { leftOut: this.#options.leftOut });
  }

  #change(state: SendState): void {
    this.isRetrying = false;
    this.state = state;
    this.#onChange();
  }
}

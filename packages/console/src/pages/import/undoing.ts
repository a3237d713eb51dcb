/** Voiding the matches of an import one by one, so that it can be stopped. */
import type { Api, Bandeja } from '@bandeja/client';
import { readBatches } from '@bandeja/importer/reads';
import { matchOf, newestFirst, type ReportedRow } from '@bandeja/importer/undo';
import { refresh } from '../../api.ts';

export class Undoing {
  state: 'voiding' | 'stopping' | 'stopped' | 'failed' | 'done' = 'stopped';
  /** Why the last attempt failed. */
  error: unknown = null;
  /** How many matches are voided. */
  voided = 0;
  /** How many matches of the rows the service does not find. */
  missing = 0;
  readonly total: number;
  readonly #client: Bandeja;
  readonly #rows: readonly ReportedRow[];
  readonly #onChange: () => void;

  /** @param created references of the matches, by id */
  constructor(client: Bandeja, created: ReadonlyMap<string, string>, onChange: () => void) {
    this.#client = client;
    this.#rows = [...created].map(([id, external_ref]) => ({ id, external_ref }));
    this.total = created.size;
    this.#onChange = onChange;
  }

  get isBusy(): boolean {
    return this.state === 'voiding' || this.state === 'stopping';
  }

  /** Voids those of the matches that are not voided, newest first, until the end or a stop. */
  async go(reason: string): Promise<void> {
    this.#change('voiding');
    try {
      const read = await this.#matches();
      const matches = read.filter((match) => match !== null);
      const live = matches.filter(({ status }) => status !== 'voided').toSorted(newestFirst);
      this.voided = matches.length - live.length;
      this.missing = read.length - matches.length;
      for (const { id } of live) {
        if (this.state === 'stopping') break;
        await this.#client.matches.void(id, reason);
        this.voided++;
        this.#onChange();
      }
      const isWhole = read.length === this.#rows.length && this.voided === matches.length;
      this.#change(isWhole ? 'done' : 'stopped');
    } catch (error) {
      this.error = error;
      this.#change('failed');
    }
    await refresh();
  }

  /** Stops after the match in flight. */
  stop(): void {
    if (this.state === 'voiding') this.#change('stopping');
  }

  /** The matches of the rows, null for those that do not exist; fewer after a stop. */
  async #matches(): Promise<readonly (Api.Match | null)[]> {
    const matches: (Api.Match | null)[] = [];
    for await (const found of readBatches(this.#rows, (row) => matchOf(this.#client, row))) {
      matches.push(...found);
      if (this.state === 'stopping') break;
    }
    return matches;
  }

  #change(state: Undoing['state']): void {
    this.state = state;
    this.#onChange();
  }
}

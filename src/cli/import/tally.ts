import type { RowResult } from './row-result.ts';

/** A rejected row as it is shown at the end. */
export type Rejection = Pick<RowResult, 'line' | 'externalRef' | 'code' | 'detail'>;

/** As many rejected rows are shown; the rest stands in the report. */
export const REJECTIONS_SHOWN_MAX = 20;

/** Counts what became of the rows. */
export class Tally {
  readonly #rejections: Rejection[] = [];
  #created = 0;
  #duplicates = 0;
  #rejected = 0;
  #ineligible = 0;

  add({ line, externalRef, status, code, detail }: RowResult): void {
    if (status === 'created') this.#created++;
    else if (status === 'duplicate') this.#duplicates++;
    else {
      this.#rejected++;
      if (code === 'participant_not_eligible') this.#ineligible++;
      if (this.#rejections.length < REJECTIONS_SHOWN_MAX) this.#rejections.push({ line, externalRef, code, detail });
    }
  }

  get created(): number {
    return this.#created;
  }

  get duplicates(): number {
    return this.#duplicates;
  }

  get rejected(): number {
    return this.#rejected;
  }

  /** Of the rejected: those with players whom the service does not know, or not to this partner. */
  get ineligible(): number {
    return this.#ineligible;
  }

  /** Rows whose fate is known. */
  get accounted(): number {
    return this.#created + this.#duplicates + this.#rejected;
  }

  /** The first rejected rows. */
  get rejections(): readonly Rejection[] {
    return this.#rejections;
  }
}

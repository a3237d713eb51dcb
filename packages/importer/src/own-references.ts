/** The references of a file: finds those that belong to two matches. */
import type { FileRow } from './rows.ts';
import type { FlatEntry } from './table.ts';

/** A reference that two rows with different content have. */
export interface RepeatedReference {
  readonly reference: string;
  /** The numbers of both rows. */
  readonly lines: readonly [number, number];
}

/** What the references of a file are. */
export interface ReferenceFindings {
  readonly repeated: readonly RepeatedReference[];
  /** All are whole numbers below 10,000, as where a club counts its matches. */
  readonly areNumbers: boolean;
}

const SHORT_NUMBER = /^\d{1,4}$/;

/** Finds references that belong to two matches. */
export class ReferenceSearch {
  readonly #firstLines = new Map<string, number>();
  readonly #twice = new Set<string>();
  #areNumbers = true;

  add(entry: FlatEntry | FileRow): void {
    const reference = referenceOf(entry);
    if (reference === '') return;
    this.#areNumbers &&= SHORT_NUMBER.test(reference);
    if (this.#firstLines.has(reference)) this.#twice.add(reference);
    else this.#firstLines.set(reference, entry.line);
  }

  /** A row that comes twice with all its cells is one match. The file is read again only if a reference comes twice. */
  async findings(entries: () => AsyncIterable<FlatEntry | FileRow>): Promise<ReferenceFindings> {
    const areNumbers = this.#areNumbers && this.#firstLines.size > 0;
    const repeated: RepeatedReference[] = [];
    const seen = new Map<string, { readonly line: number; readonly content: string }>();
    for await (const entry of this.#twice.size === 0 ? [] : entries()) {
      const reference = referenceOf(entry);
      if (!this.#twice.has(reference)) continue;
      const content = JSON.stringify(
        entry.kind === 'flat' ? entry.fields : entry.kind === 'ready' ? entry.submission : '',
      );
      const first = seen.get(reference);
      if (first === undefined) seen.set(reference, { line: entry.line, content });
      else if (first.content !== content) repeated.push({ reference, lines: [first.line, entry.line] });
    }
    return { repeated, areNumbers };
  }
}

function referenceOf(entry: FlatEntry | FileRow): string {
  return entry.kind === 'flat' ? entry.fields.external_ref : entry.kind === 'ready' ? entry.externalRef : '';
}

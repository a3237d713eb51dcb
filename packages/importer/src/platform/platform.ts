/** What Node and browsers do in different ways for the reader. */
import type { Options } from 'csv-parse';

export type CsvOptions = Readonly<Options>;

/** A record of CSV, and the number of lines up to its end. */
export interface ParsedRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** Text that is not CSV. */
export class CsvFailure extends Error {
  override readonly name = 'CsvFailure';
  readonly code: string;
  readonly line: number;

  /** @param linesBefore the lines above the text that was parsed */
  constructor(error: Error & { readonly code: string; readonly lines?: unknown }, linesBefore = 0) {
    super(error.message, { cause: error });
    this.code = error.code;
    this.line = typeof error.lines === 'number' ? error.lines + linesBefore : 0;
  }
}

export interface WorkbookSheet {
  readonly sheet: string;
  readonly data: readonly (readonly unknown[])[];
}

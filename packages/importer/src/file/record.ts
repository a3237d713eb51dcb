/** One record of a table that is not blank: a line of a CSV file, or a row of a sheet. */
export interface CsvRecord {
  /** Line on which it begins, or its row, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

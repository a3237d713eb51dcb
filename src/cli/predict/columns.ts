import { wrongUse } from '../exit.ts';

/** The columns that every file of matches to predict has. */
export const neededColumns = ['match_id', 'played_at', 'a1', 'a2', 'b1', 'b2', 'winner', 'set_scores'] as const;
/** The columns that it may have. */
export const optionalColumns = ['unit', 'std', 'length'] as const;
const columns = [...neededColumns, ...optionalColumns];
export type PredictColumn = (typeof columns)[number];

/** The four places of a match. */
export const playerColumns = ['a1', 'a2', 'b1', 'b2'] as const satisfies readonly PredictColumn[];

/** Where the columns stand; an optional one that is absent has no place. */
export interface PredictPlan {
  readonly places: ReadonlyMap<PredictColumn, number>;
  /** Cells of the header. */
  readonly width: number;
}

/** The cells of one row by column, trimmed; empty where the file has nothing. */
export type PredictFields = Readonly<Record<PredictColumn, string>>;

/**
 * Finds the columns in a header, by name and in any case; other columns are passed over.
 *
 * @param line where the header stands, from 1
 * @throws {CommandFailure} for a column that is missing or there twice
 */
export function planPredictColumns(header: readonly string[], line: number): PredictPlan {
  const names = header.map((name) => name.trim().toLowerCase());
  const places = new Map<PredictColumn, number>();
  for (const column of columns) {
    const place = names.indexOf(column);
    if (place !== names.lastIndexOf(column)) {
      throw wrongUse(`standard input, line ${line}: the column ${column} stands there twice.`);
    }
    if (place >= 0) places.set(column, place);
  }
  const missing = neededColumns.filter((column) => !places.has(column));
  if (missing.length > 0) {
    const found = names.filter((name) => name !== '').join(', ') || 'no names at all';
    throw wrongUse(`standard input, line ${line}: the header lacks ${missing.join(', ')}. Found: ${found}.`);
  }
  return { places, width: header.length };
}

/** Takes a row apart. */
export function predictFieldsOf(cells: readonly string[], plan: PredictPlan): PredictFields {
  const cellOf = (column: PredictColumn): string => (cells[plan.places.get(column) ?? -1] ?? '').trim();
  return Object.fromEntries(columns.map((column) => [column, cellOf(column)])) as PredictFields;
}

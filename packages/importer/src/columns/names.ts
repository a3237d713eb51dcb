const setNumbers = [1, 2, 3, 4, 5] as const;
type SetNumber = (typeof setNumbers)[number];
/** A column for a set, or for one side's part of it. */
export type SetColumn = `set_${SetNumber}` | `set_${SetNumber}_${'a' | 'b'}`;
/** The columns of the sets, in order: the whole, side A, side B. */
export const setColumns = setNumbers.map((number): readonly [SetColumn, SetColumn, SetColumn] => [
  `set_${number}`,
  `set_${number}_a`,
  `set_${number}_b`,
]);

/** The columns of the four players, in the order of the participants. */
export const playerColumns = ['team_a_1', 'team_a_2', 'team_b_1', 'team_b_2'] as const;
export type PlayerColumn = (typeof playerColumns)[number];

export const plainColumns = [
  'external_ref',
  'played_at',
  'date',
  'time',
  'team_a',
  'team_b',
  ...playerColumns,
  // Beside columns of the players; the winner may be one of these names.
  'team_a_name',
  'team_b_name',
  'winner',
  'set_scores',
  // In all sets; compared with the score.
  'games_a',
  'games_b',
  'trust_tier',
  'competition_type',
  'duration_minutes',
  'venue_label',
  'court',
  'session_external_ref',
  'round',
  'outcome',
  'scoring',
] as const;
export type Column = (typeof plainColumns)[number] | SetColumn;

export const columns: readonly Column[] = [...plainColumns, ...setColumns.flat()];

export interface UnusedCell {
  readonly name: string;
  readonly text: string;
}

export function normalise(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
}

/** Our column → the file's column, as a person has named it. */
export type Mapping = ReadonlyMap<Column, string>;

/** The text of each column in one row; empty if the file does not have it. */
export type Fields = Readonly<Record<Column, string>>;

export type Places = ReadonlyMap<Column, number>;

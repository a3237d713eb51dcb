import type { Column } from './column-names.ts';

/** What can be wrong with a row of a file. The keys group the rows at the end of an import; the sentences say what to do. */
export const faultGroups = {
  cells: 'more or fewer cells than the header',
  text: 'a single cell is filled, so the row is not a match',
  names: 'names where usernames belong: use --names',
  externalId: 'an external id that no player has: register the player with it, or correct it',
  unclear: 'an unclear name: settle it with --players FILE (--players-out FILE writes one to start from)',
  placeholder: 'a placeholder instead of a player: enter the name, or give the player with --players FILE',
  unknownPlayer: 'an unknown name: --register creates missing players',
  player: 'a player is missing',
  twice:
    'the same player twice in a match; if two people have one name, give one of them another, such as “Marta Gil (jr)”',
  pair: 'a cell without exactly two players',
  date: 'a date or time that cannot be read',
  period: 'a date in the future, or before 1970: correct it',
  noTime: 'a date without a time: use --time 20:00',
  score: 'a score that cannot be read',
  twoScores: 'two scores that differ: correct one, or delete the columns that are not the score',
  scoreAsDate: 'a score that a spreadsheet turned into a date: enter scores as text',
  winner: 'a winner that cannot be read',
  noWinner: 'no winner: neither the row nor its score has one',
  outcome: 'a match that was not played, or whose outcome cannot be read',
  unusedOutcome: 'a word for an outcome in a column that is not used: use the column as “outcome”, or delete the word',
  reference: 'no reference: use --refs-from-content',
  repeated: 'the same as an earlier row: if both were played, give each a reference',
  duration: 'a duration that is not a number of minutes',
  item: 'an item that is not a match',
  implausible:
    'an impossible score: correct it; if it is right, add a column “scoring” that says what it counts, games or points',
  contradiction:
    'the score and the winner contradict each other: correct one of them, or add “ret.” if the match was stopped',
  warned: 'rows with warnings, which were not confirmed',
  strict: 'rows with warnings, rejected by --strict',
  size: 'a row too large for one request',
} as const;
export type FaultGroup = keyof typeof faultGroups;

/** One thing that is wrong with a row. */
export interface RowFault {
  readonly group: FaultGroup;
  /** The columns whose cells are wrong; absent if the row as a whole is. */
  readonly columns?: readonly Column[];
  /** Their fault. */
  readonly detail: string;
}

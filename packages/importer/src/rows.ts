import type { Api } from '@bandeja/client';
import type { SetGames } from './cells/score.ts';
import type { Fault, Note } from './message.ts';

/** A match as its row has it, without its players and its reference. A rejected row lacks what cannot be read. */
export type RowMatch = Partial<Omit<Api.MatchSubmission, 'participants' | 'external_ref'>>;

/** A row of a file. One with a fault is rejected. */
export interface Row {
  /** Line of the file on which the row begins, from 1; in a JSON file the number of the match. */
  readonly line: number;
  /** As the file has it; empty for none. */
  readonly externalRef: string;
  /** The players as the file names them, blanks collapsed: two of team A, then two of team B. Empty where one is missing. */
  readonly players: readonly string[];
  readonly match: RowMatch;
  /** The row in the words of the file; null for a match with `participants`. */
  readonly written: Written | null;
  /** Those of a match in the form of the API, which the service validates; null for all other rows. */
  readonly participants: { readonly sent: unknown } | null;
  readonly faults: readonly Fault[];
  /** Assumptions that a person may want to check. */
  readonly notes: readonly Note[];
}

export interface Written {
  readonly winner: string;
  readonly score: string;
  readonly sets: readonly SetGames[];
  readonly hasTime: boolean;
  readonly scoreWinner: 'A' | 'B' | null;
}

export const faultyRow = (line: number, externalRef: string, fault: Fault): Row => ({
  line,
  externalRef,
  players: [],
  match: {},
  written: null,
  participants: null,
  faults: [fault],
  notes: [],
});

export const isReadable = ({ faults }: Row): boolean => faults.length === 0;

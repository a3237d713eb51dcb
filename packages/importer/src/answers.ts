/** The questions of a file and their answers. */
import type { DateOrder } from './cells/dates.ts';
import type { SessionRules } from './cells/sessions.ts';
import type { Gap, Meanings, Rivals } from './columns/header.ts';
import type { EncodingChoice } from './file/text.ts';
import type { MessageOf } from './message.ts';

/** What the numbers of a score count. */
export type ScoreCount = 'sets' | 'games' | 'points';

/** The answers of a person. Null: none yet. */
export interface Answers {
  /** The meaning of each column; null as a whole: as guessed. */
  readonly meanings: Meanings | null;
  readonly dates: DateOrder | null;
  readonly timezone: string | null;
  /** The time of matches whose row has only a date, `HH:MM`. Empty: they have none, and are rejected. */
  readonly time: string | null;
  readonly scores: ScoreCount | null;
  /** The team that 0 means in the column of the winner. */
  readonly zero: 'A' | 'B' | null;
  readonly sessions: SessionRules | null;
  /** Where matches were played whose row does not say it. */
  readonly venue: string;
  /** The kind of competition of matches that do not say it. */
  readonly competition: string | null;
  /** Put before each reference. */
  readonly prefix: string;
  /** References are derived from the content of the rows, even where the file has its own. */
  readonly fromContent: boolean;
}

export const NO_ANSWERS: Answers = {
  ...{ meanings: null, dates: null, timezone: null, time: null, scores: null, zero: null, sessions: null },
  ...{ venue: '', competition: null, prefix: '', fromContent: false },
};

/** A question about the file. */
export type Question = {
  /** Rows cannot be read before it is answered. */
  readonly isOpen: boolean;
  readonly text: MessageOf<'question'>;
} & (
  | { readonly code: 'encoding'; readonly choices: readonly EncodingChoice[] }
  | { readonly code: 'columns'; readonly gaps: readonly Gap[]; readonly rivals: readonly Rivals[] }
  | { readonly code: 'dates'; readonly orders: readonly DateOrder[]; readonly examples: readonly string[] }
  | { readonly code: 'scores'; readonly counts: readonly ScoreCount[]; readonly example: string }
  | { readonly code: 'time' | 'timezone'; readonly rows: number }
  | { readonly code: 'zero' | 'sessions' | 'references' | 'prefix' }
);

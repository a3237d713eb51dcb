/** The words of the file for what a rejected row is about: its headers, its players and its cells. */
import type { SetGames } from './cells.ts';
import { type Column, columns } from './column-names.ts';
import type { ColumnPlan } from './columns.ts';
import type { RowFault } from './faults.ts';
import type { ReadyRow, Written } from './rows.ts';
import { isLevelInSets, levelText, setsOf } from './score-warnings.ts';
import type { Translate } from './translate.ts';

/** Columns that hold the same, if the file does not have the one that a fault names. */
const STAND_INS: Readonly<Partial<Record<Column, readonly Column[]>>> = {
  played_at: ['date', 'time'],
  set_scores: ['set_1', 'set_1_a'],
  team_a_1: ['team_a'],
  team_a_2: ['team_a'],
  team_b_1: ['team_b'],
  team_b_2: ['team_b'],
};

const PARTICIPANT = /^\/participants\/(\d+)/;

/** The place of the participant that a pointer is about; undefined if it is about something else. */
export function participantOf(pointer: string): number | undefined {
  const place = PARTICIPANT.exec(pointer)?.[1];
  return place === undefined ? undefined : Number(place);
}

const SET = /^\/set_scores\/(\d+)/;
/** Hints of the service for programs. */
const HINT = / (?:If the match was stopped, send|Correct the score, or send|Fix `winning_team`).*$/;

/** A fault of a submission, as the service returns it. */
interface ServiceFault {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

export class Terms {
  readonly #plan: ColumnPlan | null;
  readonly #translate: Translate;

  /** @param plan the columns of the file; null for a list of matches, whose members have our names */
  constructor(plan: ColumnPlan | null, translate: Translate = (text) => text) {
    this.#plan = plan;
    this.#translate = translate;
  }

  /** The header of a column; our name if the file does not have it. */
  columnName(column: Column): string {
    const own = [column, ...(STAND_INS[column] ?? [])].find((one) => this.#plan?.places.has(one));
    return (own && this.#plan?.names[this.#plan.places.get(own) ?? -1]) || column;
  }

  /** A text in the language of the person. */
  text(text: string): string {
    return this.#translate(text);
  }

  faultText({ columns = [], detail }: RowFault): string {
    const names = new Set(columns.map((column) => this.columnName(column)));
    const text = this.#translate(detail);
    return names.size === 0 ? text : `${[...names].join(', ')}: ${text}`;
  }

  /** The fault of a value of a row, without the row’s own texts: it groups rows. */
  valueText(pointer: string, detail: string): string {
    const column = columns.find((name) => pointer === `/${name}`);
    return column === undefined ? this.#translate(detail) : `${this.columnName(column)}: ${this.#translate(detail)}`;
  }

  /** What the service found wrong with a row. */
  refusalText({ pointer, code, detail }: ServiceFault, { written, usernames, submission }: ReadyRow): string {
    const place = participantOf(pointer);
    if (place !== undefined) {
      const username = usernames[place] ?? '';
      const text = written?.players[place] ?? username;
      return `“${text}”${text === username ? '' : ` (${username})`}: ${detail}`;
    }
    if (code === 'score_contradicts_winner' && written !== null && written.winner !== '') {
      return this.#translate(isLevelInSets(submission) ? levelText(written.score) : this.#contradiction(written));
    }
    const set = SET.exec(pointer)?.[1];
    if (written === null) return `${pointer}: ${detail}`;
    if (pointer === '/played_at') {
      const at = String(submission['played_at']).slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ');
      const text = code === 'played_at_in_future' ? `${at} is in the future` : `${at} is before 1970`;
      return `${this.columnName('played_at')}: ${this.#translate(text)}`;
    }
    const column = columns.find((name) => pointer === `/${name}`);
    const about =
      set !== undefined ? `set ${Number(set) + 1}` : column === undefined ? pointer : this.columnName(column);
    const typo = code === 'implausible_score' ? doubledDigit(written.sets[Number(set)]) : null;
    const text = this.#translate(typo ?? inFileOrder(detail, { written, submission }).replace(HINT, ''));
    return about === '' ? text : `${about}: ${text}`;
  }

  #contradiction(written: Written): string {
    const { places, winner } = this.#plan ?? { places: new Map(), winner: null };
    if (winner === null || places.has('winner')) return contradiction(written, this.columnName('winner'));
    return contradictionOfHeader(written, this.columnName(winner === 'A' ? 'team_b_1' : 'team_a_1'));
  }
}

/** For “66-4”: `66–4 is not a set. A typing error for 6–4?` Null for a set without a doubled digit. */
function doubledDigit(set: SetGames | undefined): string | null {
  if (set === undefined) return null;
  const [a, b] = [set.a, set.b].map((games) => Number(String(games).replace(/^(\d)\1$/, '$1')));
  if (a === undefined || b === undefined || (a === set.a && b === set.b)) return null;
  const [won, lost] = [Math.max(a, b), Math.min(a, b)];
  const isSet = (won === 6 && lost <= 4) || (won === 7 && (lost === 5 || lost === 6));
  return isSet ? `${set.a}–${set.b} is not a set. A typing error for ${a}–${b}?` : null;
}

/** A sentence of the service with the games of sets as the file has them: the row may have been turned to the sides of a stored match. */
export function inFileOrder(text: string, { written, submission }: Pick<ReadyRow, 'written' | 'submission'>): string {
  const place = written?.sets.findIndex(({ a, b }) => a !== b) ?? -1;
  const [here, sent] = [written?.sets[place], setsOf(submission)[place]];
  if (here === undefined || sent === undefined || sent.a === here.a) return text;
  return text.replaceAll(/(\d+)–(\d+)/g, '$2–$1');
}

/** `6-4 3-6 was won by Eva and Rui, who are in the column Perdedores` */
function contradictionOfHeader({ players, score, scoreWinner }: Written, column: string): string {
  const [one, other] = scoreWinner === 'B' ? players.slice(2) : players;
  return `${score} was won by ${one} and ${other}, who are in the column ${column}`;
}

/** `6-4 6-3 was won by Begoña and Íñigo, but the column Ganadores says visitante` */
function contradiction({ players, score, scoreWinner, winner }: Written, column: string): string {
  const [one, other] = scoreWinner === 'B' ? players.slice(2) : players;
  return `${score} was won by ${one} and ${other}, but the column ${column} says ${winner}`;
}

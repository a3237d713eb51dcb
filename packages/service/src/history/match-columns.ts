/** Compact texts for teams, sides and scorelines in `matches`. They take a third of the bytes of arrays and JSON. */

import type { CourtPosition, Team } from '@bandeja/contract/match-enums';
import { type Column, encoded, text } from '@bandeja/postgres/table';

/** One set as stored; `game_winners` and `first_server_team` are null when they were not sent. */
export interface SetScore {
  readonly set_number: number;
  readonly team_a_games: number;
  readonly team_b_games: number;
  readonly game_winners: readonly Team[] | null;
  readonly first_server_team: Team | null;
}

const SIDE_LETTERS = { left: 'L', right: 'R' } as const satisfies Record<CourtPosition, string>;
const SIDES: Readonly<Record<string, CourtPosition>> = { L: 'left', R: 'right' };

/** Decodes the letter of one side; null for `-`. */
export const decodeSide = (letter: string): CourtPosition | null => SIDES[letter] ?? null;

/** Decodes the letters of teams: of the four players, or of the games of a set. */
export const decodeTeams = (letters: string): Team[] => letters.split('') as Team[];

/** Teams as letters. */
export const teamLetters: Column<readonly Team[]> = encoded<readonly Team[], string>(
  text,
  (teams) => teams.join(''),
  decodeTeams,
);

/** Sides as letters; `-` if the side was not sent. */
export const sideLetters: Column<readonly (CourtPosition | null)[]> = encoded(
  text,
  (sides) => sides.map((side) => (side === null ? '-' : SIDE_LETTERS[side])).join(''),
  (letters) => Array.from(letters, decodeSide),
);

/**
 * Encodes a scoreline as text: `6-4`, or `6-4:ABAABABAAA/A` with the winners of its games and the team that served first. Sets
 * are separated by a space. A match without sets is an empty text.
 * @param sets numbered 1, 2, … in this order.
 * @throws {RangeError} for sets with other numbers, and for an empty list of game winners.
 */
export function encodeScoreline(sets: readonly SetScore[]): string {
  return sets.map(encodeSet).join(' ');
}

function encodeSet(set: SetScore, index: number): string {
  const {
    set_number: number,
    team_a_games: a,
    team_b_games: b,
    game_winners: winners,
    first_server_team: server,
  } = set;
  if (number !== index + 1) throw new RangeError(`set ${number} is listed as set ${index + 1}`);
  if (winners?.length === 0) throw new RangeError(`set ${number} has an empty list of game winners`);
  return `${a}-${b}${winners === null ? '' : `:${winners.join('')}`}${server === null ? '' : `/${server}`}`;
}

/** A set whose `game_winners` may be a string of letters instead of an array. */
export type LetteredSet = Pick<SetScore, 'team_a_games' | 'team_b_games' | 'first_server_team'> & {
  readonly game_winners: ArrayLike<Team> | null;
};

/** Decodes a text of {@link encodeScoreline}. */
export function decodeScoreline(text: string): SetScore[] {
  return readScoreline(text).map((set, index) => ({
    set_number: index + 1,
    team_a_games: set.team_a_games,
    team_b_games: set.team_b_games,
    game_winners: set.game_winners && Array.from(set.game_winners),
    first_server_team: set.first_server_team,
  }));
}

/** The same without allocating an array of game winners for each set. */
export function readScoreline(text: string): LetteredSet[] {
  return text === '' ? [] : text.split(' ').map(readSet);
}

function readSet(text: string): LetteredSet {
  const slash = text.indexOf('/');
  const played = slash === -1 ? text : text.slice(0, slash);
  const colon = played.indexOf(':');
  const dash = played.indexOf('-');
  return {
    team_a_games: Number(played.slice(0, dash)),
    team_b_games: Number(played.slice(dash + 1, colon === -1 ? undefined : colon)),
    game_winners: colon === -1 ? null : (played.slice(colon + 1) as unknown as ArrayLike<Team>),
    first_server_team: slash === -1 ? null : (text.slice(slash + 1) as Team),
  };
}

export const scoreline: Column<readonly SetScore[]> = encoded<readonly SetScore[], string>(
  text,
  encodeScoreline,
  decodeScoreline,
);

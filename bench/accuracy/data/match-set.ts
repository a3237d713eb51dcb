/** A history of matches to judge models on. */
import type { MatchColumns } from '@bandeja/rating';

/** One sport's matches in the order of play. */
export interface MatchSet {
  readonly name: string;
  /** What it holds, for people. */
  readonly title: string;
  readonly playerCount: number;
  /** Winners first; weights are all 1. */
  readonly matches: MatchColumns;
  /** By row: 1 when the winners are the side that stands first in the source, which says nothing about who is better. */
  readonly isFirstWinner: Uint8Array;
  /** By row: how many matches the least known of the four had played before. */
  readonly leastPlayed: Int32Array;
  /** Rows up to here only warm the ratings up: nothing is fitted to them, nothing scored on them. */
  readonly fitFrom: number;
  /** Constants are fitted to the rows from `fitFrom` to here, and scored on those from here on. */
  readonly scoreFrom: number;
}

/**
 * Everybody is new at first, so the first tenth says more about newcomers than about the sport. The last four tenths of
 * the rows in time are what no constant has seen.
 */
const FIT_FROM = 0.1;
const SCORE_FROM = 0.6;

/** The name and history of a set, before what follows from them is added. */
export type PlainMatchSet = Pick<MatchSet, 'name' | 'title' | 'playerCount' | 'matches' | 'isFirstWinner'>;

/** Completes a set: where it is divided, and how well known its players are. */
export function divide(plain: PlainMatchSet): MatchSet {
  const count = plain.matches.at.length;
  return {
    ...plain,
    leastPlayed: countLeastPlayed(plain),
    fitFrom: Math.floor(count * FIT_FROM),
    scoreFrom: Math.floor(count * SCORE_FROM),
  };
}

function countLeastPlayed({ matches: { players, at }, playerCount }: PlainMatchSet): Int32Array {
  const played = new Int32Array(playerCount);
  return Int32Array.from(at, (_, row) => {
    const four = players.subarray(4 * row, 4 * row + 4);
    const least = Math.min(...Array.from(four, (player) => played[player] as number));
    for (const player of four) played[player] = (played[player] as number) + 1;
    return least;
  });
}

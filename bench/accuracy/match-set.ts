/** A history of matches that models predict. */
import { createMatchColumns, lengthOf, type MatchColumns, pairEvidenceOf, unitsOf, writeMatch } from '@bandeja/rating';
import { type Result, setsOfWinners, winnersFirst } from '../data/read-results.ts';
import type { Source } from '../data/sources.ts';

/** One sport's matches in the order of play. */
export interface MatchSet {
  readonly name: string;
  readonly title: string;
  readonly playerCount: number;
  /** Winners first; weights are all 1. */
  readonly matches: MatchColumns;
  /** By row: 1 if the winners are the source's team A, which does not depend on strength. */
  readonly isFirstWinner: Uint8Array;
  /** By row: earlier matches of the least experienced of the four players. */
  readonly leastPlayed: Int32Array;
  /** Rows before this one only warm the ratings up: they are neither fitted nor scored. */
  readonly fitFrom: number;
  /** Constants are fitted to the rows from `fitFrom` to here, and scored on the rows from here on. */
  readonly scoreFrom: number;
}

/** At first everybody is new, so the first tenth would measure newcomers. The last four tenths are never fitted. */
const FIT_FROM = 0.1;
const SCORE_FROM = 0.6;

/** @param results in the order of play */
export function matchSetOf(results: readonly Result[], { name, title, unit, std }: Source): MatchSet {
  const matches = createMatchColumns(results.length);
  const indices = new Map<string, number>();
  const played: number[] = [];
  const indexOf = (player: string): number => {
    const index = indices.get(player) ?? indices.size;
    indices.set(player, index);
    return index;
  };
  const leastPlayed = results.map((result, row) => {
    const [w0, w1, l0, l1] = winnersFirst(result);
    const players = [indexOf(w0), indexOf(w1), indexOf(l0), indexOf(l1)] as const;
    const sets = setsOfWinners(result);
    const units = unitsOf(sets, unit);
    writeMatch(matches, row, {
      players,
      at: result.playedAt,
      units: units && { ...units, std },
      weight: 1,
      // The service's rule for points is for americanos. In these sports a single set is half a match.
      length: unit === 'games' ? lengthOf(sets, unit) : sets.length > 1 ? 1 : 0.5,
      pairEvidence: pairEvidenceOf(result.competitionType),
    });
    const least = Math.min(...players.map((player) => played[player] ?? 0));
    for (const player of players) played[player] = (played[player] ?? 0) + 1;
    return least;
  });
  return {
    name,
    title,
    playerCount: indices.size,
    matches,
    isFirstWinner: Uint8Array.from(results, ({ winner }) => Number(winner === 'A')),
    leastPlayed: Int32Array.from(leastPlayed),
    fitFrom: Math.floor(results.length * FIT_FROM),
    scoreFrom: Math.floor(results.length * SCORE_FROM),
  };
}

/** Who served and who held, as far as a stored match tells: what the hold rate of the pool is learnt from. */
import { type ScoredMatch, serverOf, sheetOf } from '../score-sheet/index.ts';

export type { ScoredMatch };

/** A count of service games, of one match or of many. */
export interface ServiceGames {
  /** Games whose server is known, tie-breaks aside. */
  readonly serviceGames: number;
  /** Those of them that the serving team won. */
  readonly holds: number;
}

/**
 * Counts the service games of a match and how many of them were held. Sets count whose server is known and whose games
 * were sent in order. None count in a match that was not played to its end (it stops where somebody was hurt or did not
 * come), nor in points, where a set's units are no games.
 *
 * @param match as stored: sets by number, and the winners of a set's games either all there or null
 */
export function countServiceGames(match: ScoredMatch): ServiceGames {
  let serviceGames = 0;
  let holds = 0;
  for (const set of sheetOf(match)) {
    for (const [index, winner] of (set.winners ?? []).entries()) {
      const server = serverOf(set, index);
      if (server === null) continue;
      serviceGames += 1;
      holds += Number(winner === server);
    }
  }
  return { serviceGames, holds };
}

import type { Pool } from '../ledger/index.ts';
import { gameRates, orderedGames } from './games.ts';
import { momentumOf } from './momentum.ts';
import { phasesOf } from './phases.ts';
import { competitionRates, courtPositionRates, expectedWins, matchRate } from './results.ts';
import { sampleOf } from './sample.ts';
import type { SeenMatch } from './seen-match.ts';
import { setRates } from './sets.ts';
import type { Analysis } from './shapes.ts';
import { teammateRates } from './teammates.ts';

/** The counts of an analysis. */
export type Patterns = Omit<Analysis, 'player' | 'insights'>;

/**
 * Counts a player's matches. Retired ones count as results (matches, court positions, teammates, competitions, expectation)
 * and in no set and no game.
 * @param matches newest first, without walkovers.
 */
export function patternsOf(matches: readonly SeenMatch[], { steepness }: Pool): Patterns {
  const games = orderedGames(matches);
  return {
    sample: sampleOf(matches),
    matches: matchRate(matches),
    sets: setRates(matches),
    games: gameRates(matches, games),
    momentum: momentumOf(matches, games),
    phases: phasesOf(games),
    court_position: courtPositionRates(matches),
    teammates: teammateRates(matches),
    competition: competitionRates(matches),
    expectation: expectedWins(matches, steepness),
  };
}

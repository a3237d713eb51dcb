import type { Pool } from '../ledger/index.ts';
import { type GameRates, gameRates, orderedGames } from './games.ts';
import { type Momentum, momentumOf } from './momentum.ts';
import { type Phases, phasesOf } from './phases.ts';
import type { Rate } from './rate.ts';
import {
  type CompetitionRates,
  type CourtPositionRates,
  competitionRates,
  courtPositionRates,
  type ExpectedWins,
  expectedWins,
  matchRate,
} from './results.ts';
import { type Sample, sampleOf } from './sample.ts';
import type { SeenMatch } from './seen-match.ts';
import { type SetRates, setRates } from './sets.ts';
import { type TeammateRates, teammateRates } from './teammates.ts';

/** What a coach reads of a player, in the contract's shape, but for who the player is. */
export interface Patterns {
  readonly sample: Sample;
  readonly matches: Rate;
  readonly sets: SetRates;
  readonly games: GameRates;
  readonly momentum: Momentum;
  readonly phases: Phases;
  readonly court_position: CourtPositionRates;
  readonly teammates: readonly TeammateRates[];
  readonly competition: CompetitionRates;
  readonly expectation: ExpectedWins;
}

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

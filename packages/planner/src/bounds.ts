import type { Encounters } from './encounters.ts';

/**
 * What no plan can beat, given who plays how many games. Everything is counted over pairs of players that are present
 * together; `apart` are the avoided pairs, where the plan kept them apart.
 */
export interface Bounds {
  /** Teammate repeats that any plan has. */
  readonly teammateRepeats: number;
  /** The most frequent pair of opponents meets at least this often. */
  readonly opponentMax: number;
  /** Opponents that meet least do not meet more often than this. */
  readonly opponentMin: number;
  readonly restDifference: number;
}

export function boundsOf(encounters: Encounters): Bounds {
  const { opponentPairs, opponentSlots } = encounters;
  return {
    teammateRepeats: teammateBound(encounters),
    opponentMax: opponentMaxOf(encounters),
    opponentMin: opponentPairs === 0 ? 0 : Math.floor(opponentSlots / opponentPairs),
    restDifference: restBound(encounters),
  };
}

/**
 * Games outside of fixed pairs are spread over the pairs that can be formed, and those of each player over the teammates
 * that the player can have.
 */
function teammateBound({ freeGames, teammateChoices }: Encounters): number {
  const slots = freeGames.reduce((sum, games) => sum + games, 0) / 2;
  const pairs = teammateChoices.reduce((sum, choices) => sum + choices, 0) / 2;
  const excess = freeGames.reduce((sum, games, i) => sum + Math.max(0, games - (teammateChoices[i] ?? 0)), 0) / 2;
  return Math.max(0, Math.ceil(slots - pairs), Math.ceil(excess));
}

function opponentMaxOf({ games, opponentChoices, opponentPairs, opponentSlots }: Encounters): number {
  const perPlayer = games.map((count, i) =>
    count === 0 ? 0 : Math.ceil((2 * count) / Math.max(1, opponentChoices[i] ?? 0)),
  );
  return Math.max(0, opponentPairs === 0 ? 0 : Math.ceil(opponentSlots / opponentPairs), ...perPlayer);
}

/**
 * Zero if the rests of every stretch of rounds with the same players can be shared equally, or where players both come late
 * and leave: then stretches can make up for each other.
 */
function restBound({ stretches, comeAndLeave }: Encounters): number {
  return !comeAndLeave && stretches.some(({ players, rests }) => rests % players !== 0) ? 1 : 0;
}

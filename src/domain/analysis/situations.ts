/** Which games of a set are which: phases, and what a game is about. The counts and the rules of insights share these. */
import type { SeenGame } from './seen-match.ts';

export type Phase = 'opening' | 'middle' | 'closing';

/** The first games of a set. */
const OPENING_GAMES = 3;

/** The phase of a game; null in points. Closing is once a team needs one game more. */
export function phaseOf({ own, opponents, target }: SeenGame): Phase | null {
  if (target === null) return null;
  if (own + opponents < OPENING_GAMES) return 'opening';
  return Math.max(own, opponents) >= target - 1 ? 'closing' : 'middle';
}

/** An own service game. */
export function isServing({ server }: SeenGame): boolean {
  return server === 'own';
}

/** A service game of the opponents. */
export function isReceiving({ server }: SeenGame): boolean {
  return server === 'opponents';
}

/** An own service game that can win the set: begun a game short of it or nearer, and ahead. */
export function isServingForSet({ server, own, opponents, target }: SeenGame): boolean {
  return server === 'own' && target !== null && own >= target - 1 && own > opponents;
}

/** A service game of the opponents that can win them the set. */
export function isReceivingToStayInSet({ server, own, opponents, target }: SeenGame): boolean {
  return server === 'opponents' && target !== null && opponents >= target - 1 && opponents > own;
}

/** The opponents' service game straight after the own one was lost. */
export function isBreakBackChance({ server, previous }: SeenGame): boolean {
  return server === 'opponents' && previous?.server === 'own' && !previous.won;
}

/** The own service game straight after the opponents' was won. */
export function isConsolidation({ server, previous }: SeenGame): boolean {
  return server === 'own' && previous?.server === 'opponents' && previous.won;
}

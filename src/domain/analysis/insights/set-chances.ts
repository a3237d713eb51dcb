/** A set as a game of chance: every game is won with its own chance, independently of those before it. */
import type { SetTarget } from '../../score-sheet/index.ts';
import type { GameChances } from '../forecast.ts';
import type { SeenSet, Side } from '../seen-match.ts';

/** A set before it is played. */
export interface SetPlay {
  readonly target: SetTarget;
  /** Null where the server is not known: then every game is even. */
  readonly firstServer: Side | null;
  readonly chances: GameChances;
}

/** The score at which the tie-break is played: 6–6, 8–8, and 3–3 in a short set, as its 4–3 says. */
function tieBreakAt(target: SetTarget): number {
  return target === 4 ? 3 : target;
}

/** Whether a set has come to one of the scores that a set to this target ends with; one stopped by the clock has not. */
export function isPlayedOut({ own, opponents, target }: Pick<SeenSet, 'own' | 'opponents' | 'target'>): boolean {
  if (target === null) return false;
  const [won, lost] = [Math.max(own, opponents), Math.min(own, opponents)];
  if (won === target && lost <= target - 2) return true;
  return target === 4 ? won === 4 && lost === 3 : won === target + 1 && (lost === target - 1 || lost === target);
}

/** More than either side's games in any set to these targets, and more than any run that is asked for. */
const STRIDE = 12;

/** Keeps what `chance` has answered for a state of the set, as most states are come to in many ways. */
function remembering(chance: (own: number, opponents: number, run: number) => number): typeof chance {
  const known = new Float64Array(STRIDE ** 3).fill(Number.NaN);
  return (own, opponents, run) => {
    const place = (own * STRIDE + opponents) * STRIDE + run;
    const before = known[place];
    if (before !== undefined && !Number.isNaN(before)) return before;
    const found = chance(own, opponents, run);
    known[place] = found;
    return found;
  };
}

/** The chance that the own pair wins the set from a score at which it is not over. */
export function setChance(play: SetPlay, own: number, opponents: number): number {
  const from = remembering((a, b) => {
    if (isOver(play.target, a, b)) return Number(a > b);
    return mixed(gameChance(play, a, b), from(a + 1, b, 0), from(a, b + 1, 0));
  });
  return from(own, opponents, 0);
}

/** The chance that the own pair loses at least so many games in a row in the set, from its beginning. @param games at most 11 */
export function runChance(play: SetPlay, games: number): number {
  const from = remembering((a, b, run) => {
    if (run === games) return 1;
    if (isOver(play.target, a, b)) return 0;
    return mixed(gameChance(play, a, b), from(a + 1, b, 0), from(a, b + 1, run + 1));
  });
  return from(0, 0, 0);
}

function mixed(chance: number, ifWon: number, ifLost: number): number {
  return chance * ifWon + (1 - chance) * ifLost;
}

function isOver(target: SetTarget, own: number, opponents: number): boolean {
  if (own + opponents > 2 * tieBreakAt(target)) return true;
  return Math.max(own, opponents) >= target && Math.abs(own - opponents) >= 2;
}

function gameChance({ target, firstServer, chances }: SetPlay, own: number, opponents: number): number {
  const isTieBreak = own + opponents === 2 * tieBreakAt(target);
  if (firstServer === null || isTieBreak) return chances.even;
  const isFirstServersTurn = (own + opponents) % 2 === 0;
  return isFirstServersTurn === (firstServer === 'own') ? chances.serving : chances.receiving;
}

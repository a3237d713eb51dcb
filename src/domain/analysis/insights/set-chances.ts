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
  return target === 4 ? won === 4 && lost === 3 : won === target + 1 && lost >= target - 1;
}

/** The chance that the own pair wins the set from a score at which it is not over. */
export function setChance(play: SetPlay, own: number, opponents: number): number {
  const known = new Map<string, number>();
  const from = (a: number, b: number): number => {
    if (isOver(play.target, a, b)) return Number(a > b);
    const key = `${a}–${b}`;
    const chance = known.get(key) ?? mixed(gameChance(play, a, b), from(a + 1, b), from(a, b + 1));
    known.set(key, chance);
    return chance;
  };
  return from(own, opponents);
}

/** The chance that the own pair loses at least so many games in a row in the set, from its beginning. */
export function runChance(play: SetPlay, games: number): number {
  const known = new Map<string, number>();
  const from = (a: number, b: number, run: number): number => {
    if (run === games) return 1;
    if (isOver(play.target, a, b)) return 0;
    const key = `${a}–${b} ${run}`;
    const chance = known.get(key) ?? mixed(gameChance(play, a, b), from(a + 1, b, 0), from(a, b + 1, run + 1));
    known.set(key, chance);
    return chance;
  };
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

/** The chances of a set in which the games are independent of each other. */

import type { SetTarget } from '../history/score-sheet.ts';
import type { GameChances } from '../played/forecast.ts';
import type { PlayedSet, Side } from '../played/played-set.ts';

/** A set before it is played. */
export interface SetPlay {
  readonly target: SetTarget;
  /** Null if the server is not known: then every game has the chance `even`. */
  readonly firstServer: Side | null;
  readonly chances: GameChances;
}

/** The score at which the tie-break is played: 6–6, 8–8, and 3–3 in a short set, which can end 4–3. */
function tieBreakAt(target: SetTarget): number {
  return target === 4 ? 3 : target;
}

/** Whether a set has a final score for its target. A set that was stopped by the clock may not have one. */
export function isPlayedOut({ own, opponents, target }: Pick<PlayedSet, 'own' | 'opponents' | 'target'>): boolean {
  if (target === null) return false;
  const [won, lost] = [Math.max(own, opponents), Math.min(own, opponents)];
  if (won === target && lost <= target - 2) return true;
  return target === 4 ? won === 4 && lost === 3 : won === target + 1 && (lost === target - 1 || lost === target);
}

/** The row length of the table by the games of both sides. In a set to eight, a side has nine games at most. */
const STRIDE = 10;
/** The longest run that `runChance` accepts. */
const RUN_MAX = 8;

// All calls share one table, since allocating one costs more than filling it. A call reads only what it has written itself.
const table = new Float64Array(STRIDE * STRIDE * (RUN_MAX + 1));

/** The chance that the own pair wins the set from a score at which the set isn't over. */
export function setChance(play: SetPlay, own: number, opponents: number): number {
  const { target } = play;
  // Backwards from the last possible game, so that both outcomes of a game are computed before the game.
  for (let games = maxGamesOf(target); games >= own + opponents; games -= 1) {
    const chance = gameChance(play, games);
    const most = Math.min(games - opponents, target + 1);
    for (let a = Math.max(own, games - target - 1); a <= most; a += 1) {
      const b = games - a;
      const index = a * STRIDE + b;
      table[index] = isOver(target, a, b)
        ? Number(a > b)
        : weighted(chance, table[index + STRIDE] ?? 0, table[index + 1] ?? 0);
    }
  }
  return table[own * STRIDE + opponents] ?? 0;
}

/** The chance, before the set, that the own pair loses at least `run` games in a row. @param run 1 to 8 */
export function runChance(play: SetPlay, run: number): number {
  const { target } = play;
  // A state is the score and the games lost in a row so far. The state with `run` lost games is final.
  const states = run + 1;
  for (let games = maxGamesOf(target); games >= 0; games -= 1) {
    const chance = gameChance(play, games);
    const most = Math.min(games, target + 1);
    for (let a = Math.max(0, games - target - 1); a <= most; a += 1) {
      const index = (a * STRIDE + games - a) * states;
      const over = isOver(target, a, games - a);
      const ifWon = over ? 0 : (table[index + STRIDE * states] ?? 0);
      for (let lost = 0; lost < run; lost += 1) {
        table[index + lost] = over ? 0 : weighted(chance, ifWon, table[index + states + lost + 1] ?? 0);
      }
      table[index + run] = 1;
    }
  }
  return table[0] ?? 0;
}

function weighted(chance: number, ifWon: number, ifLost: number): number {
  return chance * ifWon + (1 - chance) * ifLost;
}

/** The number of games in the longest set to this target. */
function maxGamesOf(target: SetTarget): number {
  return 2 * tieBreakAt(target) + 1;
}

function isOver(target: SetTarget, own: number, opponents: number): boolean {
  if (own + opponents >= maxGamesOf(target)) return true;
  return Math.max(own, opponents) >= target && Math.abs(own - opponents) >= 2;
}

/** The chance of the next game. @param games that have been played */
function gameChance({ target, firstServer, chances }: SetPlay, games: number): number {
  const isTieBreak = games === 2 * tieBreakAt(target);
  if (firstServer === null || isTieBreak) return chances.even;
  const isFirstServersTurn = games % 2 === 0;
  return isFirstServersTurn === (firstServer === 'own') ? chances.serving : chances.receiving;
}

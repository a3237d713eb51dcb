/** A set as a game of chance: every game is won with its own chance, independently of those before it. */
import type { SetTarget } from '../../matches/score-sheet.ts';
import type { GameChances } from '../analysis/forecast.ts';
import type { PlayedSet, Side } from '../analysis/played-set.ts';

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
export function isPlayedOut({ own, opponents, target }: Pick<PlayedSet, 'own' | 'opponents' | 'target'>): boolean {
  if (target === null) return false;
  const [won, lost] = [Math.max(own, opponents), Math.min(own, opponents)];
  if (won === target && lost <= target - 2) return true;
  return target === 4 ? won === 4 && lost === 3 : won === target + 1 && (lost === target - 1 || lost === target);
}

/** Places a row of a table by the games of both sides: in a set to eight either has nine at most. */
const STRIDE = 10;
/** So many games in a row can be asked for. */
const RUN_MAX = 8;

// One table for all calls, as making one costs more than filling it: every place that a call reads, it has written before.
const table = new Float64Array(STRIDE * STRIDE * (RUN_MAX + 1));

/** The chance that the own pair wins the set from a score at which it is not over. */
export function setChance(play: SetPlay, own: number, opponents: number): number {
  const { target } = play;
  // From the last game that there can be back to the score: what a game leads to is known before it.
  for (let games = longestOf(target); games >= own + opponents; games -= 1) {
    const chance = gameChance(play, games);
    const most = Math.min(games - opponents, target + 1);
    for (let a = Math.max(own, games - target - 1); a <= most; a += 1) {
      const b = games - a;
      const place = a * STRIDE + b;
      table[place] = isOver(target, a, b)
        ? Number(a > b)
        : mixed(chance, table[place + STRIDE] ?? 0, table[place + 1] ?? 0);
    }
  }
  return table[own * STRIDE + opponents] ?? 0;
}

/** The chance that the own pair loses at least so many games in a row in the set, from its beginning. @param run 1 to 8 */
export function runChance(play: SetPlay, run: number): number {
  const { target } = play;
  // By score and by the games lost in a row up to it; so many of them, and it has come to pass for good.
  const states = run + 1;
  for (let games = longestOf(target); games >= 0; games -= 1) {
    const chance = gameChance(play, games);
    const most = Math.min(games, target + 1);
    for (let a = Math.max(0, games - target - 1); a <= most; a += 1) {
      const place = (a * STRIDE + games - a) * states;
      const over = isOver(target, a, games - a);
      const ifWon = over ? 0 : (table[place + STRIDE * states] ?? 0);
      for (let lost = 0; lost < run; lost += 1) {
        table[place + lost] = over ? 0 : mixed(chance, ifWon, table[place + states + lost + 1] ?? 0);
      }
      table[place + run] = 1;
    }
  }
  return table[0] ?? 0;
}

function mixed(chance: number, ifWon: number, ifLost: number): number {
  return chance * ifWon + (1 - chance) * ifLost;
}

/** The games of the longest set to this target. */
function longestOf(target: SetTarget): number {
  return 2 * tieBreakAt(target) + 1;
}

function isOver(target: SetTarget, own: number, opponents: number): boolean {
  if (own + opponents >= longestOf(target)) return true;
  return Math.max(own, opponents) >= target && Math.abs(own - opponents) >= 2;
}

/** The chance of the game that follows after so many. */
function gameChance({ target, firstServer, chances }: SetPlay, games: number): number {
  const isTieBreak = games === 2 * tieBreakAt(target);
  if (firstServer === null || isTieBreak) return chances.even;
  const isFirstServersTurn = games % 2 === 0;
  return isFirstServersTurn === (firstServer === 'own') ? chances.serving : chances.receiving;
}

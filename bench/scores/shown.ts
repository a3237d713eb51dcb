/** What players see of a rated history, beside what they saw before: the mean minus K standard deviations (model pair-2). */
import { type MatchColumns, MODEL, type RatingColumns, scoreOfShown } from '@bandeja/rating';
import { replay } from '@bandeja/rating/test/replay';

/** A player's match, in the order of play. */
export interface Change {
  readonly player: number;
  readonly row: number;
  readonly hasWon: boolean;
  /** Points; before the first match those of a new player. */
  readonly before: number;
  readonly after: number;
  /** The same in the model before. */
  readonly beforeThen: number;
  readonly afterThen: number;
  /** Points between score and mean that a guard holds, to the bit. */
  readonly held: number;
  /** Rated matches, this one included. */
  readonly played: number;
}

/** A new player showed 1500 then, too. */
const pointsThen = (lowered: number): number => scoreOfShown(lowered + MODEL.K * MODEL.S_NEW);

/** All changes of a history: four for each match, winners first. */
export function changesOf(matches: MatchColumns, playerCount: number): Change[] {
  const { history } = replay(matches, { playerCount, keepHistory: true });
  if (history === null) throw new Error('the replay kept no history');
  const now = new Float64Array(playerCount);
  const then = new Float64Array(playerCount).fill(-MODEL.K * MODEL.S_NEW);
  return Array.from(matches.players, (player, at): Change => {
    const [shown, mean, variance] = [history.shown, history.mean, history.variance].map(
      (column) => column[at] as number,
    ) as [number, number, number];
    const row = at >> 2;
    const isDraw = matches.result[row] === 0.5;
    const hasWon = at % 4 < 2 && !isDraw;
    const [before, beforeThen] = [now[player] as number, then[player] as number];
    const lowered = mean - MODEL.K * Math.sqrt(variance);
    const afterThen = hasWon ? Math.max(beforeThen, lowered) : lowered;
    now[player] = shown;
    then[player] = afterThen;
    return {
      ...{ player, row, hasWon, played: history.played[at] as number, held: MODEL.POINTS * Math.abs(shown - mean) },
      ...{ before: scoreOfShown(before), after: scoreOfShown(shown) },
      ...{ beforeThen: pointsThen(beforeThen), afterThen: pointsThen(afterThen) },
    };
  });
}

/** How often the pair with the higher score won; equal scores count half. @param from the first row that counts */
export function higherWins(changes: readonly Change[], from: number, of: (change: Change) => number): number {
  let [won, matches] = [0, 0];
  for (let at = 4 * from; at < changes.length; at += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = changes.slice(at, at + 4).map(of);
    won += (Math.sign(a + b - c - d) + 1) / 2;
    matches += 1;
  }
  return won / matches;
}

/** The states at the end of a history. */
export const finalStates = (matches: MatchColumns, playerCount: number): RatingColumns =>
  replay(matches, { playerCount }).ratings;

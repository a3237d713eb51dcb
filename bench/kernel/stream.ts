/** The matches that everyone rates, in order. */
import { createMatchColumns, type MatchColumns } from '../../src/rating/index.ts';

/** Matches over player indices from 0, all of whom begin as new. */
export interface Stream {
  /** Winners first. */
  readonly matches: MatchColumns;
  readonly playerCount: number;
}

/** The first matches of a stream, at most `count`; copies, so that no more than these goes to a worker. */
export function beginningOf({ matches, playerCount }: Stream, count: number): Stream {
  const { players, at, won, lost, std, weight, length } = matches;
  return {
    playerCount,
    matches: {
      players: players.slice(0, 4 * count),
      at: at.slice(0, count),
      won: won.slice(0, count),
      lost: lost.slice(0, count),
      std: std.slice(0, count),
      weight: weight.slice(0, count),
      length: length.slice(0, count),
    },
  };
}

/** Streams one after the other, each with players of its own. */
export function joined(streams: readonly Stream[]): Stream {
  const matches = createMatchColumns(streams.reduce((sum, stream) => sum + stream.matches.at.length, 0));
  let [row, playerCount] = [0, 0];
  for (const stream of streams) {
    const { players, at, won, lost, std, weight, length } = stream.matches;
    for (const [place, player] of players.entries()) matches.players[4 * row + place] = playerCount + player;
    matches.at.set(at, row);
    matches.won.set(won, row);
    matches.lost.set(lost, row);
    matches.std.set(std, row);
    matches.weight.set(weight, row);
    matches.length.set(length, row);
    row += at.length;
    playerCount += stream.playerCount;
  }
  return { matches, playerCount };
}

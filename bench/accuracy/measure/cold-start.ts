/** How good predictions are while players have few matches. */
import { meanOf } from './loss.ts';

/** Matches whose least known player had played this often before. */
export interface ColdStartBin {
  readonly from: number;
  /** Infinity for the last bin, which is null in JSON. */
  readonly to: number;
  readonly matches: number;
  /** Mean log loss; NaN of an empty bin. */
  readonly logLoss: number;
}

/** Lower ends: narrow where a few matches make a difference. */
const FROM = [0, 1, 3, 6, 11, 21, 51] as const;

/** Mean log loss by the matches of the least known of the four. */
export function coldStartOf(losses: Float64Array, leastPlayed: Int32Array): ColdStartBin[] {
  return FROM.map((from, index) => {
    const to = (FROM[index + 1] ?? Number.POSITIVE_INFINITY) - 1;
    const inside = losses.filter((_, row) => {
      const played = leastPlayed[row] as number;
      return played >= from && played <= to;
    });
    return { from, to, matches: inside.length, logLoss: meanOf(inside) };
  });
}

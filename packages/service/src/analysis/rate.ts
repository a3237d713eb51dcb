import type { Rate } from '@bandeja/contract/analysis';
import { roundTo } from '@bandeja/contract/rounding';

/** With fewer trials a share is misleading. */
const RATE_PLAYED_MIN = 5;

/** The 97.5% quantile of the normal distribution: the interval from its negative to it has 95%. */
const NORMAL_975 = 1.959963984540054;

/** The rate of wins among the items that match. Draws do not count. */
export function rateWhere<T extends { readonly won: boolean | null }>(
  all: readonly T[],
  is: (one: T) => boolean,
): Rate {
  let won = 0;
  let played = 0;
  for (const one of all) {
    if (one.won === null || !is(one)) continue;
    played += 1;
    won += Number(one.won);
  }
  return rateOfCounts(won, played);
}

/**
 * A rate with its 95% interval, which is Wilson's (1927), *Probable inference, the law of succession, and statistical
 * inference*, JASA 22: unlike the textbook one it holds with few games and near 0 and 1, and never leaves 0 to 1.
 *
 * @param won at most `played`
 */
export function rateOfCounts(won: number, played: number): Rate {
  if (played < RATE_PLAYED_MIN) return { value: null, won, played, interval: null };
  const share = won / played;
  const spread = NORMAL_975 ** 2 / played;
  const centre = (share + spread / 2) / (1 + spread);
  const half = (NORMAL_975 * Math.sqrt((share * (1 - share)) / played + spread / (4 * played))) / (1 + spread);
  const end = (at: number): number => roundTo(Math.min(Math.max(at, 0), 1), 4);
  return { value: roundTo(share, 4), won, played, interval: [end(centre - half), end(centre + half)] };
}

import { roundTo } from '@bandeja/contract/rounding';
import type { Upset } from '@bandeja/contract/session-rows';
import { scorelineOf } from './scorelines.ts';
import type { SessionMatchRow } from './store.ts';

/**
 * The least likely win of a session, by the winners' probability before the match. Null if every win had a probability of at least
 * one half. The later of two equal ones counts. A retirement isn't an upset: the leading pair may have had to stop.
 */
export class BiggestUpset {
  #upset: { readonly match: SessionMatchRow; readonly probability: number } | null = null;

  /** @param probability the winners' probability before the match; null if it is unknown or must stay hidden */
  add(match: SessionMatchRow, probability: number | null): void {
    if (match.outcome !== 'played' || match.winning_team === null || probability === null || probability >= 0.5) return;
    if (this.#upset === null || probability <= this.#upset.probability) this.#upset = { match, probability };
  }

  view(): Upset | null {
    return (
      this.#upset && {
        ...scorelineOf(this.#upset.match),
        winner_probability: roundTo(this.#upset.probability, 4),
      }
    );
  }
}

import { roundTo } from '@bandeja/contract/rounding';
import type { Upset } from '@bandeja/contract/sessions';
import { scorelineOf } from './scorelines.ts';
import type { SessionMatchRow } from './store.ts';

/**
 * The least likely win of a session, by the probability that its winners had before it; none where no win was less likely
 * than not. Of equal ones the later counts. A retirement is no upset: who was ahead may have had to stop.
 */
export class BiggestUpset {
  #upset: { readonly match: SessionMatchRow; readonly probability: number } | null = null;

  /** @param probability the one that the winners had; null where it is not known or must not be told */
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

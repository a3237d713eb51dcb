/** Requirements that make the model worth its complexity. */
import type { Judged } from './compare.ts';

/** One demand, and whether it is met. */
export interface Demand {
  readonly demand: string;
  readonly isMet: boolean;
  readonly figures: string;
}

/** Judges the comparison. */
export function verdictOf(judged: readonly Judged[]): Demand[] {
  const given = judged.find(({ fitting }) => fitting === 'given');
  const refitted = judged.find(({ fitting, isOurs }) => fitting === 'one' && isOurs);
  if (given === undefined || refitted === undefined) return [];
  const others = judged.filter(({ fitting, isOurs }) => fitting === 'one' && !isOurs);
  return [
    ahead('refitted', others, ({ aboveRefitted }) => aboveRefitted),
    ahead('in use', others, ({ aboveGiven }) => aboveGiven),
    {
      demand: 'Refitted on the earlier rows alone, our mean log loss is at or below that of the constants in use',
      isMet: refitted.mean.logLoss <= given.mean.logLoss,
      figures: `${refitted.mean.logLoss.toFixed(4)} against ${given.mean.logLoss.toFixed(4)}`,
    },
  ];
}

/** Below each one-fit model on each set; the last difference of each is the mean's and not counted. */
function ahead(
  name: string,
  others: readonly Judged[],
  differencesOf: (judged: Judged) => Judged['aboveGiven'],
): Demand {
  const all = others.flatMap((other) => differencesOf(other).slice(0, -1));
  const below = all.filter(({ mean }) => mean > 0).length;
  const sure = all.filter(({ low }) => low > 0).length;
  return {
    demand: `Ours (${name}) has the lower log loss than each other model of one fit, on every set`,
    isMet: below === all.length,
    figures: `${below} of ${all.length}, with the whole interval in ${sure}`,
  };
}

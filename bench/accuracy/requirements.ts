/** Requirements that justify the complexity of the model. `bench:accuracy` fails unless all are met. */
import type { Difference } from './bootstrap.ts';
import type { Comparison } from './compare.ts';

export interface Requirement {
  readonly text: string;
  readonly isMet: boolean;
}

export function requirementsOf({ inUse, refitted, others }: Comparison): Requirement[] {
  return [
    ahead(
      'refitted',
      others.map(({ aboveRefitted }) => aboveRefitted),
    ),
    ahead(
      'in use',
      others.map(({ aboveInUse }) => aboveInUse),
    ),
    {
      text: `Bandeja refitted has at most the mean log loss of the constants in use: ${refitted.meanLogLoss.toFixed(4)} against ${inUse.meanLogLoss.toFixed(4)}`,
      isMet: refitted.meanLogLoss <= inUse.meanLogLoss,
    },
  ];
}

/** The last difference of each model is that of the mean. It does not count. */
function ahead(name: string, differences: readonly (readonly Difference[])[]): Requirement {
  const all = differences.flatMap((ofModel) => ofModel.slice(0, -1));
  const below = all.filter(({ mean }) => mean > 0).length;
  const sure = all.filter(({ low }) => low > 0).length;
  return {
    text: `Bandeja ${name} has a lower log loss than every other model on every set: ${below} of ${all.length}, with the whole interval in ${sure}`,
    isMet: below === all.length,
  };
}

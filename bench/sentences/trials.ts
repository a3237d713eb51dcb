/** Compares expectations with what happened, by fifths of the expectation. */

/** One event, or a share of several events. */
export interface Trial {
  /** 0 to 1. */
  readonly expected: number;
  /** 0 to 1. */
  readonly happened: number;
  readonly weight: number;
  /** Its match: trials of one match are not independent. */
  readonly match: number;
}

export interface Fifth {
  /** Weighted means. */
  readonly expected: number;
  readonly happened: number;
  /** Standard error of their difference. */
  readonly error: number;
}

/** Fifths of equal weight, lowest expectation first. */
export function fifthsOf(trials: readonly Trial[]): Fifth[] {
  const sorted = [...trials].sort((a, b) => a.expected - b.expected);
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0);
  const parts: Trial[][] = [[], [], [], [], []];
  let before = 0;
  for (const trial of sorted) {
    parts[Math.min(4, Math.floor((5 * (before + trial.weight / 2)) / total))]?.push(trial);
    before += trial.weight;
  }
  return parts.map(fifthOf);
}

function fifthOf(trials: readonly Trial[]): Fifth {
  const weight = trials.reduce((sum, trial) => sum + trial.weight, 0);
  const mean = (of: (trial: Trial) => number): number =>
    trials.reduce((sum, trial) => sum + trial.weight * of(trial), 0) / weight;
  const [expected, happened] = [mean((trial) => trial.expected), mean((trial) => trial.happened)];
  const residuals = new Map<number, number>();
  for (const trial of trials) {
    const residual = trial.weight * (trial.happened - trial.expected - (happened - expected));
    residuals.set(trial.match, (residuals.get(trial.match) ?? 0) + residual);
  }
  const squares = [...residuals.values()].reduce((sum, residual) => sum + residual * residual, 0);
  return { expected, happened, error: Math.sqrt(squares) / weight };
}

/** The fifth with the largest difference. */
export function furthest(fifths: readonly Fifth[]): Fifth {
  const apart = ({ expected, happened }: Fifth): number => Math.abs(expected - happened);
  return fifths.reduce((one, other) => (apart(other) > apart(one) ? other : one));
}

/** The largest allowed difference. */
const POINTS_MAX = 0.03;
/** The one-sided 95 % point of the normal distribution. */
const ONE_SIDED = 1.645;

export type Agreement = 'yes' | 'within error' | 'NO';

/** `within error`: a fifth is off, but the lower 95 % bound of its difference is allowed. */
export function agreementOf(fifths: readonly Fifth[]): Agreement {
  const worst = fifths.map(({ expected, happened, error }) => ({ apart: Math.abs(expected - happened), error }));
  if (worst.every(({ apart }) => apart <= POINTS_MAX)) return 'yes';
  return worst.every(({ apart, error }) => apart - ONE_SIDED * error <= POINTS_MAX) ? 'within error' : 'NO';
}

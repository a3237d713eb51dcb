/** What was told beside what happened, by fifths of what was told. */

/** One thing that was told and then happened, or not; or a share of several. */
export interface Trial {
  /** 0 to 1. */
  readonly told: number;
  /** 0 to 1. */
  readonly happened: number;
  /** How much it counts. */
  readonly weight: number;
  /** What it belongs to: trials of one match are not independent. */
  readonly match: number;
}

export interface Fifth {
  /** Means over the weights. */
  readonly told: number;
  readonly happened: number;
  /** Standard error of their difference. */
  readonly error: number;
}

/** The fifths of the trials, lowest told first; equal weights in each. */
export function fifthsOf(trials: readonly Trial[]): Fifth[] {
  const sorted = [...trials].sort((a, b) => a.told - b.told);
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
  const [told, happened] = [mean((trial) => trial.told), mean((trial) => trial.happened)];
  const residuals = new Map<number, number>();
  for (const trial of trials) {
    const residual = trial.weight * (trial.happened - trial.told - (happened - told));
    residuals.set(trial.match, (residuals.get(trial.match) ?? 0) + residual);
  }
  const squares = [...residuals.values()].reduce((sum, residual) => sum + residual * residual, 0);
  return { told, happened, error: Math.sqrt(squares) / weight };
}

/** The fifth in which told and happened are furthest apart. */
export function furthest(fifths: readonly Fifth[]): Fifth {
  const apart = ({ told, happened }: Fifth): number => Math.abs(told - happened);
  return fifths.reduce((one, other) => (apart(other) > apart(one) ? other : one));
}

/** What told and happened may differ by. */
const POINTS_MAX = 0.03;
/** 95 % of a normal deviate lie below. */
const ONE_SIDED = 1.645;

export type Verdict = 'yes' | 'within error' | 'NO';

/** Whether all fifths agree; within error where one is off, but not surely so: its lower bound, 95 % on one side, is within. */
export function verdictOf(fifths: readonly Fifth[]): Verdict {
  const worst = fifths.map(({ told, happened, error }) => ({ apart: Math.abs(told - happened), error }));
  if (worst.every(({ apart }) => apart <= POINTS_MAX)) return 'yes';
  return worst.every(({ apart, error }) => apart - ONE_SIDED * error <= POINTS_MAX) ? 'within error' : 'NO';
}

/** log odds of what happened = intercept + slope · log odds of what was told (Cox 1958): 0 and 1 where they agree. */
export interface Recalibration {
  readonly intercept: number;
  readonly slope: number;
}

/** Newton's method gets there in fewer. */
const STEPS = 30;

export function recalibrationOf(trials: readonly Trial[]): Recalibration {
  let [intercept, slope] = [0, 1];
  for (let step = 0; step < STEPS; step += 1) {
    let [g0, g1, h00, h01, h11] = [0, 0, 0, 0, 0];
    for (const { told, happened, weight } of trials) {
      const x = Math.log(told / (1 - told));
      const p = 1 / (1 + Math.exp(-(intercept + slope * x)));
      const [residual, information] = [weight * (happened - p), weight * p * (1 - p)];
      g0 += residual;
      g1 += residual * x;
      h00 += information;
      h01 += information * x;
      h11 += information * x * x;
    }
    const determinant = h00 * h11 - h01 * h01;
    intercept += (h11 * g0 - h01 * g1) / determinant;
    slope += (h00 * g1 - h01 * g0) / determinant;
  }
  return { intercept, slope };
}

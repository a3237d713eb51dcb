import { MODEL } from '../../rating/index.ts';
import type { Queryable } from '../../store/engine/database.ts';
import { type CalibrationRow, readCalibration } from '../../store/ledger/calibrations.ts';
import { holdRateOf } from './hold-rate.ts';

/** What the pool as a whole is like, as the latest calibration found it. */
export interface Pool {
  /** How decisive a gap of one logit is; 1 before the first calibration. */
  readonly steepness: number;
  /** The share of service games that are held; the prior before the first calibration. */
  readonly holdRate: number;
}

/** @param calibration the latest, or null before the first */
export function poolOf(calibration: Pick<CalibrationRow, 'steepness' | 'hold_rate'> | null): Pool {
  return {
    steepness: calibration?.steepness ?? MODEL.STEEP,
    holdRate: calibration?.hold_rate ?? holdRateOf({ serviceGames: 0, holds: 0 }),
  };
}

/** The steepness that probabilities are shown with: the one of the latest calibration, and 1 before there is one. */
export async function currentSteepness(database: Queryable): Promise<number> {
  return poolOf((await readCalibration(database)) ?? null).steepness;
}

import { type CalibrationRow, readCalibration } from '../../store/ledger/calibrations.ts';
import type { Context } from '../context.ts';
import { formatInstant } from '../instant.ts';
import { roundTo } from '../rounding.ts';

/** A calibration for an operator to read; all of it null before the first. */
export type CalibrationView =
  | {
      readonly calibrated_at: string;
      readonly model_version: string;
      /** To 4 decimals, like the hold rate; kept with every bit. */
      readonly steepness: number;
      readonly hold_rate: number;
      readonly matches: number;
      readonly service_games: number;
    }
  | { readonly [field in keyof CalibrationRow]: null };

/** @param row undefined before the first calibration. */
export function calibrationView(row: CalibrationRow | undefined): CalibrationView {
  if (row === undefined) {
    return {
      calibrated_at: null,
      model_version: null,
      steepness: null,
      hold_rate: null,
      matches: null,
      service_games: null,
    };
  }
  return {
    calibrated_at: formatInstant(row.calibrated_at),
    model_version: row.model_version,
    steepness: roundTo(row.steepness, 4),
    hold_rate: roundTo(row.hold_rate, 4),
    matches: row.matches,
    service_games: row.service_games,
  };
}

/** The calibration that counts. */
export async function getCalibration({ database }: Context): Promise<CalibrationView> {
  return calibrationView(await readCalibration(database));
}

import { MODEL } from '../../rating/index.ts';
import { readCalibration } from '../../store/calibrations.ts';
import type { Queryable } from '../../store/database.ts';

/** The steepness that probabilities are shown with: the one of the latest calibration, and 1 before there is one. */
export async function currentSteepness(database: Queryable): Promise<number> {
  return (await readCalibration(database))?.steepness ?? MODEL.STEEP;
}

import { type Queryable, statement } from '@bandeja/postgres/database';
import { bigint, double, type RowOf, table, text, timestamptz } from '@bandeja/postgres/table';

/** The result of a calibration, and how many matches and games it is based on. */
const calibrations = table('calibrations', {
  calibrated_at: timestamptz,
  model_version: text,
  /** The pool's steepness after the last rated match. */
  steepness: double,
  /** The pool's penalty for predictions after the last rated match. */
  penalty: double,
  /** The share of service games that are held in the pool. */
  hold_rate: double,
  matches: bigint,
  service_games: bigint,
});

export interface CalibrationRow extends RowOf<typeof calibrations> {}

const latest = statement(
  'calibration_latest',
  `select ${calibrations.select()} from calibrations order by calibrated_at desc limit 1`,
);

/** The latest calibration, or undefined before the first. */
export async function readCalibration(database: Queryable): Promise<CalibrationRow | undefined> {
  return (await database.query<CalibrationRow>(latest))[0];
}

const insert = statement(
  'calibration_insert',
  `${calibrations.insert()}
   on conflict (calibrated_at) do update set ${calibrations.without('calibrated_at').assignments('excluded')}`,
);

/** Stores a calibration, which is used from now on. It replaces one of the same millisecond. */
export async function insertCalibration(database: Queryable, row: CalibrationRow): Promise<void> {
  await database.query(insert, calibrations.values([row]));
}

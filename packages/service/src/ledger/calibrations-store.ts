import { instant, type Queryable, statement } from '@bandeja/postgres/database';

/** The result of a calibration, and how many matches and games it is based on. */
export interface CalibrationRow {
  readonly calibrated_at: number;
  readonly model_version: string;
  /** The pool's steepness after the last rated match. */
  readonly steepness: number;
  /** The pool's penalty for predictions after the last rated match. */
  readonly penalty: number;
  /** The share of service games that are held in the pool. */
  readonly hold_rate: number;
  readonly matches: number;
  readonly service_games: number;
}

export const CALIBRATION_COLUMNS =
  'calibrated_at, model_version, steepness, penalty, hold_rate, matches, service_games';

const latest = statement(
  'calibration_latest',
  `select ${CALIBRATION_COLUMNS}
   from calibrations order by calibrated_at desc limit 1`,
);

/** The latest calibration, or undefined before the first. */
export async function readCalibration(database: Queryable): Promise<CalibrationRow | undefined> {
  return (await database.query<CalibrationRow>(latest))[0];
}

const insert = statement(
  'calibration_insert',
  `insert into calibrations (${CALIBRATION_COLUMNS})
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (calibrated_at) do update set model_version = excluded.model_version, steepness = excluded.steepness,
     penalty = excluded.penalty, hold_rate = excluded.hold_rate, matches = excluded.matches, service_games = excluded.service_games`,
);

/** Stores a calibration, which is used from now on. It replaces one of the same millisecond. */
export async function insertCalibration(database: Queryable, row: CalibrationRow): Promise<void> {
  await database.query(insert, [
    instant(row.calibrated_at),
    row.model_version,
    row.steepness,
    row.penalty,
    row.hold_rate,
    row.matches,
    row.service_games,
  ]);
}

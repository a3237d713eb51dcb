import type { Context } from '../context.ts';
import { type CalibrationView, calibrate, calibrationView } from '../ledger/index.ts';
import type { Watcher } from '../watcher.ts';
import { type RebuildResult, rebuildLedger } from './rebuild.ts';

export interface ReplayResult extends RebuildResult {
  /** What the rebuilt history tells of the pool. */
  readonly calibration: CalibrationView;
}

/**
 * Replays everything: rebuilds all ratings from nothing ({@link rebuildLedger}) and calibrates the pool over them.
 * @throws {Problem} `not_ready` when another rebuild is under way.
 */
export async function replayRatings(context: Context, watcher: Watcher = {}): Promise<ReplayResult> {
  const rebuilt = await rebuildLedger(context, watcher);
  return { ...rebuilt, calibration: calibrationView(await calibrate(context, watcher)) };
}

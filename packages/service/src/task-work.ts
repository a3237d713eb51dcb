import { verifyAudit } from './audit/verify.ts';
import { calibrate, calibrationView } from './calibration/calibrate.ts';
import { runImportUndo } from './imports/undo.ts';
import { runMerge, runMergeUndo } from './merges/run-merge.ts';
import { replayRatings } from './settlement/rebuild.ts';
import type { TaskWork } from './tasks/task-runner-job.ts';
import { verifyRatings } from './verification/verify.ts';

/** What each kind of task does. */
export const taskWork: TaskWork = {
  operators: {
    verify: verifyRatings,
    replay: replayRatings,
    calibrate: async (context, progressOptions) => calibrationView(await calibrate(context, progressOptions)),
    audit: verifyAudit,
  },
  partners: { import_undo: runImportUndo, merge: runMerge, merge_undo: runMergeUndo },
};

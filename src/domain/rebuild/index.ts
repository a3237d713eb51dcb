export { adoptModel, type RebuildResult, rebuildLedger, scheduleRebuild } from './rebuild.ts';
export { type ReplayResult, replayRatings } from './replay-ratings.ts';
export { ReplayResult as ReplayResultShape } from './shapes.ts';

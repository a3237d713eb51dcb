export { abandonStaleRebuild, keepModel } from './keep-model.ts';
export { type RebuildResult, rebuildLedger } from './rebuild.ts';
export { type ReplayResult, replayRatings } from './replay-ratings.ts';
export { ReplayResult as ReplayResultShape } from './shapes.ts';

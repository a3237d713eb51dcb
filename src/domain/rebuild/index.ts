export { abandonStaleRebuild, keepModel } from './keep-model.ts';
export { type RebuildOptions, type RebuildResult, rebuildLedger } from './rebuild.ts';

export { getProgress, type ProgressRequest, type ProgressView } from './get-progress.ts';
export { type Interval, intervals, type ProgressPoint, type ProgressSummary } from './points.ts';

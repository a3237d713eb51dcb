/** A player's score over time. */
export { getProgress, type ProgressRequest } from './get-progress.ts';
export { type Interval, intervals } from './points.ts';
export { Progress, ProgressPoint } from './shapes.ts';

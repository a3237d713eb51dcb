/** What each key did on each day. */
export type { UsageCounts } from '../../store/usage.ts';
export { listUsage } from './list-usage.ts';
export { Usage } from './shapes.ts';
export { UsageCounter } from './usage-counter.ts';

export { type Appended, type AppliedChange, NO_CHANGE, rateAppended, writeAppended } from './append.ts';
export { applyHistoryChange, CLOSURE_MAX, foreseeHistoryChange } from './apply.ts';
export type { RunEvent } from './run-event.ts';
export { SettlerWork } from './settle.ts';

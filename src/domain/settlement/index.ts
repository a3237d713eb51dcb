export { type Appended, type AppliedChange, NO_CHANGE, rateAppended, writeAppended } from './append.ts';
export { applyHistoryChange, CLOSURE_MAX, foreseeHistoryChange } from './apply.ts';
export { withHistoryGate } from './history-gate.ts';
export type { RunEvent } from './run-event.ts';
export { SettlerWork } from './settle.ts';
export { takeOut } from './take-out.ts';

export {
  type AppliedChange,
  applyHistoryChange,
  CLOSURE_MAX,
  foreseeHistoryChange,
  rateAppended,
  writeAppended,
} from './apply.ts';
export { HistoryGateNeeded, withHistoryGate } from './history-gate.ts';
export { ledgerStates } from './rate-block.ts';
export type { RunEvent } from './run-event.ts';
export { SettlerWork } from './settle.ts';
export { takeOut } from './take-out.ts';

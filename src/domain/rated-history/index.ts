export { type FoldedPlayer, HistoryFold, type StatesAround } from './fold.ts';
export { inManySnapshots, inOneSnapshot, type ReadHistory, withoutBlocking } from './reading.ts';
export { getSettlementState, type SettlementStateView, settledPart } from './settlement-state.ts';
export { SettlementState } from './shapes.ts';

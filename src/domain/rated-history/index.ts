export { getSettlementState, type SettlementStateView, settledPart } from './settlement-state.ts';
export { SettlementState } from './shapes.ts';

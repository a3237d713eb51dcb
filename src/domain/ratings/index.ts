export { applyHistoryChange, foreseeHistoryChange } from './apply.ts';
export { withHistoryGate } from './history-gate.ts';
export { compareHistoryKeys, type HistoryKey } from './history-order.ts';
export {
  type FourStates,
  type PlayerState,
  rateForLedger,
  type StateColumns,
  stateOfPlayer,
  statesAfter,
  statesBefore,
  unitsOfLedger,
} from './ledger.ts';
export { isRated, type RatedMatch, ratedMatch, scoringOfMatch, setsSeenByWinners } from './rated-match.ts';
export { type HistoryChange, type ReplayResult, replayChange } from './replay.ts';

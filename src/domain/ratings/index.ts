export {
  BEFORE_HISTORY,
  comparePlaces,
  END_OF_HISTORY,
  earliestPlace,
  type LedgerPlace,
  placeBefore,
} from './history-order.ts';
export {
  type FourStates,
  isSameState,
  type PlayerState,
  rateForLedger,
  type ShownColumns,
  type ShownState,
  type StateColumns,
  shownAround,
  shownStateOf,
  stateOfPlayer,
  statesAfter,
  statesBefore,
  storedAfter,
  storedBefore,
  unitsOfLedger,
} from './ledger.ts';
export { isRated, type RatedMatch, ratedMatch, scoringOfMatch, setsSeenByWinners } from './rated-match.ts';
export { type HistoryChange, type ReplayResult, replayChange } from './replay.ts';

export { type Appended, type AppliedChange, NO_CHANGE, rateAppended, writeAppended } from './append.ts';
export { type CalibrationOptions, calibrate, calibrationView, getCalibration } from './calibrate.ts';
export { applyHistoryChange, CLOSURE_MAX, dryRunHistoryChange } from './change.ts';
export { HistoryReplay, type ReplayedPlayer, type StatesAround } from './history-replay.ts';
export {
  BEFORE_HISTORY,
  comparePlaces,
  END_OF_HISTORY,
  earliestPlace,
  type LedgerPlace,
  placeBefore,
} from './places.ts';
export {
  countServiceGames,
  currentPool,
  holdRateOf,
  type Pool,
  poolOf,
  type ScoredMatch,
  type ServiceGames,
} from './pool.ts';
export { firstTeam, isRated, type RatedMatch, ratedMatch, scoringOfMatch, setsSeenByWinners } from './rated-match.ts';
export type { RatingChanges } from './rating-changes.ts';
export { adoptModel, type RebuildResult, rebuildLedger, replayRatings, scheduleRebuild } from './rebuild.ts';
export { type HistoryChange, type ReplayedChange, replayChange } from './replay.ts';
export type { RunEvent } from './settle-step.ts';
export { SettlerWork } from './settler.ts';
export {
  Calibration,
  type CalibrationView,
  type Difference,
  PresentCalibration,
  ReplayResult,
  SettlementState,
  type Verification,
  VerificationResult,
} from './shapes.ts';
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
} from './states.ts';
export { getSettlementLag, getSettlementState, type SettlementLag, settledPart } from './status.ts';
export { type VerificationOptions, verifyRatings } from './verify.ts';

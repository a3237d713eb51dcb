export { type CalibrationOptions, calibrate, calibrationView, getCalibration } from './calibrate.ts';
export { type FoldedPlayer, HistoryFold, type StatesAround } from './fold.ts';
export {
  countServiceGames,
  currentSteepness,
  holdRateOf,
  type Pool,
  poolOf,
  type ScoredMatch,
  type ServiceGames,
} from './pool.ts';
export {
  Calibration,
  type CalibrationView,
  type Difference,
  PresentCalibration,
  type Verification,
  VerificationResult,
} from './shapes.ts';
export { type VerificationOptions, verifyRatings } from './verify.ts';

export { type CalibrationOptions, calibrate } from './calibrate.ts';
export { currentSteepness, type Pool, poolOf } from './current.ts';
export { holdRateOf } from './hold-rate.ts';
export { countServiceGames, type ScoredMatch, type ServiceGames } from './service-games.ts';
export { Calibration, PresentCalibration } from './shapes.ts';
export { type CalibrationView, calibrationView, getCalibration } from './view.ts';

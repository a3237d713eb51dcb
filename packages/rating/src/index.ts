/**
 * The pair model: ratings of players who play two against two. This file lists everything that other packages may use.
 * The functions are pure: they read no clock, no file and no random number. Only the functions over columns, and
 * `Players`, change what they are given.
 *
 * To rate a match:
 * 1. Compute its units, length, weight and pair evidence: `scoringOf`, `unitsOf`, `lengthOf`, `weightOf`,
 *    `pairEvidenceOf`.
 * 2. Pass them and the players' states to `rate`, or to `rateMatch` if you explain the change.
 * 3. Show people `scoreOf`, `confidenceOf` and `explainChange`.
 *
 * `rateBlock` rates a whole history, bit for bit the same.
 */
export { type BlockRecords, checkPlayers, rateBlock } from './block.ts';
export {
  createMatchColumns,
  createRatingColumns,
  growRatingColumns,
  type MatchColumns,
  type MatchRow,
  type RatingColumns,
  readState,
  writeMatch,
  writeState,
} from './columns.ts';
export {
  type ConfidenceLevel,
  confidenceLevels,
  confidenceOf,
  matchesToRank,
  PROVISIONAL_MATCHES,
  PROVISIONAL_SD,
} from './confidence.ts';
export { MODEL, MODEL_VERSION } from './constants.ts';
export { expectedShareBefore, shareSteepness } from './expected-share.ts';
export { inflateVariance } from './inactivity.ts';
export { pairEvidenceOf, pairEvidences } from './pair-evidence.ts';
export {
  type ChangePartName,
  type ChangeParts,
  changePartNames,
  type ExplainedChange,
  explainChange,
} from './parts.ts';
export { type HistoryMatch, Players, type StatesAround } from './players.ts';
export {
  type Expectation,
  expectMatch,
  type MatchInput,
  type PredictionInput,
  type Prior,
  predictMatch,
  type RatedMatch,
  rate,
  rateMatch,
} from './rate.ts';
export { DEFAULT_SCALE, levelOf, pointsOfLevel, type Scale } from './scale.ts';
export { scoreOf, scoreOfShown, shownOf, uncertaintyOf, uncertaintyOfVariance } from './score.ts';
export {
  isMatchTieBreak,
  lengthOf,
  type Scoring,
  type SetScore,
  scoringOf,
  scorings,
  targetOf,
  type Units,
  unitsOf,
} from './scoreline.ts';
export { type Start, startOf } from './starting-level.ts';
export {
  type Four,
  isStated,
  knownState,
  type NewPlayer,
  type Pair,
  type PlayerState,
  type RatingState,
  type StatedLevel,
} from './state.ts';
export { NEW_POOL, type PoolCalibration } from './step.ts';
export { sigmoid } from './strength.ts';
export { type CompetitionType, competitionWeights, type TrustTier, trustWeights, weightOf } from './weight.ts';

/**
 * What matches tell of a player, for coaches: rates with their intervals, and sentences where the numbers bear them. But for
 * `get-analysis.ts`, which reads, it is pure. docs/analysis.md says what each number means.
 */
export {
  type Consistency,
  type ConsistencyLabel,
  consistencyLabels,
  consistencyOf,
  isFullSample,
} from './consistency.ts';
export { type Analysis, getAnalysis } from './get-analysis.ts';
export { factsOf, SCORE_MOVE_DAYS, type Standing, standingOf } from './insights/facts.ts';
export { type Headline, headlineOf } from './insights/headline.ts';
export { directions, type Insight } from './insights/insight.ts';
export { insightsOf } from './insights/insights.ts';
export {
  ANALYSIS_LIMIT_DEFAULT,
  ANALYSIS_LIMIT_MAX,
  type Reading,
  readMatchesOf,
  readOlder,
} from './reading.ts';
export { type SeenMatch, scoreChangeOf, seenMatch } from './seen-match.ts';

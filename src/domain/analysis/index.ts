/**
 * What matches tell of a player, for coaches: rates with their intervals, and sentences where the numbers bear them. But for
 * `get-analysis.ts`, which reads, it is pure. docs/analysis.md says what each number means.
 */
export { consistencyOf, isFullSample } from './consistency.ts';
export { getAnalysis } from './get-analysis.ts';
export { factsOf, SCORE_MOVE_DAYS, type Standing, standingOf } from './insights/facts.ts';
export { type HeadlineChoice, headlineChoices, headlineOf } from './insights/headline.ts';
export { insightsOf } from './insights/insights.ts';
export {
  ANALYSIS_LIMIT_DEFAULT,
  ANALYSIS_LIMIT_MAX,
  type Reading,
  readMatchesOf,
  readOlder,
} from './reading.ts';
export { type SeenMatch, scoreChangeOf, seenMatch } from './seen-match.ts';
export { Analysis, Consistency, Headline, type Insight } from './shapes.ts';

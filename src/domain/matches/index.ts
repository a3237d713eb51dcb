export {
  competitionTypes,
  courtPositions,
  matchStatuses,
  outcomes,
  scorings,
  teams,
  trustTiers,
} from '../../store/matches/match-rows.ts';
export { amendMatch } from './amend.ts';
export {
  BATCH_MATCHES_MAX,
  BatchEnvelope,
  MatchAmendment,
  MatchPreviewRequest,
  MatchSubmission,
  VoidRequest,
} from './bodies.ts';
export { type EligiblePlayer, eligibleFour, matchId } from './judge.ts';
export { getMatch, listMatches, listPlayerHistory } from './read.ts';
export { amendmentFaults, previewFaults } from './rules.ts';
export { leaderOf, type SideTotals, setPairs, totalsOf } from './scoreline.ts';
export {
  type BatchResult,
  BatchResults,
  BatchSubmission,
  HistoryMatch,
  Match,
  MatchPath,
  type MatchView,
  type OwnMatchView,
  type ParticipantView,
  type RatingChange,
} from './shapes.ts';
export type { SubmissionResult } from './store-submissions.ts';
export { readSubmission, type Submission } from './submission.ts';
export {
  openSubmissionQueue,
  type SubmissionOptions,
  type SubmissionQueue,
  type SubmissionRequest,
  submitMatch,
  submitMatches,
} from './submit.ts';
export { submitBatch } from './submit-batch.ts';
export { confirmMatch, voidMatch } from './transitions.ts';
export { ERASED_PLAYER, matchView, PRIVATE_PLAYER, ratingChangeOf, shownName } from './view.ts';

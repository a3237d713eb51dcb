export { amendMatch } from './amend.ts';
export { confirmMatch } from './confirm.ts';
export { exampleBatch } from './examples.ts';
export { getMatch } from './get.ts';
export { listMatches } from './list.ts';
export { listPlayerHistory } from './list-history.ts';
export { matchId } from './match-id.ts';
export { type MatchPreview, previewMatch } from './preview.ts';
export { amendmentFaults, previewFaults } from './rules.ts';
export {
  amendmentSchema,
  BATCH_MATCHES_MAX,
  type BatchBody,
  batchSchema,
  previewSchema,
  submissionSchema,
  voidSchema,
} from './schemas.ts';
export { type SideTotals, setPairs, totalsOf } from './scoreline.ts';
export type { SubmissionResult } from './store-submissions.ts';
export {
  type SubmissionGroup,
  type SubmissionOptions,
  type SubmissionRequest,
  submitGroups,
  submitMatches,
} from './submit.ts';
export { type BatchResult, type BatchResults, type Store, submitBatch } from './submit-batch.ts';
export {
  type MatchView,
  matchView,
  type OwnMatchView,
  type ParticipantView,
  PRIVATE_PLAYER,
  type RatingChange,
  ratingChangeOf,
} from './view.ts';
export {
  competitionTypes,
  courtPositions,
  matchStatuses,
  outcomes,
  scorings,
  teams,
  trustTiers,
} from './vocabulary.ts';
export { voidMatch } from './void.ts';

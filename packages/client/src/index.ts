export { InvalidIdError, pathOf } from './address.ts';
export type { Fetch } from './attempt.ts';
export { Bandeja, BandejaOperator, type BandejaOperatorOptions, type BandejaOptions } from './bandeja.ts';
export {
  type Answer,
  type CallOptions,
  Connection,
  type ConnectionOptions,
  type Query,
  type RequestOptions,
  type Retry,
} from './connection.ts';
export { BandejaError, type ClientCode, NoAnswerError, type RequestLine } from './errors.ts';
export * from './generated/api.ts';
export type { FollowOptions } from './nouns/events.ts';
export type { SubmitOptions, SubmittedMatch } from './nouns/matches.ts';
export { Ratings, Tasks } from './nouns/operators.ts';
export type { RegistrationResult } from './nouns/players.ts';
export { type BodyOf, entriesOf, type IterateOf, type Page, type QueryOf, type ReadOf } from './pages.ts';
export { type Backoff, exponentialBackoff, type FailedTry, type RetryPolicy, sleep } from './retries.ts';
export type { SubmitAllOptions, SubmitOutcome, SubmitProgress } from './submit-all.ts';
export {
  type TestMessage,
  verifyWebhook,
  WebhookError,
  type WebhookEvent,
  type WebhookFault,
  type WebhookHeaders,
  type WebhookOptions,
} from './webhook.ts';

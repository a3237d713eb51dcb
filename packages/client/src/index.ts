export { ApiPromise, type ApiResponse, type Page, PagePromise } from './api-promise.ts';
export type { Fetch } from './attempt.ts';
export { Bandeja, BandejaOperator, type BandejaOperatorOptions, type BandejaOptions } from './bandeja.ts';
export { BandejaConfirmation, type BandejaConfirmationOptions } from './bandeja-confirmation.ts';
export { BandejaNight, type BandejaNightOptions } from './bandeja-night.ts';
export { BandejaError, type ClientCode, NoAnswerError, type ProblemOf, type RequestLine } from './errors.ts';
/** The types of the API: `Api.Match`, `Api.MatchSubmission` and so on. */
export type * as Api from './generated/api.ts';
export { version } from './generated/api.ts';
export type { FollowOptions } from './nouns/events.ts';
export type { SubmitOptions, SubmittedMatch } from './nouns/matches.ts';
export type { ReadOf } from './nouns/noun.ts';
export type { RegistrationResult } from './nouns/players.ts';
export type { WaitOptions } from './nouns/tasks.ts';
export { InvalidIdError, InvalidOptionError } from './path.ts';
export type { RegisterAllOptions } from './register-all.ts';
export { type Backoff, exponentialBackoff, type FailedAttempt, type RetryPolicy, sleep } from './retries.ts';
export type { SubmitAllOptions, SubmitOutcome, SubmitProgress } from './submit-all.ts';
export type { CachedResponse, CallOptions, Query, RequestOptions, ResponseCache, Retry } from './transport.ts';
export {
  type TestMessage,
  verifyWebhook,
  WebhookError,
  type WebhookEvent,
  type WebhookFault,
  type WebhookHeaders,
  type WebhookOptions,
} from './webhook.ts';

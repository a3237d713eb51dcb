export { pathOf } from './address.ts';
export type { Fetch } from './attempt.ts';
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
export { type Backoff, exponentialBackoff, type FailedTry, type RetryPolicy, sleep } from './retries.ts';

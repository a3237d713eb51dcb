import { importErrors } from './import-errors.ts';
import { peopleErrors } from './people-errors.ts';
import { planErrors } from './plan-errors.ts';
import { playerErrors } from './player-errors.ts';
import { taskErrors } from './task-errors.ts';

/**
 * Every error that a client can see. `docs/errors.md`, the page `/docs/errors` and the error responses of `openapi.json` are
 * generated from this table. The HTTP layer takes status and title from it.
 */
export interface ErrorDefinition {
  /** HTTP status. */
  readonly status: number;
  /** RFC 9457 `title`: the same for every occurrence. */
  readonly title: string;
  /** When it happens. */
  readonly meaning: string;
  /** What the caller can do. */
  readonly remedy: string;
  /** The page of `docs/` with more details. */
  readonly guide?: string;
}

export const errorRegistry = {
  malformed_json: {
    status: 400,
    title: 'The body is not JSON',
    meaning: 'The body is empty, or is not valid JSON (UTF-8, no byte order mark).',
    remedy: 'Send one JSON object, encoded in UTF-8.',
  },
  invalid_query: {
    status: 400,
    title: 'The query is not valid',
    meaning: 'A query parameter is unknown or repeated, or its value is not allowed.',
    remedy: 'Read `errors`: one entry per parameter, with the rule.',
  },
  malformed_request: {
    status: 400,
    title: 'The request is malformed',
    meaning:
      'The service cannot read the request line, a header or a percent escape; or `Host` is missing; or a header occurs twice that may occur only once; or the version is not HTTP/1.1 or HTTP/1.0; or the target is `*`.',
    remedy: 'Send well-formed HTTP/1.1. Encode the path and the query as UTF-8 with percent escapes.',
  },
  missing_credentials: {
    status: 401,
    title: 'Credentials are missing',
    meaning:
      'The `Authorization: Bearer <key>` header is missing, or its token is empty. Or a sign-in’s cookie came without `Bandeja-Mode: live` or `Bandeja-Mode: test`.',
    remedy:
      'Send the header with your API key (or, under /admin/v1, the operator token). In a browser, open your invitation.',
    guide: 'guides/live-in-an-afternoon.md#2-make-a-partner-and-a-key',
  },
  invalid_credentials: {
    status: 401,
    title: 'Credentials are not valid',
    meaning:
      'The credential is unknown, mistyped, expired, used or withdrawn, or the route takes another kind of credential.',
    remedy:
      'Check that you pasted the whole key, or ask the operator for a new key. If you signed in, sign in again, or ask a manager for another invitation. The operator token for /admin/v1 is in `OPERATOR_TOKEN`, or with an embedded database in `DATA_DIR/operator-token`.',
    guide: 'guides/live-in-an-afternoon.md#2-make-a-partner-and-a-key',
  },
  plan_forbidden: {
    status: 403,
    title: 'The plan does not allow this',
    meaning: 'The partner’s plan does not include this operation.',
    remedy: 'Ask the operator for one of the plans in `required_plans`.',
    guide: 'operations/partners.md',
  },
  insufficient_scope: {
    status: 403,
    title: 'A scope is missing',
    meaning: 'The key, or the role of the person, has none of the scopes that allow this operation.',
    remedy: 'Use a key with one of the scopes in `required_scopes`, or ask a manager for another role.',
    guide: 'operations/partners.md',
  },
  test_key_required: {
    status: 403,
    title: 'This needs a test key',
    meaning: 'The operation works only in the sandbox, and the key or the mode is live.',
    remedy: 'Use a test key (`bdj_test_…`), which the operator issues. With a cookie, send `Bandeja-Mode: test`.',
    guide: 'guides/sandbox.md',
  },
  partner_suspended: {
    status: 403,
    title: 'The partner is suspended',
    meaning:
      'The operator has suspended this partner. All its keys, links and people are rejected until the operator ends the suspension.',
    remedy: 'Ask the operator.',
    guide: 'operations/partners.md',
  },
  route_not_found: {
    status: 404,
    title: 'There is no such route',
    meaning: 'No resource has this path.',
    remedy: 'Compare the path with `/docs/api`.',
  },
  match_not_found: {
    status: 404,
    title: 'There is no such match',
    meaning: 'No match of the calling partner has this id.',
    remedy: 'Use an id from a submission or from GET /v1/matches.',
  },
  player_not_found: {
    status: 404,
    title: 'There is no such player',
    meaning: 'No player that the calling partner may see has this username.',
    remedy: 'Check the username, register the player, or redeem a share code for the player.',
    guide: 'guides/private-players.md',
  },
  session_not_found: {
    status: 404,
    title: 'There is no such session',
    meaning: 'The calling partner has no match with this session_external_ref.',
    remedy: 'Use the session_external_ref that was sent with the matches.',
    guide: 'guides/club-night.md',
  },
  roster_not_found: {
    status: 404,
    title: 'There is no such roster',
    meaning: 'The calling partner has no roster with this slug.',
    remedy: 'Use a slug from GET /v1/rosters, or create the roster with PUT.',
    guide: 'guides/private-players.md',
  },
  webhook_endpoint_not_found: {
    status: 404,
    title: 'There is no such webhook endpoint',
    meaning: 'The calling partner has no webhook endpoint with this id.',
    remedy: 'Use an id from GET /v1/webhook-endpoints.',
    guide: 'webhooks.md',
  },
  partner_not_found: {
    status: 404,
    title: 'There is no such partner',
    meaning: 'No partner has this id.',
    remedy: 'Use an id from GET /admin/v1/partners.',
  },
  key_not_found: {
    status: 404,
    title: 'There is no such key',
    meaning: 'No key has this id, or the key is already revoked.',
    remedy: 'Use an id from GET /admin/v1/partners/{id}/keys.',
  },
  operator_not_found: {
    status: 404,
    title: 'There is no such operator',
    meaning: 'No operator has this id, or the operator is already revoked.',
    remedy: 'Use an id from GET /admin/v1/operators.',
  },
  ...peopleErrors,
  ...importErrors,
  ...planErrors,
  ...taskErrors,
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed here',
    meaning: 'The path exists, but not with this method.',
    remedy: 'Use a method of the `Allow` header.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    meaning: 'The whole request did not arrive within the time allowed.',
    remedy: 'Send it again on a new connection.',
  },
  duplicate_external_ref: {
    status: 409,
    title: 'This external_ref was used before',
    meaning: 'The partner has a match with this external_ref; `existing_match_id` is its id. Nothing was stored.',
    remedy:
      'If `same_content` is true, the match is already stored: continue, unless `match_status` is `voided`; then submit it under another reference. If it is false, a different match has this reference: submit yours under another reference.',
    guide: 'guides/going-live.md#for-the-developer',
  },
  invalid_transition: {
    status: 409,
    title: 'The state does not allow this',
    meaning:
      'The match has a status that does not allow this transition; `match_status` contains it. Or the task has ended, so it cannot be canceled. Or the round of a night plan cannot be opened, changed or undone now; `missing` lists the results that a mexicano round waits for.',
    remedy: 'Read the match, the task or the plan.',
    guide: 'match-states.md',
  },
  revision_conflict: {
    status: 409,
    title: 'Your revision is out of date',
    meaning: 'The match or plan has changed since the revision that you sent. `revision` contains the current one.',
    remedy: 'Read it again, then repeat the change with the current revision.',
    guide: 'guides/corrections.md#amend-the-result-was-wrong',
  },
  sandbox_cleared: {
    status: 409,
    title: 'The sandbox was cleared during the request',
    meaning: 'The sandbox was cleared during the request. The request stored nothing.',
    remedy: 'Send the request again. It then uses the empty sandbox.',
    guide: 'guides/sandbox.md#clear-it',
  },
  too_many_webhook_endpoints: {
    status: 409,
    title: 'There are too many webhook endpoints',
    meaning: 'The calling partner has 20 webhook endpoints, which is the maximum.',
    remedy: 'Delete an endpoint, or make one receiver forward its events to others.',
    guide: 'webhooks.md',
  },
  ...playerErrors,
  operator_name_taken: {
    status: 409,
    title: 'The operator’s name is taken',
    meaning: 'An operator has or had this name, or the name is `environment`.',
    remedy: 'Choose another name. A name is used once, even after its operator is revoked.',
  },
  backup_under_way: {
    status: 409,
    title: 'A backup is under way',
    meaning: 'Another backup of the embedded database is running. Only one can run at a time.',
    remedy: 'Wait until that backup has ended.',
    guide: 'operations/backups.md#back-up',
  },
  backup_elsewhere: {
    status: 409,
    title: 'The database is backed up in another way',
    meaning:
      'The service does not use the embedded database, so it has nothing to copy. `detail` names the tool to use instead.',
    remedy: 'For PostgreSQL, use its own tools: `pg_dump`, or `pg_basebackup` with an archive of the log.',
    guide: 'operations/backups.md#back-up',
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    meaning: 'The body is larger than 32 KiB; for a batch, than 128 KiB.',
    remedy: 'Split the list into smaller batches. If you sent a single object, shorten it.',
  },
  not_acceptable: {
    status: 406,
    title: 'There is no response of this media type',
    meaning: '`Accept` allows none of the media types of the operation.',
    remedy: 'Send `application/json`, or no `Accept`. Lists for spreadsheets also have `text/csv`.',
    guide: 'csv.md',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The media type is not supported',
    meaning: 'The body is not sent as application/json, its charset is not UTF-8, or it has a `Content-Encoding`.',
    remedy: 'Send `Content-Type: application/json`, uncompressed.',
  },
  invalid_body: {
    status: 422,
    title: 'The body is not valid',
    meaning: 'The body breaks at least one rule.',
    remedy: 'Read `errors`. It has one entry per broken rule, with a JSON pointer into the body.',
    guide: 'guides/live-in-an-afternoon.md#5-when-something-is-wrong',
  },
  participant_not_eligible: {
    status: 422,
    title: 'A participant is not eligible',
    meaning: 'A participant does not exist, or is private and not shared with you.',
    remedy:
      '`errors` points at each such participant. Register the player, or redeem a share code for the player, then submit again.',
    guide: 'guides/private-players.md',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    meaning: 'You have reached your rate limit, or too many of your changes of past matches are not settled yet.',
    remedy: 'Wait for `Retry-After` seconds, then send the request again.',
    guide: 'operations/limits.md#rate-limits',
  },
  headers_too_large: {
    status: 431,
    title: 'The request headers are too large',
    meaning: 'The request line and headers exceed 16 KiB together.',
    remedy: 'Shorten the headers or the query.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong on our side',
    meaning: 'The service has a fault. It may or may not have carried out the request.',
    remedy:
      'Send a submission again: it is stored only once. If the error persists, give the operator the `request_id`.',
  },
  not_ready: {
    status: 503,
    title: 'The service is not ready',
    meaning:
      'The service is starting or stopping, or its database is away, full, or does not confirm writes: `detail` says which.',
    remedy:
      'Wait for `Retry-After` seconds, then send the request again. A submission or registration is stored only once.',
    guide: 'operations/monitoring.md#what-to-watch',
  },
  overloaded: {
    status: 503,
    title: 'The service is overloaded',
    meaning:
      'Too many requests are waiting, the database is locked or too slow, or a large change of past matches came too soon after your ' +
      'last one: `detail` says which.',
    remedy:
      'Wait for `Retry-After` seconds, then send the request again. A submission or registration is stored only once.',
    guide: 'operations/limits.md#fairness',
  },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof errorRegistry;

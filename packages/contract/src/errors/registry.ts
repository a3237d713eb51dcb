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
    meaning: 'The body is not one JSON value in valid UTF-8 without a byte order mark.',
    remedy: 'Send one JSON object, encoded in UTF-8.',
  },
  invalid_query: {
    status: 400,
    title: 'The query is not valid',
    meaning: 'A query parameter is unknown, repeated, or has a value that its rule does not allow.',
    remedy: 'Read `errors`: one entry per parameter, with the rule.',
  },
  malformed_request: {
    status: 400,
    title: 'The request is malformed',
    meaning:
      'The request line, a header or a percent escape cannot be read, `Host` is missing, a header is repeated that must not be, the version is not HTTP/1.1 or HTTP/1.0, or the target is `*`.',
    remedy: 'Encode the path and the query as UTF-8 with percent escapes and send well-formed HTTP/1.1.',
  },
  missing_credentials: {
    status: 401,
    title: 'Credentials are missing',
    meaning: 'The `Authorization: Bearer <key>` header is missing, or its token is empty.',
    remedy: 'Send the header with your API key (or, under /admin/v1, the operator token).',
    guide: 'guides/live-in-an-afternoon.md#2-make-a-partner-and-a-key',
  },
  invalid_credentials: {
    status: 401,
    title: 'Credentials are not valid',
    meaning: 'The key is unknown, mistyped, expired or revoked.',
    remedy:
      'Check the key for a wrong paste, or ask the operator for a new one. The operator token of /admin/v1 is in `OPERATOR_TOKEN`, or in `DATA_DIR/operator-token` of an embedded database.',
    guide: 'guides/live-in-an-afternoon.md#2-make-a-partner-and-a-key',
  },
  plan_forbidden: {
    status: 403,
    title: 'The plan does not allow this',
    meaning: 'The partner’s plan does not include this operation.',
    remedy: 'Ask the operator for a plan that does; `required_plans` names them.',
    guide: 'operations/partners.md',
  },
  insufficient_scope: {
    status: 403,
    title: 'The key lacks a scope',
    meaning: 'The key holds none of the scopes that would allow this operation.',
    remedy: 'Use a key with one of the scopes in `required_scopes`.',
    guide: 'operations/partners.md',
  },
  test_key_required: {
    status: 403,
    title: 'This needs a test key',
    meaning: 'The operation is about the sandbox, and the key is a live key.',
    remedy: 'Use a test key (`bdj_test_…`); the operator issues one.',
    guide: 'guides/sandbox.md',
  },
  partner_suspended: {
    status: 403,
    title: 'The partner is suspended',
    meaning:
      'The operator has suspended this partner. All its keys are rejected until the operator ends the suspension.',
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
    remedy: 'Check the username, register the player, or put the player on a roster.',
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
  share_not_found: {
    status: 404,
    title: 'There is no such share',
    meaning:
      'No open share has this code: it is unknown, expired, used already, or of a player that the caller created itself.',
    remedy: 'Ask the partner that created the player for a new code.',
    guide: 'guides/private-players.md#share-one-player-with-one-partner',
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
    meaning: 'No key has this id, or it is revoked already.',
    remedy: 'Use an id from GET /admin/v1/partners/{id}/keys.',
  },
  task_not_found: {
    status: 404,
    title: 'There is no such task',
    meaning: 'No task has this id.',
    remedy: 'Use an id from GET /admin/v1/tasks.',
  },
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
      'If `same_content` is true, the match was already submitted: go on. If it is false, another match has this reference: use another one.',
    guide: 'guides/going-live.md#for-the-developer',
  },
  invalid_transition: {
    status: 409,
    title: 'The state does not allow this',
    meaning:
      'The status of the match, given in `match_status`, does not allow the transition; or the task has ended and cannot be cancelled.',
    remedy: 'Read the match or the task.',
    guide: 'match-states.md',
  },
  revision_conflict: {
    status: 409,
    title: 'The match has changed since',
    meaning: 'The revision sent is not the current one, which is in `revision`.',
    remedy: 'Read the match again and repeat the change on its current revision.',
    guide: 'guides/corrections.md#amend-the-result-was-wrong',
  },
  sandbox_cleared: {
    status: 409,
    title: 'The sandbox was cleared during the request',
    meaning: 'The sandbox was cleared during the request. Nothing of the request was stored.',
    remedy: 'Send the request again. It then uses the empty sandbox.',
    guide: 'guides/sandbox.md#clear-it',
  },
  too_many_webhook_endpoints: {
    status: 409,
    title: 'There are too many webhook endpoints',
    meaning: 'The calling partner has 20 webhook endpoints, the most there can be.',
    remedy: 'Delete one, or have one receiver pass the events on.',
    guide: 'webhooks.md',
  },
  username_taken: {
    status: 409,
    title: 'The username is taken',
    meaning: 'The username belongs to a player that the calling partner may not see.',
    remedy: 'Choose another username.',
    guide: 'guides/private-players.md',
  },
  backup_under_way: {
    status: 409,
    title: 'A backup is under way',
    meaning: 'Another backup of the embedded database is running. Only one can run at a time.',
    remedy: 'Wait until the other backup has ended.',
    guide: 'operations/backups.md#back-up',
  },
  backup_elsewhere: {
    status: 409,
    title: 'The database is backed up in another way',
    meaning: 'The service has no embedded database with files to copy. `detail` names the tool to use instead.',
    remedy: 'On PostgreSQL use its own tools: `pg_dump`, or `pg_basebackup` with an archive of the log.',
    guide: 'operations/backups.md#back-up',
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    meaning: 'The body is larger than 32 KiB, or than 128 KiB for a batch.',
    remedy: 'Split the list into smaller batches. If you sent a single object, shorten it.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The media type is not supported',
    meaning: 'The body is not sent as application/json, has a charset other than UTF-8, or a `Content-Encoding`.',
    remedy: 'Send `Content-Type: application/json`, uncompressed.',
  },
  invalid_body: {
    status: 422,
    title: 'The body is not valid',
    meaning: 'At least one rule about the body is broken: see `errors`.',
    remedy: 'Read `errors`: one entry per broken rule, with a JSON pointer into the body.',
    guide: 'guides/live-in-an-afternoon.md#5-when-something-is-wrong',
  },
  participant_not_eligible: {
    status: 422,
    title: 'A participant is not eligible',
    meaning: 'A participant does not exist, or is private and not shared with you.',
    remedy:
      'Register the player, or put the player on a roster, then submit again. `errors` points at the participants.',
    guide: 'guides/private-players.md',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    meaning: 'You have reached your rate limit.',
    remedy: 'Wait for the seconds in `Retry-After`.',
    guide: 'operations/limits.md#rate-limits',
  },
  headers_too_large: {
    status: 431,
    title: 'The request headers are too large',
    meaning: 'The request line and headers exceed 16 KiB together.',
    remedy: 'Send less in the headers and the query.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong on our side',
    meaning: 'A fault inside the service; the request may or may not have taken effect.',
    remedy:
      'Send the same submission again: it is stored once. If the fault stays, give the operator the `request_id`.',
  },
  not_ready: {
    status: 503,
    title: 'The service is not ready',
    meaning:
      'The service is starting or stopping, or cannot reach its database. If the disk of the database is full, `detail` says so.',
    remedy:
      'Wait for the seconds in `Retry-After`, then send the request again; a submission or registration sent again is stored once.',
    guide: 'operations/monitoring.md#what-to-watch',
  },
  overloaded: {
    status: 503,
    title: 'The service is overloaded',
    meaning: 'More work is waiting than the service takes on.',
    remedy:
      'Wait for the seconds in `Retry-After`, then send the request again; a submission or registration sent again is stored once.',
    guide: 'operations/limits.md#fairness',
  },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof errorRegistry;

/** Size limits and timeouts of connections. */

/** Fifteen sets of 99–98 with all their games take 14 KiB. */
export const BODY_BYTES_MAX = 32 * 1024;

/** For batches. 25 matches of three sets with all their games take 22 KiB. */
export const BATCH_BODY_BYTES_MAX = 128 * 1024;

/**
 * Delay of a refusal if the request has a large body. Node reads and discards the body after the response. Without the delay, a
 * client that sends one such request after the other would keep the process busy with that.
 */
export const UNREAD_BODY_PAUSE_MS = 1_000;

/**
 * Delay of a 429 or an `overloaded`. Without it, clients that ignore `Retry-After` would keep the process busy: 100 connections got
 * 5,000 refusals a second, and reads of other partners took 49 ms.
 */
export const TOO_MANY_REQUESTS_PAUSE_MS = 250;

/** Request line and headers together. Node's default, explicit because the contract states it. */
export const HEADER_BYTES_MAX = 16 * 1024;

/** A page of a list ends before the response exceeds this. */
export const PAGE_BYTES_MAX = 1024 * 1024;

/** Reserved for everything but the entries: `pagination` with a cursor of at most 1,024 bytes, and punctuation. */
export const PAGE_FRAME_BYTES = 2048;

export interface Timeouts {
  /** From the first byte of a request to the end of its headers. */
  readonly headersMs: number;
  /** From the first byte of a request to the end of its body. */
  readonly requestMs: number;
  /** How long an idle connection is kept. */
  readonly keepAliveMs: number;
  /** How long a connection with a request in flight may be silent, such as when its client does not read the response. */
  readonly idleMs: number;
  /** How often timeouts are checked; a 408 may be late by this much. */
  readonly checkMs: number;
}

export const defaultTimeouts: Timeouts = {
  // Headers fit into one or two packets. A client that needs longer is stalled or hostile.
  headersMs: 10_000,
  // 128 KiB at 5 KiB/s, a very poor mobile connection.
  requestMs: 30_000,
  // Longer than the 60 s of common load balancers, so that they close first. Otherwise a request could arrive on a connection
  // that the service is closing.
  keepAliveMs: 65_000,
  // Longer than proxies wait for a response.
  idleMs: 90_000,
  checkMs: 1_000,
};

/**
 * Requests per second without a valid key, and health checks per second. Together they take at most a tenth of a process's time. See
 * pace.ts.
 */
export const ANONYMOUS_PER_SECOND = 200;
export const PROBES_PER_SECOND = 500;

/** Default `Retry-After` of a 503 or 429, in seconds. */
export const RETRY_AFTER_SECONDS = 1;

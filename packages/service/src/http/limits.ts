/** Limits of a connection: sizes and times. */

/** A match with all games of fifteen sets of 99–98 has 14 KiB. */
export const BODY_BYTES_MAX = 32 * 1024;

/** Of a batch. 25 matches with all games of three sets have 22 KiB. */
export const BATCH_BODY_BYTES_MAX = 128 * 1024;

/**
 * A refusal waits so long if a large body comes with it. Node reads no more of it meanwhile; after the answer it reads and drops it,
 * and a client that sends the next one at once would keep the process busy with that.
 */
export const UNREAD_BODY_PAUSE_MS = 1_000;

/**
 * A refusal for too many requests waits so long. A client that sends the next one at once, and not after `Retry-After`, would keep
 * the process busy with refusals: 100 connections got 5,000 a second, and a stranger's read took 49 ms.
 */
export const TOO_MANY_REQUESTS_PAUSE_MS = 250;

/** Request line and headers together, in bytes: Node's own default, written down because the contract names it. */
export const HEADER_BYTES_MAX = 16 * 1024;

/** A page of a list ends before the answer takes more bytes than this. */
export const PAGE_BYTES_MAX = 1024 * 1024;

/** What a page has beside its entries: `pagination` with a cursor of at most 1,024 bytes, and punctuation. */
export const PAGE_FRAME_BYTES = 2048;

export interface Timeouts {
  /** From the first byte of a request to the end of its headers. */
  readonly headersMs: number;
  /** From the first byte of a request to the end of its body. */
  readonly requestMs: number;
  /** How long an idle connection is kept. */
  readonly keepAliveMs: number;
  /** How long nothing may happen on a connection with a request under way: its client takes nothing of the answer, say. */
  readonly idleMs: number;
  /** How often connections over their time are looked for; a 408 may be late by this much. */
  readonly checkMs: number;
}

export const defaultTimeouts: Timeouts = {
  // Headers fit into one or two packets; ten seconds of them is a stalled or hostile client.
  headersMs: 10_000,
  // 128 KiB at 5 KiB/s, a very poor mobile connection.
  requestMs: 30_000,
  // Longer than the 60 s of common load balancers, so that they close first: otherwise a request can arrive on a
  // connection that the service is just closing.
  keepAliveMs: 65_000,
  // Longer than proxies wait for an answer.
  idleMs: 90_000,
  checkMs: 1_000,
};

/**
 * Requests a second without a valid key, and of these the ones of supervisors. Answering them takes a process a tenth of its time at most.
 * See pace.ts.
 */
export const ANONYMOUS_PER_SECOND = 200;
export const PROBES_PER_SECOND = 500;

/** `Retry-After` of a 503 or 429 that sets none itself, in seconds. */
export const RETRY_AFTER_SECONDS = 1;

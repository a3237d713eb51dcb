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
  /** How long a client may take nothing of an answer that waits for it. */
  readonly stalledMs: number;
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
  stalledMs: 30_000,
  checkMs: 1_000,
};

/** Bytes of answers that may wait for their clients to take them. See unsent-answers.ts for what happens beyond. */
export interface UnsentLimits {
  /** Of one partner, and of the operator. */
  readonly ofCaller: number;
  readonly total: number;
}

/** Eight pages of 1 MiB a partner, four times that in all. */
export const defaultUnsentLimits: UnsentLimits = { ofCaller: 8 * 1024 * 1024, total: 32 * 1024 * 1024 };

/** Smaller answers are not counted: a connection has only one, and the operating system takes it at once from most. */
export const SMALL_ANSWER_BYTES = 16 * 1024;

/** Larger answers are written in slices of this size, so that it shows whether the client takes them. */
export const SLICE_BYTES = 64 * 1024;

/** A connection whose client has taken nothing for so long is closed if another answer needs its room. */
export const STOOD_STILL_MS = 2_000;

/** Requests that may wait on one connection for the answer to another one. */
export const PIPELINED_MAX = 32;

/** `Retry-After` of a 503 or 429 that sets none itself, in seconds. */
export const RETRY_AFTER_SECONDS = 1;

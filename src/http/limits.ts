/** Limits of a connection: sizes and times. */

/** Twenty-five matches with every game of fifteen sets are under 100 KiB; the contract gives five times that. */
export const BODY_BYTES_MAX = 512 * 1024;

/** Request line and headers together, in bytes: Node's own default, written down because the contract names it. */
export const HEADER_BYTES_MAX = 16 * 1024;

/** A page of a list ends before the answer takes more bytes than this. */
export const PAGE_BYTES_MAX = 1024 * 1024;

/** What a page has beside its entries: `pagination` with a cursor of at most 1,400 bytes, and punctuation. */
export const PAGE_FRAME_BYTES = 2048;

export interface Timeouts {
  /** From the first byte of a request to the end of its headers. */
  readonly headersMs: number;
  /** From the first byte of a request to the end of its body. */
  readonly requestMs: number;
  /** How long an idle connection is kept. */
  readonly keepAliveMs: number;
  /** How often Node looks for requests that are over their time; a 408 may be late by this much. */
  readonly checkMs: number;
}

export const defaultTimeouts: Timeouts = {
  // Headers fit into one or two packets; ten seconds of them is a stalled or hostile client.
  headersMs: 10_000,
  // 512 KiB at 20 KiB/s, a poor mobile connection.
  requestMs: 30_000,
  // Longer than the 60 s of common load balancers, so that they close first: otherwise a request can arrive on a
  // connection that the service is just closing.
  keepAliveMs: 65_000,
  checkMs: 1_000,
};

/** `Retry-After` of a 503 or 429 that sets none itself, in seconds. */
export const RETRY_AFTER_SECONDS = 1;

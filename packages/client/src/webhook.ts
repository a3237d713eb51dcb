import type { Event } from './generated/api.ts';

/** Why a request is refused. */
export type WebhookFault = 'header_missing' | 'timestamp_out_of_tolerance' | 'signature_wrong' | 'body_not_json';

/** The request is not a webhook of the service, or it is too old. Respond with 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: WebhookFault;

  constructor(code: WebhookFault, message: string) {
    super(message);
    this.code = code;
  }
}

export interface WebhookOptions {
  /** The maximum age of a request, and the maximum difference of the clocks, in seconds. It limits replay attacks. Default: 300. */
  readonly toleranceSeconds?: number | undefined;
  /** The current time in milliseconds since 1970. Default: the clock. */
  readonly now?: number | undefined;
}

/** The message that `webhooks.test` sends. */
export interface TestMessage {
  readonly id: string;
  readonly type: 'webhook_endpoint.test';
  readonly created_at: string;
  readonly data: { readonly endpoint_id: string };
}

/** The content of a webhook. Its id is the same each time it is sent: process it once. */
export type WebhookEvent = Event | TestMessage;

/** The headers of `fetch` or `node:http`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verifies the signature of a webhook (Standard Webhooks, HMAC-SHA256) in constant time, and its age.
 * @param secrets the endpoint's secret, `whsec_…`; both while a secret is being rotated
 * @param body exactly as received: parsed and re-serialised JSON has another signature
 * @returns the event
 * @throws {WebhookError} if it is not a webhook of the service
 * @throws {TypeError} for a parsed body or a malformed secret: errors of the receiver, not of the request
 */
export async function verifyWebhook<T = WebhookEvent>(
  secrets: string | readonly string[],
  headers: WebhookHeaders,
  body: string | Uint8Array,
  { toleranceSeconds = 300, now = Date.now() }: WebhookOptions = {},
): Promise<T> {
  const text = textOf(body);
  const keys = await importSecrets(secrets);
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures) throw new WebhookError('header_missing', 'A webhook header is missing.');
  const age = now / 1000 - (/^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN);
  if (!(Math.abs(age) <= toleranceSeconds)) {
    throw new WebhookError('timestamp_out_of_tolerance', 'The webhook is too old, or its time is in the future.');
  }
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const given = signatures.split(' ').flatMap((one) => (one.startsWith('v1,') ? [bytesOf(one.slice(3))] : []));
  for (const key of keys) {
    for (const signature of given) {
      if (signature !== null && (await crypto.subtle.verify('HMAC', key, signature, signed))) return parse<T>(text);
    }
  }
  throw new WebhookError('signature_wrong', 'The signature of the webhook does not match.');
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'object' ? value.join(' ') : value;
}

function textOf(body: string | Uint8Array): string {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array || (body as unknown) instanceof ArrayBuffer) return new TextDecoder().decode(body);
  throw new TypeError(
    'Pass the body of the webhook as received, as text or bytes: the signature of parsed JSON cannot be verified.',
  );
}

function importSecrets(secrets: string | readonly string[] | undefined) {
  const all = [secrets ?? []].flat();
  if (all.length === 0) throw new TypeError('The secret of the webhook endpoint is missing.');
  return Promise.all(all.map(importSecret));
}

function importSecret(secret: string) {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (bytes === null || bytes.length === 0) throw new TypeError('The secret of a webhook endpoint looks like whsec_….');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function parse<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new WebhookError('body_not_json', 'The webhook is signed, but its body is not JSON.');
  }
}

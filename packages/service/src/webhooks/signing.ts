/** Signatures of Standard Webhooks (standardwebhooks.com, version 1): HMAC-SHA256 over id, time and body. */
import { createHmac, randomBytes } from 'node:crypto';

/** The specification requires 24 to 64. */
const SECRET_BYTES = 32;

export const makeSecret = (): Uint8Array => randomBytes(SECRET_BYTES);

/** The text of a secret for receivers. */
export const secretText = (secret: Uint8Array): string => `whsec_${Buffer.from(secret).toString('base64')}`;

export interface SignedMessage {
  /** The id of the event, the same for every attempt. */
  readonly id: string;
  /** The time of sending, ms since 1970. */
  readonly at: number;
  readonly body: string;
}

/** The headers for receivers to verify a message. @param secrets each adds a signature; receivers need one that matches */
export function signatureHeaders({ id, at, body }: SignedMessage, secrets: readonly Uint8Array[]) {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

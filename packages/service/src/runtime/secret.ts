/** Random secrets that are shown once and stored only as a hash: API keys and share codes. */
import { hash, randomInt } from 'node:crypto';

export const BASE62_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Uniformly random letters and digits from a cryptographic source. @param length with 5.95 bits per character */
export function randomText(length: number): string {
  return Array.from({ length }, () => BASE62_DIGITS[randomInt(BASE62_DIGITS.length)]).join('');
}

/**
 * SHA-256 of a secret. A slow password hash is not needed, since these secrets have 190 random bits, and it would slow down every
 * request.
 */
export function secretHash(secret: string): Uint8Array {
  // By way of hex: Node's one-shot hash is three times as fast as a hash object.
  return Buffer.from(hash('sha256', secret, 'hex'), 'hex');
}

/** Random secrets that the service hands out once and keeps as a hash only: API keys and share codes. */
import { hash, randomInt } from 'node:crypto';

export const BASE62_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random letters and digits from a cryptographic source, each equally likely. @param length 5.95 bits a character. */
export function randomText(length: number): string {
  return Array.from({ length }, () => BASE62_DIGITS[randomInt(BASE62_DIGITS.length)]).join('');
}

/**
 * SHA-256 of a secret. No slow password hash: these secrets are random and have 190 bits, so there is nothing to guess,
 * and every request pays for it.
 */
export function secretHash(secret: string): Uint8Array {
  // By way of text, since Node answers at once only that: a third of what a hash object takes.
  return Buffer.from(hash('sha256', secret, 'hex'), 'hex');
}

/**
 * Short codes: a link to type into a television. A code leads to the token of its link, which is stored nowhere else, so the token is
 * kept encrypted with the code. All codes are in the live data, because nothing in a code names the sandbox that it leads to.
 */
import { createCipheriv, createDecipheriv, randomBytes, randomInt } from 'node:crypto';
import { Problem } from '@bandeja/contract/errors/problem';
import { formatInstant } from '@bandeja/contract/instant';
import type { Context } from '../context.ts';
import { RateLimit } from '../runtime/rate-limit.ts';
import { secretHash } from '../runtime/secret.ts';
import { findShortCode, insertShortCode } from './short-codes-store.ts';

/** Without characters that look alike on a screen. */
const DIGITS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 6;
const FORM = new RegExp(`^[${DIGITS}]{${LENGTH}}$`);
const VALID_MS = 15 * 60_000;
/** With a million valid codes, one in a thousand new ones is taken. */
const ATTEMPTS_MAX = 5;
/** Unknown codes a minute, of all callers together: guessing one of a hundred valid codes takes about three months. */
const UNKNOWN_MAX = 60;

/** A code for the token of a link. */
export async function makeShortCode(
  { liveDatabase, realNow }: Pick<Context, 'liveDatabase' | 'realNow'>,
  token: string,
): Promise<{ readonly code: string; readonly expires_at: string }> {
  const now = realNow();
  const expires_at = now + VALID_MS;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const code = Array.from({ length: LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('');
    const row = { code_hash: secretHash(code), sealed_token: sealToken(code, token), expires_at };
    if (await insertShortCode(liveDatabase, row, now)) return { code, expires_at: formatInstant(expires_at) };
  }
  throw new Problem('overloaded', 'Too many short codes are in use. Try again.');
}

/**
 * Turns codes into tokens.
 * @param isValid whether the link of a token works
 */
export function codeReader(
  { liveDatabase, realNow }: Pick<Context, 'liveDatabase' | 'realNow'>,
  isValid: (token: string) => Promise<boolean>,
  elapsedMs?: () => number,
): (code: string) => Promise<string> {
  const unknown = new RateLimit(elapsedMs);
  const spend = (units: number) => unknown.charge('unknown', UNKNOWN_MAX, units);
  return async (text) => {
    const code = text.toUpperCase();
    if (!FORM.test(code)) throw notFoundCode(text);
    // Spent before the look-up: of many guesses at once, only 60 are looked up.
    const { isAllowed, waitSeconds } = unknown.spend('unknown', UNKNOWN_MAX, 1);
    if (!isAllowed) {
      const detail = `Too many unknown codes were tried. Try again in ${waitSeconds} s.`;
      throw new Problem('rate_limited', detail, { headers: { 'Retry-After': String(waitSeconds) } });
    }
    const row = await findShortCode(liveDatabase, secretHash(code), realNow());
    const token = row === undefined ? null : opened(code, row.sealed_token);
    if (token === null || !(await isValid(token))) throw notFoundCode(text);
    spend(-1);
    return token;
  };
}

const notFoundCode = (text: string): Problem =>
  new Problem('short_code_not_found', `The code “${text.slice(0, 20)}” does not exist, or has ended.`);

const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;
const keyOf = (code: string): Uint8Array => secretHash(`token ${code}`);

/** Nonce, tag and ciphertext. */
export function sealToken(code: string, token: string): Uint8Array {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, keyOf(code), nonce);
  const text = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

function opened(code: string, bytes: Uint8Array): string {
  const decipher = createDecipheriv(CIPHER, keyOf(code), bytes.subarray(0, NONCE));
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  return `${decipher.update(bytes.subarray(NONCE + TAG), undefined, 'utf8')}${decipher.final('utf8')}`;
}

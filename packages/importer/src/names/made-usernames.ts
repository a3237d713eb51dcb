/** Usernames made from names: the same name always gets the same ones. */

import { isUsername } from '@bandeja/contract/username';
import { hash } from 'fast-sha256';
import { latinOf } from './latin.ts';

const LENGTH_MAX = 40;
/** 40 bits: among ten thousand names of one spelling two have the same one with a chance of 1 in 20,000. */
const DIGEST_LENGTH = 8;
/** The last number that is tried, `marta.gil.2` to `marta.gil.9`, before one with a digest. */
const NUMBERS_MAX = 9;

/**
 * A username for a name: `marta.gil`; if that one is someone else's, the next attempt: `marta.gil.2`. A name that is too short or
 * too long for a username has a digest in it, and so has one whose letters {@link loadLettersOf} did not load.
 * @param key of the name
 * @param attempt from 0
 */
export function madeUsername(key: string, attempt: number): string {
  const base = baseOf(key);
  if (attempt === 0) return base;
  return withSuffix(base, attempt < NUMBERS_MAX ? String(attempt + 1) : digestOf(`${key} ${attempt}`));
}

function baseOf(key: string): string {
  const words = key.split(' ').map(latinOf);
  const text = words.filter((word) => word !== '').join('.');
  if (!words.includes('') && isUsername(text)) return text;
  return withSuffix(text === '' ? 'player' : text, digestOf(key));
}

function withSuffix(text: string, suffix: string): string {
  const room = LENGTH_MAX - suffix.length - 1;
  return `${text.slice(0, room).replace(/\.+$/, '')}.${suffix}`;
}

/** Letters and digits that are not taken for each other. */
const DIGITS = 'abcdefghjkmnpqrstuvwxyz23456789';

function digestOf(text: string): string {
  return Array.from(
    hash(new TextEncoder().encode(text)).subarray(0, DIGEST_LENGTH),
    (byte) => DIGITS[byte % DIGITS.length],
  ).join('');
}

/**
 * The text of an API key: `bdj_<mode>_<public id>_<secret><checksum>`. The token of a link to a night begins with `bdn`, that of a link
 * to a match with `bdc`. Both have the public id of the key that made the link, which leads to the partner and so to its sandbox.
 *
 * ```
 * bdj_live_4fTz0QmX81Lr_s7Pq…32 characters…2Ab01kQz
 *     mode  public id    secret           checksum
 * ```
 *
 * - `public id`: 12 base62 characters to look up the key. It is not secret and may be logged.
 * - `secret`: 32 base62 characters, 190 bits of randomness.
 * - `checksum`: CRC-32 (IEEE 802.3) of all characters before it, as 6 base62 digits, most significant first. It
 *   is not a protection: it lets the service refuse a mistyped key without a look-up, and helps secret scanners to recognise
 *   keys. A CRC-32 detects every change of one character and every swap of two neighbours.
 */
import { crc32 } from 'node:zlib';
import type { KeyMode } from '@bandeja/contract/account-enums';
import { BASE62_DIGITS, randomText } from '../runtime/secret.ts';

export interface KeyParts {
  readonly mode: KeyMode;
  readonly publicId: string;
}

const PUBLIC_ID_LENGTH = 12;
const SECRET_LENGTH = 32;
/** 62^6 is just above 2^32, so six digits hold every checksum. */
const CHECKSUM_LENGTH = 6;

/** Of keys, and of links to nights and to matches. */
type Prefix = 'bdj' | 'bdn' | 'bdc';

const formOf = (prefix: Prefix): RegExp =>
  new RegExp(
    `^${prefix}_(live|test)_([0-9A-Za-z]{${PUBLIC_ID_LENGTH}})_[0-9A-Za-z]{${SECRET_LENGTH}}([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
  );
const forms = { bdj: formOf('bdj'), bdn: formOf('bdn'), bdc: formOf('bdc') };

/** Creates a random key. */
export function makeKey(mode: KeyMode): { readonly key: string; readonly publicId: string } {
  const publicId = randomText(PUBLIC_ID_LENGTH);
  return { key: makeText('bdj', { mode, publicId }), publicId };
}

export type LinkTarget = 'night' | 'match';

const prefixes = { night: 'bdn', match: 'bdc' } as const satisfies Record<LinkTarget, Prefix>;

/** Creates a random token of a link. @param of the key that makes the link */
export const makeLinkToken = (to: LinkTarget, of: KeyParts): string => makeText(prefixes[to], of);

function makeText(prefix: Prefix, { mode, publicId }: KeyParts): string {
  const body = `${prefix}_${mode}_${publicId}_${randomText(SECRET_LENGTH)}`;
  return body + checksumOf(body);
}

/** The parts of a key; null if the text is malformed or its checksum is wrong. */
export const parseKey = (text: string): KeyParts | null => parseText('bdj', text);

/** The parts of a link's token, likewise, and what the link leads to. */
export function parseLinkToken(text: string): (KeyParts & { readonly to: LinkTarget }) | null {
  const to: LinkTarget = text.startsWith(prefixes.match) ? 'match' : 'night';
  const parts = parseText(prefixes[to], text);
  return parts && { ...parts, to };
}

function parseText(prefix: Prefix, text: string): KeyParts | null {
  const parts = forms[prefix].exec(text);
  if (parts === null) return null;
  const [, mode, publicId, checksum] = parts as unknown as [string, KeyMode, string, string];
  return checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === checksum ? { mode, publicId } : null;
}

function checksumOf(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    digits = BASE62_DIGITS.charAt(rest % BASE62_DIGITS.length) + digits;
    rest = Math.floor(rest / BASE62_DIGITS.length);
  }
  return digits;
}

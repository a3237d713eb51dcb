/**
 * The texts of secrets. A key is `bdj_<mode>_<public id>_<secret><checksum>`. The token of a link to a night begins with `bdn`, that of
 * a link to a match with `bdc`. Both have the id of the partner, which leads to its sandbox, instead of a public id. An invitation is
 * `bdi_<secret><checksum>`, the cookie of a sign-in `bds_<secret><checksum>`, that of an operator `bdo_…`.
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

interface KeyParts {
  readonly mode: KeyMode;
  readonly publicId: string;
}

const PUBLIC_ID_LENGTH = 12;
const SECRET_LENGTH = 32;
/** 62^6 is just above 2^32, so six digits hold every checksum. */
const CHECKSUM_LENGTH = 6;

const formOf = (head: string): RegExp =>
  new RegExp(`^${head}_[0-9A-Za-z]{${SECRET_LENGTH}}([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

const keyForm = formOf(`bdj_(?<mode>live|test)_(?<id>[0-9A-Za-z]{${PUBLIC_ID_LENGTH}})`);

/** Creates a random key. */
export function makeKey(mode: KeyMode): { readonly key: string; readonly publicId: string } {
  const publicId = randomText(PUBLIC_ID_LENGTH);
  return { key: makeText(`bdj_${mode}_${publicId}`), publicId };
}

export type LinkTarget = 'night' | 'match';

interface LinkParts {
  readonly mode: KeyMode;
  readonly partnerId: string;
}

const linkPrefixes = { night: 'bdn', match: 'bdc' } as const satisfies Record<LinkTarget, string>;
const linkForm = formOf('(?<prefix>bdn|bdc)_(?<mode>live|test)_(?<id>[0-9a-f]{32})');

/** Creates a random token of a link. */
export const makeLinkToken = (to: LinkTarget, { mode, partnerId }: LinkParts): string =>
  makeText(`${linkPrefixes[to]}_${mode}_${partnerId.replaceAll('-', '')}`);

const tokenForms = { bdi: formOf('bdi'), bds: formOf('bds'), bdo: formOf('bdo') };

/** Creates a random invitation (`bdi`), or the value of a cookie (`bds`; of operators `bdo`). */
export const makeToken = (prefix: keyof typeof tokenForms): string => makeText(prefix);

/** Whether a text can be such a token: malformed and mistyped ones need no look-up. */
export const isToken = (prefix: keyof typeof tokenForms, text: string): boolean =>
  groupsOf(tokenForms[prefix], text) !== null;

function makeText(head: string): string {
  const body = `${head}_${randomText(SECRET_LENGTH)}`;
  return body + checksumOf(body);
}

/** The parts of a key; null if the text is malformed or its checksum is wrong. */
export function parseKey(text: string): KeyParts | null {
  const groups = groupsOf(keyForm, text);
  return groups && { mode: groups['mode'] as KeyMode, publicId: groups['id'] ?? '' };
}

const UUID_OF_HEX = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** The parts of a link's token, likewise, and what the link leads to. */
export function parseLinkToken(text: string): (LinkParts & { readonly to: LinkTarget }) | null {
  const groups = groupsOf(linkForm, text);
  if (groups === null) return null;
  const partnerId = (groups['id'] ?? '').replace(UUID_OF_HEX, '$1-$2-$3-$4-$5');
  return {
    to: groups['prefix'] === linkPrefixes.match ? 'match' : 'night',
    mode: groups['mode'] as KeyMode,
    partnerId,
  };
}

/** The named parts of a text; null if it is malformed or its checksum is wrong. */
function groupsOf(form: RegExp, text: string): Readonly<Record<string, string>> | null {
  const found = form.exec(text);
  const isWhole = checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
  return found === null || !isWhole ? null : (found.groups ?? {});
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

import { isIP } from 'node:net';
import type { Fault } from '@bandeja/contract/errors/problem';
import { URL_LENGTH_MAX } from '@bandeja/contract/webhooks';
import { isPrivateAddress } from './addresses.ts';

/** Names that mean this machine wherever they are looked up (RFC 6761). */
const LOCAL_NAME = /(^|\.)localhost\.?$/;

/** The address in a URL's host, without the brackets of IPv6; null if it is a name. */
export function literalAddress({ hostname }: URL): string | null {
  const address = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(address) === 0 ? null : address;
}

/**
 * What keeps a text from being the address of a receiver; null if nothing does. Any name but localhost is judged when it is
 * connected to.
 * @param allowPrivate whether http and addresses of this machine and its network are allowed.
 */
export function receiverUrlFault(text: string, allowPrivate: boolean): Fault | null {
  const fault = (detail: string): Fault => ({ pointer: '/url', code: 'bad_format', detail });
  if (/[\s\\]/.test(text) || !URL.canParse(text))
    return fault('Must be a whole URL without blanks, such as https://club.example/events.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return fault('Must begin with https://.');
  if (url.username !== '' || url.password !== '') return fault('Must have no user name and no password.');
  if (text.includes('#')) return fault('Must have no fragment (#).');
  if (url.port === '0') return fault('Must have a port from 1 to 65535.');
  const address = literalAddress(url);
  const isPrivate = address === null ? LOCAL_NAME.test(url.hostname) : isPrivateAddress(address);
  if (!allowPrivate && isPrivate) {
    return fault('Must be an address on the internet, not a private, local or reserved one.');
  }
  return null;
}

/** Judges the `url` of a body. */
export function receiverUrlFaults(body: unknown, allowPrivate: boolean): Fault[] {
  const { url } = (body ?? {}) as { url?: unknown };
  if (typeof url !== 'string' || url === '' || url.length > URL_LENGTH_MAX) return [];
  const found = receiverUrlFault(url, allowPrivate);
  return found === null ? [] : [found];
}

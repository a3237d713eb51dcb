import { isIP } from 'node:net';
import type { Fault } from '@bandeja/contract/errors/problem';
import { URL_LENGTH_MAX } from '@bandeja/contract/webhooks';
import { isPrivateAddress } from './addresses.ts';

/** Names that always mean this machine (RFC 6761). */
const LOCAL_NAME = /(^|\.)localhost\.?$/;

/** The IP address in a URL, without the brackets of IPv6; null if the host is a name. */
export function literalAddress({ hostname }: URL): string | null {
  const address = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(address) === 0 ? null : address;
}

/**
 * Checks the URL of a receiver. Other names than localhost are checked when they are resolved for a
 * connection.
 * @param allowPrivate whether http and private addresses are allowed
 * @returns null if the URL is allowed
 */
export function receiverUrlFault(text: string, allowPrivate: boolean): Fault | null {
  const fault = (detail: string): Fault => ({ pointer: '/url', code: 'bad_format', detail });
  if (/[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text))
    return fault('Must be an absolute URL without spaces and control characters, such as https://club.example/events.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return fault('Must begin with https://. A program on your own machine gets events by bandeja webhooks listen.');
  if (url.username !== '' || url.password !== '') return fault('Must not contain a user name or password.');
  if (text.includes('#')) return fault('Must not contain a fragment (#).');
  if (url.port === '0') return fault('Must have a port from 1 to 65535.');
  const address = literalAddress(url);
  const isPrivate = address === null ? LOCAL_NAME.test(url.hostname) : isPrivateAddress(address);
  if (!allowPrivate && isPrivate) {
    return fault('Must be a public address, not a private, local or reserved one.');
  }
  return null;
}

/** Checks the `url` of a body. */
export function receiverUrlFaults(body: unknown, allowPrivate: boolean): Fault[] {
  const { url } = (body ?? {}) as { url?: unknown };
  if (typeof url !== 'string' || url === '' || url.length > URL_LENGTH_MAX) return [];
  const found = receiverUrlFault(url, allowPrivate);
  return found === null ? [] : [found];
}

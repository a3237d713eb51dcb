/** The cookies of people. No other code reads or writes `Cookie` and `Set-Cookie`. */
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isHttps } from '../address.ts';

/** 30 days. */
const MAX_AGE_SECONDS = 2_592_000;

/**
 * Browsers share cookies between the ports of a host, so the port is in the name. Over HTTP, `__Host-` is not possible, since it
 * needs `Secure`.
 */
function nameOf(request: FastifyRequest): string {
  if (isHttps(request)) return '__Host-bandeja';
  return `bandeja-${/:(\d+)$/.exec(request.headers.host ?? '')?.[1] ?? '80'}`;
}

/** The cookie of a sign-in; undefined without one. The other scheme's cookie is not read. */
export function readCookie(request: FastifyRequest): string | undefined {
  const { cookie } = request.headers;
  return cookie === undefined ? undefined : parseCookie(cookie)[nameOf(request)] || undefined;
}

/** Sets the cookie of a sign-in. */
export function setCookie(request: FastifyRequest, reply: FastifyReply, value: string): void {
  writeCookie(request, reply, value, MAX_AGE_SECONDS);
}

export function removeCookie(request: FastifyRequest, reply: FastifyReply): void {
  writeCookie(request, reply, '', 0);
}

function writeCookie(request: FastifyRequest, reply: FastifyReply, value: string, maxAge: number): void {
  const secure = isHttps(request);
  const cookie = {
    name: nameOf(request),
    value,
    path: '/',
    maxAge,
    httpOnly: true,
    sameSite: 'strict',
    secure,
  } as const;
  reply.header('set-cookie', stringifySetCookie(cookie));
}

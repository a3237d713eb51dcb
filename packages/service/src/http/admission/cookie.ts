/** The cookies of people and operators. No other code reads or writes `Cookie` and `Set-Cookie`. */
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isHttps } from '../address.ts';

/** 30 days. */
const MAX_AGE_SECONDS = 2_592_000;

/** Whose sign-in a cookie is of. One browser may have both. */
export type CookieOwner = 'person' | 'operator';

const names = { person: 'bandeja', operator: 'bandeja-operator' } as const satisfies Record<CookieOwner, string>;

/**
 * Browsers share cookies between the ports of a host, so the port is in the name. Over HTTP, `__Host-` is not possible, since it
 * needs `Secure`.
 */
function nameOf(request: FastifyRequest, owner: CookieOwner): string {
  if (isHttps(request)) return `__Host-${names[owner]}`;
  return `${names[owner]}-${/:(\d+)$/.exec(String(request.headers.host))?.[1] ?? '80'}`;
}

/** The cookie of a sign-in; undefined without one. The other scheme's cookie is not read. */
export function readCookie(request: FastifyRequest, owner: CookieOwner): string | undefined {
  const { cookie } = request.headers;
  return cookie === undefined ? undefined : parseCookie(cookie)[nameOf(request, owner)] || undefined;
}

/** Sets the cookie of a sign-in. */
export function setCookie(request: FastifyRequest, reply: FastifyReply, owner: CookieOwner, value: string): void {
  writeCookie(request, reply, owner, value, MAX_AGE_SECONDS);
}

export function removeCookie(request: FastifyRequest, reply: FastifyReply, owner: CookieOwner): void {
  writeCookie(request, reply, owner, '', 0);
}

function writeCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  owner: CookieOwner,
  value: string,
  maxAge: number,
): void {
  const secure = isHttps(request);
  const cookie = {
    name: nameOf(request, owner),
    value,
    path: '/',
    maxAge,
    httpOnly: true,
    sameSite: 'strict',
    secure,
  } as const;
  reply.header('set-cookie', stringifySetCookie(cookie));
}

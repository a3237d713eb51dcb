import type { FastifyRequest } from 'fastify';

/** A page, where the caller reached the service. The service speaks HTTP; a proxy reports that it was called by HTTPS. */
export function addressOf({ host, headers }: FastifyRequest, path: string, token: string): string {
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  const url = new URL(path, URL.parse(`${scheme}://${host}`) ?? 'http://localhost');
  url.hash = token;
  return url.href;
}

import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** `PUBLIC_URL`: the origin that people open; null: that of each request. */
    readonly publicUrl: URL | null;
  }
}

type Reached = Pick<FastifyRequest, 'headers'> & { readonly server: Pick<FastifyInstance, 'publicUrl'> };

/** The scheme that the browser used. The service speaks HTTP; a proxy reports that it was called by HTTPS. */
export function isHttps({ headers, server: { publicUrl } }: Reached): boolean {
  return headers['x-forwarded-proto'] === 'https' || publicUrl?.protocol === 'https:';
}

/** The page that sends a request. `Origin` decides between `PUBLIC_URL` and the address of the request: a proxy may hide the host. */
export function pageOf(request: FastifyRequest): URL {
  const { headers, host, server } = request;
  const page = URL.parse(headers.origin ?? '');
  if (server.publicUrl !== null && (page === null || page.host === server.publicUrl.host)) return server.publicUrl;
  const protocol = page?.protocol ?? (isHttps(request) ? 'https:' : 'http:');
  return URL.parse(`${protocol}//${host}`) ?? new URL('http://0.0.0.0');
}

/** The address of a page with a token: at `PUBLIC_URL`, or where the caller reached the service. */
export function addressOf(request: FastifyRequest, path: string, token: string): string {
  const { publicUrl } = request.server;
  const reached = URL.parse(`${isHttps(request) ? 'https' : 'http'}://${request.host}`);
  const url = new URL(path, publicUrl ?? reached ?? 'http://localhost');
  url.hash = token;
  return url.href;
}

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { hasTag, tagOf } from '../entity-tag.ts';

interface Body {
  readonly bytes: Buffer;
  readonly tag: string;
}

/** A public file, the same for every caller. */
export interface Asset {
  readonly type: string;
  readonly plain: Body;
  readonly gzipped: Body;
  readonly brotli?: Body;
  readonly policy: string | undefined;
  /** Default: caches may keep the asset for five minutes; then they revalidate it. */
  readonly cacheControl?: string;
}

const compress = promisify(gzip);

export async function makeAsset(type: string, content: string | Buffer, policy?: string): Promise<Asset> {
  const plain = Buffer.from(content);
  return { type, plain: withTag(plain), gzipped: withTag(await compress(plain)), policy };
}

export const withTag = (bytes: Buffer): Body => ({ bytes, tag: tagOf(bytes) });

export function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset, status = 200): FastifyReply {
  const offered = asset.brotli === undefined ? ['gzip', 'identity'] : ['br', 'gzip', 'identity'];
  // Browsers list gzip first, with the same preference.
  const accepted = new Negotiator(request.raw).encodings(offered);
  const encoding = accepted.includes('br') ? 'br' : accepted[0];
  const bodies: Readonly<Record<string, Body | undefined>> = { br: asset.brotli, gzip: asset.gzipped };
  const encoded = bodies[encoding ?? ''];
  const { bytes, tag } = encoded ?? asset.plain;
  reply.code(status).headers({
    etag: tag,
    'content-type': asset.type,
    'cache-control': asset.cacheControl ?? 'public, max-age=300',
    vary: status === 404 ? 'accept, accept-encoding' : 'accept-encoding',
    'x-content-type-options': 'nosniff',
  });
  if (encoded !== undefined) reply.header('content-encoding', encoding);
  if (asset.policy !== undefined) reply.header('content-security-policy', asset.policy);
  if (status === 200 && hasTag(request, tag)) return reply.code(304).removeHeader('content-encoding').send();
  return reply.send(bytes);
}

/** Whether the client is a browser rather than a program. */
export function wantsHtml(request: FastifyRequest): boolean {
  return new Negotiator(request.raw).mediaType(['application/problem+json', 'text/html']) === 'text/html';
}

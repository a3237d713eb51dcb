import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** Something that is public and the same for everyone. */
export interface Asset {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzipped: Buffer;
  readonly policy: string | undefined;
}

const packed = promisify(gzip);

export async function makeAsset(type: string, content: string | Buffer, policy?: string): Promise<Asset> {
  const plain = Buffer.from(content);
  return { type, plain, gzipped: await packed(plain), policy };
}

/** Caches may keep it for five minutes and then ask again. */
export function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset, status = 200): FastifyReply {
  const isGzipped = new Negotiator(request.raw).encoding(['gzip', 'identity']) === 'gzip';
  reply.code(status).headers({
    'content-type': asset.type,
    'cache-control': 'public, max-age=300',
    vary: status === 404 ? 'accept, accept-encoding' : 'accept-encoding',
    'x-content-type-options': 'nosniff',
  });
  if (isGzipped) reply.header('content-encoding', 'gzip');
  if (asset.policy !== undefined) reply.header('content-security-policy', asset.policy);
  return reply.send(isGzipped ? asset.gzipped : asset.plain);
}

/** Whether a person reads the answer in a browser. */
export function wantsHtml(request: FastifyRequest): boolean {
  return new Negotiator(request.raw).mediaType(['application/problem+json', 'text/html']) === 'text/html';
}

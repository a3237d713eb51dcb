/**
 * Copies the browser bundle of Scalar, which renders the API reference, into the service. The package needs 28 MB of libraries that the
 * bundle does not use, so it is not a dependency of the repository, and only this installs it.
 *
 *     npm run vendor:scalar
 */
import { cpSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import { fastify } from 'fastify';

const target = new URL('../../packages/service/src/http/docs/browser/scalar.js.br', import.meta.url);

// The package has the bundle only as a route of its plugin.
const app = fastify();
await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
const { rawPayload: bundle } = await app.inject('/docs/js/scalar.js');
await app.close();

writeFileSync(target, brotliCompressSync(bundle));
const license = new URL('node_modules/@scalar/fastify-api-reference/LICENSE', import.meta.url);
cpSync(license, new URL('scalar.LICENSE', target));

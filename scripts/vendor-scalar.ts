/**
 * Copies the browser bundle of Scalar, which renders the API reference, into the service; with `--check`, fails if it is out of date.
 * The package needs 28 MB of libraries that the bundle does not use, so it is installed in development only.
 *
 *     node scripts/vendor-scalar.ts [--check]
 */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import { fastify } from 'fastify';

const target = new URL('../packages/service/src/http/docs/browser/scalar.js.br', import.meta.url);
const license = new URL('../node_modules/@scalar/fastify-api-reference/LICENSE', import.meta.url);

// The package has the bundle only as a route of its plugin.
const app = fastify();
await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
const { rawPayload: bundle } = await app.inject('/docs/js/scalar.js');
await app.close();

const isCurrent = existsSync(target) && brotliDecompressSync(readFileSync(target)).equals(bundle);
if (process.argv.includes('--check')) {
  if (!isCurrent) {
    process.stderr.write(`${fileURLToPath(target)} is out of date: run node scripts/vendor-scalar.ts\n`);
    process.exitCode = 1;
  }
} else if (!isCurrent) {
  writeFileSync(target, brotliCompressSync(bundle));
  cpSync(license, new URL('scalar.LICENSE', target));
}

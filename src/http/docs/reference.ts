/**
 * `/docs`: the API reference, rendered in the browser by Scalar from `/openapi.json`. Everything is served from here: the
 * policy below forbids fonts, scripts, proxies and counters of third parties.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { fastify } from 'fastify';

/** Scalar adds style elements to the page and has its icons as data URLs. */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const referencePage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bandeja: API reference</title></head>
<body>
<div id="app"></div>
<noscript><p>This page needs JavaScript. The same is in <a href="/openapi.json">/openapi.json</a>, and all error codes are at
<a href="/docs/errors">/docs/errors</a>.</p></noscript>
<script src="/docs/scalar.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const configuration = {
  url: '/openapi.json',
  theme: 'default',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  persistAuth: false,
} as const;

/** Starts Scalar; a separate file, so that the policy need not allow inline scripts. */
export const referenceStart = `Scalar.createApiReference('#app', ${JSON.stringify(configuration)});\n`;

interface ScalarScript {
  readonly plain: Buffer;
  readonly gzipped: Buffer;
}

let script: Promise<ScalarScript> | undefined;

/** Scalar's bundle, 4 MB, read when the page is opened for the first time. */
export function scalarScript(): Promise<ScalarScript> {
  script ??= loadScript();
  return script;
}

async function loadScript(): Promise<ScalarScript> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  // The package offers the bundle only as a route of its plugin, so the plugin is registered on a private app.
  const shelf = fastify();
  await shelf.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
  const { rawPayload } = await shelf.inject('/docs/js/scalar.js');
  await shelf.close();
  return { plain: rawPayload, gzipped: await promisify(gzip)(rawPayload) };
}

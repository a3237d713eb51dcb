/**
 * `/docs/api`: the API reference, rendered in the browser by Scalar from `/openapi.json`. Everything is served from here: the
 * policy below forbids fonts, scripts, proxies and counters of third parties.
 */
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
<meta name="color-scheme" content="light dark"><title>The API · Bandeja</title><link rel="stylesheet" href="/docs/style.css"></head>
<body class="reference">
<header><a class="brand" href="/docs">Bandeja</a><a href="/docs/api" aria-current="page">API</a><a href="/docs/guides/live-in-an-afternoon">Guides</a><a href="/docs/errors">Errors</a><p id="key-note" role="status"></p></header>
<div id="app"></div>
<noscript><p>This page needs JavaScript. The same is in <a href="/openapi.json">/openapi.json</a>, and the other pages of the
<a href="/docs">documentation</a> need none.</p></noscript>
<script src="/docs/api/scalar.js"></script>
<script src="/docs/api/reference.js"></script>
<script src="/docs/api/start.js"></script>
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
  authentication: { preferredSecurityScheme: 'partnerKey' },
} as const;

/**
 * Starts the page; a file of its own, so that the policy need not allow inline scripts.
 * @param key a test key that the page fills in; null: the reader pastes one
 */
export const referenceStart = (key: string | null): string =>
  `startReference(${JSON.stringify(configuration)}, ${JSON.stringify(key)});\n`;

/** Scalar's bundle, 4 MB. */
export async function scalarScript(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  // The package offers the bundle only as a route of its plugin, so the plugin is registered on a private app.
  const shelf = fastify();
  await shelf.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
  const { rawPayload } = await shelf.inject('/docs/js/scalar.js');
  await shelf.close();
  return rawPayload;
}

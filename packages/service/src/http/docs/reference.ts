/**
 * `/docs/api`: the API reference, which Scalar renders in the browser from `/openapi.json`. The content security policy below
 * forbids third-party fonts, scripts, proxies and analytics.
 */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const decompress = promisify(brotliDecompress);

/** Scalar needs `unsafe-inline` for its style elements and `data:` for its icons. */
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
<noscript><p>This page needs JavaScript. The same content is in <a href="/openapi.json">/openapi.json</a>. The other pages of the
<a href="/docs">documentation</a> work without it.</p></noscript>
<script src="/docs/api/scalar.js"></script>
<script src="/docs/api/reference.js"></script>
</body>
</html>
`;

/** Scalar's bundle, 4 MB, made by `npm run vendor:scalar`. */
export async function scalarScript(): Promise<Buffer> {
  return decompress(await readFile(new URL('browser/scalar.js.br', import.meta.url)));
}

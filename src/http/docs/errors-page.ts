import { createHash } from 'node:crypto';
import { type ErrorDefinition, errorRegistry, faultRegistry } from '../../domain/errors/index.ts';

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #1b1b1b; background: #fff; }
  h2, h3 { margin: 2rem 0 .25rem; } h3 code { font-size: 1rem; } p { margin: .25rem 0; }
  :target { background: #fff3c4; } .status { color: #666; font-weight: normal; } dt { margin-top: .75rem; }
  code { background: #f3f3f3; padding: .1em .3em; border-radius: 3px; }
  @media (prefers-color-scheme: dark) {
    body { color: #e7e7e7; background: #121212; } a { color: #7fc4ff; } code { background: #262626; }
    :target { background: #4a3f12; } .status { color: #aaa; }
  }`;

/** The content security policy: the page's own style sheet and nothing else, no script and no request. */
export const errorsPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page that the `type` of every problem links to, with an anchor for each code. */
export function errorsPage(): string {
  const errors = Object.entries<ErrorDefinition>(errorRegistry).map(
    ([code, { status, title, meaning, remedy }]) =>
      `<section id="${code}"><h3><code>${code}</code> <span class="status">${status} · ${html(title)}</span></h3>` +
      `<p>${html(meaning)}</p><p><strong>What to do:</strong> ${html(remedy)}</p></section>`,
  );
  const faults = Object.entries(faultRegistry).map(
    ([code, { meaning }]) => `<dt id="rule-${code}"><code>${code}</code></dt><dd>${html(meaning)}</dd>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bandeja: errors</title><style>${style}</style></head>
<body>
<h1>Errors</h1>
<p>Every error is <code>application/problem+json</code> (RFC 9457). Programs decide by its <code>code</code>; the operator
finds the request by its <code>request_id</code>, which only answers to unreadable requests lack. The operations are described at <a href="/docs">/docs</a>.</p>
<h2>Codes</h2>
${errors.join('\n')}
<h2 id="rules">Rules in <code>errors[]</code></h2>
<p>Each entry has a <code>pointer</code> into the body (RFC 6901) or the <code>parameter</code> of the query, a code, and the
rule in a sentence. At most 100 are shown; then a last one, <code>more</code>, has the count of the others.</p>
<dl>
${faults.join('\n')}
</dl>
</body>
</html>
`;
}

/** Escapes our own sentences for HTML; text in backticks becomes code. */
function html(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/`([^`]+)`/g, '<code>$1</code>');
}

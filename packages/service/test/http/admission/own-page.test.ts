/** Which requests with a cookie come from a page of the service. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isOwnPage } from '../../../src/http/admission/own-page.ts';

const PUBLIC = new URL('https://padel.club');

type Row = readonly [site: string | null, origin: string | null, host: string | null, isOwn: boolean];

const rows: readonly Row[] = [
  // The browser says it.
  ['same-origin', null, 'hall.local:8080', true],
  ['same-origin', 'https://evil.example', 'hall.local:8080', true],
  ['same-site', 'http://hall.local:8080', 'hall.local:8080', false],
  ['cross-site', 'http://hall.local:8080', 'hall.local:8080', false],
  ['none', null, 'hall.local:8080', false],
  ['', null, 'hall.local:8080', false],
  // Plain HTTP on a local network: the origin decides.
  [null, 'http://hall.local:8080', 'hall.local:8080', true],
  [null, 'http://hall.local:8081', 'hall.local:8080', false],
  [null, 'http://hall.local', 'hall.local:80', true],
  [null, 'https://hall.local', 'hall.local:443', true],
  [null, 'https://hall.local', 'hall.local:80', false],
  [null, 'http://hall.local.evil.example:8080', 'hall.local:8080', false],
  [null, 'https://padel.club', 'internal:8080', true],
  [null, 'https://padel.club:8443', 'internal:8080', false],
  [null, 'null', 'hall.local:8080', false],
  [null, 'nonsense', 'hall.local:8080', false],
  [null, 'file://hall.local:8080', 'hall.local:8080', false],
  [null, 'xhttp://hall.local:8080', 'hall.local:8080', false],
  [null, 'httpx://hall.local:8080', 'hall.local:8080', false],
  [null, 'http://hall.local', null, false],
  [null, 'http://undefined', null, false],
  // Not a browser, or a read of the page itself.
  [null, null, 'hall.local:8080', true],
];

for (const [site, origin, host, isOwn] of rows) {
  it(`Sec-Fetch-Site ${site}, Origin ${origin}, Host ${host}: ${isOwn ? 'an own page' : 'another page'}`, () => {
    const headers = {
      ...(site === null ? {} : { 'sec-fetch-site': site }),
      ...(origin === null ? {} : { origin }),
      ...(host === null ? {} : { host }),
    };
    assert.equal(isOwnPage(headers, PUBLIC), isOwn);
  });
}

it('without PUBLIC_URL, only the host counts', () => {
  assert.equal(isOwnPage({ origin: 'https://padel.club', host: 'internal' }, null), false);
});

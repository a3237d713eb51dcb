/** Where the addresses of links and invitations lead, and which page sends a request. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addressOf, pageOf } from '../../src/http/address.ts';

const rows = [
  [null, {}, 'hall.local:8080', 'http://hall.local:8080/j#bdi_x'],
  [null, { 'x-forwarded-proto': 'https' }, 'padel.club', 'https://padel.club/j#bdi_x'],
  [null, {}, 'not a host', 'http://localhost/j#bdi_x'],
  ['https://padel.club', {}, 'internal:8080', 'https://padel.club/j#bdi_x'],
  ['http://padel.club:81', { 'x-forwarded-proto': 'https' }, 'internal', 'http://padel.club:81/j#bdi_x'],
] as const;

for (const [publicUrl, headers, host, address] of rows) {
  it(`PUBLIC_URL ${publicUrl}, Host ${host}, ${JSON.stringify(headers)}: ${address}`, () => {
    const server = { publicUrl: publicUrl === null ? null : new URL(publicUrl) };
    assert.equal(addressOf({ headers, host, server } as never, '/j', 'bdi_x'), address);
  });
}

const pages = [
  [null, {}, 'localhost:8080', 'http://localhost:8080'],
  [null, { 'x-forwarded-proto': 'https' }, 'padel.club', 'https://padel.club'],
  [null, { origin: 'https://padel.club' }, 'padel.club', 'https://padel.club'],
  [null, { origin: 'https://elsewhere.example' }, 'padel.club', 'https://padel.club'],
  ['https://padel.club', {}, 'localhost:8080', 'https://padel.club'],
  ['https://padel.club', { origin: 'https://padel.club' }, 'localhost:8080', 'https://padel.club'],
  ['https://padel.club', { origin: 'http://localhost:8080' }, 'localhost:8080', 'http://localhost:8080'],
] as const;

for (const [publicUrl, headers, host, origin] of pages) {
  it(`with PUBLIC_URL ${publicUrl} and Host ${host}, the page of ${JSON.stringify(headers)} is at ${origin}`, () => {
    const server = { publicUrl: publicUrl === null ? null : new URL(publicUrl) };
    assert.equal(pageOf({ headers, host, server } as never).origin, origin);
  });
}

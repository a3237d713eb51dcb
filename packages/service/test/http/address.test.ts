/** Where the addresses of links and invitations lead. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addressOf } from '../../src/http/address.ts';

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

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { IssuedLink } from '@bandeja/contract/links';
import type { Player } from '@bandeja/contract/players';
import { useTestService } from '../support/service.ts';
import { PlannedNight } from './planned-night.ts';

const NAMES = ['María Fernández', 'Ana López', 'Francisco Javier García', 'Tiago M.'];

describe('the live view of the largest night', () => {
  const service = useTestService();

  it('is at most 20 KiB with 64 players, 16 results and a next round, and 3 KiB compressed for a caller that accepts it', async () => {
    const partner = await service().freshPartner();
    const players: Player[] = [];
    for (let index = 0; index < 64; index += 1) {
      const display_name = `${NAMES[index % NAMES.length]} ${index}`;
      players.push(...(await partner.freshPlayers(1, { display_name })));
    }
    const night = new PlannedNight(partner, 'largest', players);
    const courts_named = Array.from({ length: 16 }, (_, index) => `Pista ${index + 1}`);
    await night.put({ courts: 16, rounds: 2, courts_named });
    await night.play(1);
    const link = await partner.request<IssuedLink>('POST', '/v1/sessions/largest/links', { body: { role: 'view' } });
    const phone = partner.withToken(link.body.token);
    for (const [caller, path] of [
      [partner, '/v1/sessions/largest/live'],
      [phone, '/v1/night'],
    ] as const) {
      const plain = await caller.request('GET', path);
      const headers = { 'accept-encoding': 'gzip, br' };
      const compressed = await caller.request('GET', path, { headers });
      assert.equal(compressed.headers['content-encoding'], 'gzip');
      assert.deepEqual([compressed.text, compressed.headers['etag']], [plain.text, plain.headers['etag']]);
      const sizes = [plain, compressed].map((one) => Number(one.headers['content-length']) / 1024);
      assert.ok((sizes[0] ?? 99) <= 20 && (sizes[1] ?? 99) <= 3, `${path}: ${sizes} KiB`);
      const again = { ...headers, 'if-none-match': plain.headers['etag'] ?? '' };
      assert.equal((await caller.request('GET', path, { headers: again })).status, 304);
    }
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Player } from '@bandeja/contract/players';
import { useTestService } from '../support/service.ts';
import { PlannedNight } from './planned-night.ts';

const NAMES = ['María Fernández', 'Ana López', 'Francisco Javier García', 'Tiago M.'];

describe('the live view of the largest night', () => {
  const service = useTestService();

  it('is at most 20 KiB with 64 players, 16 results and a next round, and 3 KiB compressed', async () => {
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
    const { text } = await partner.request('GET', '/v1/sessions/largest/live');
    const [plain, compressed] = [Buffer.byteLength(text), gzipSync(text).length];
    assert.ok(plain <= 20 * 1024, `${plain} bytes`);
    assert.ok(compressed <= 3 * 1024, `${compressed} bytes compressed`);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AuditEntry } from '@bandeja/contract/audit';
import { verifyAudit } from '../../src/audit/verify.ts';
import { pageOf } from '../support/paging.ts';
import { useTestService } from '../support/service.ts';
import { WaitingMatch } from './linked-match.ts';

describe('answers to a match that arrive at once', () => {
  const service = useTestService({ engine: 'postgres' });

  it('of two opponents: one completes it, and the other is refused or only stored', async () => {
    for (let round = 0; round < 8; round += 1) {
      const match = await WaitingMatch.of(service(), { reported_by: 'A' });
      const answers = await Promise.all([match.player(2).put(1), match.player(3).put(1)]);
      const statuses = answers.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [200, 409], JSON.stringify(answers.map(({ body }) => body)));
      const { status, revision, confirmation } = await match.read();
      assert.deepEqual([status, revision, confirmation?.answers.length], ['completed', 2, 1]);
      const { data } = await pageOf<AuditEntry>(match.club.partner, `/v1/matches/${match.id}/audit`);
      assert.deepEqual(
        data.map(({ action }) => action),
        ['submitted', 'answered', 'confirmed'],
      );
    }
  });

  it('of all four, a `right` and a `wrong` among them: the match is completed or disputed, never both', async () => {
    for (let round = 0; round < 8; round += 1) {
      const match = await WaitingMatch.of(service());
      await Promise.all(match.players.map((player, slot) => player.put(1, slot === round % 4 ? 'No.' : undefined)));
      const { status, confirmation } = await match.read();
      const isDisputed = confirmation?.answers.some(({ answer }) => answer === 'wrong');
      assert.equal(status, isDisputed ? 'pending' : 'completed');
      assert.equal(confirmation?.state, isDisputed ? 'disputed' : 'closed');
      const { faults } = await verifyAudit(match.club.partner.context, {}, match.club.partner.id);
      assert.deepEqual(faults, []);
    }
  });

  it('and an amendment: no answer about the old result is left', async () => {
    for (let round = 0; round < 8; round += 1) {
      const match = await WaitingMatch.of(service());
      await Promise.all([
        match.player(0).put(1, 'No.'),
        match.club.partner.request('PATCH', `/v1/matches/${match.id}`, { body: { venue_label: 'Club Sur' } }),
        match.player(2).put(1),
      ]);
      const { revision, confirmation } = await match.read();
      assert.deepEqual([revision, confirmation?.state, confirmation?.answers], [2, 'awaiting', []]);
    }
  });

  it('and the erasure of the player: no reason and no link is left', async () => {
    for (let round = 0; round < 8; round += 1) {
      const match = await WaitingMatch.of(service());
      const [ana] = match.club.players;
      await Promise.all([
        match.player(0).put(1, 'No.'),
        match.club.partner.request('DELETE', `/v1/players/${ana?.username}`),
      ]);
      const reasons = (await match.confirmation()).answers.map(({ profile_id, reason }) => [profile_id, reason]);
      assert.ok(
        reasons.every(([id, reason]) => id === null && reason === null),
        JSON.stringify(reasons),
      );
      const { faults } = await verifyAudit(match.club.partner.context, {}, match.club.partner.id);
      assert.deepEqual(faults, []);
    }
  });
});

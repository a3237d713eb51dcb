import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AuditEntry } from '@bandeja/contract/audit';
import type { OwnMatchView } from '@bandeja/contract/matches';
import { aClub, type Club } from '../support/club.ts';
import { movesOf } from '../support/matches.ts';
import { pageOf } from '../support/paging.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

const steps = ['confirm', 'void'] as const;
type Step = (typeof steps)[number];

onEachEngine((engine) => {
  const service = useTestService({ engine });
  const take = (club: Club, id: string, step: Step, reason = 'Entered twice.') =>
    club.partner.request<OwnMatchView>(
      'POST',
      `/v1/matches/${id}/${step}`,
      step === 'void' ? { body: { reason } } : {},
    );
  const auditOf = (club: Club, id: string) => pageOf<AuditEntry>(club.partner, `/v1/matches/${id}/audit`);

  /** Creates a match in this status. */
  const inStatus: Readonly<Record<string, (club: Club) => Promise<OwnMatchView>>> = {
    pending: (club) => club.submit(club.match({ trust_tier: 'player_confirmed' })),
    'completed at once': (club) => club.submit(),
    'completed by a confirmation': async (club) =>
      (await take(club, (await club.submit(club.match({ trust_tier: 'player_confirmed' }))).id, 'confirm')).body,
    'voided when pending': async (club) =>
      (await take(club, (await club.submit(club.match({ trust_tier: 'player_confirmed' }))).id, 'void')).body,
    'voided when completed': async (club) => (await take(club, (await club.submit()).id, 'void')).body,
  };
  /** The result of each step in each status: the new status, `same` if nothing changes, or `refused`. */
  const table: readonly (readonly [from: string, step: Step, to: 'completed' | 'voided' | 'same' | 'refused'])[] = [
    ['pending', 'confirm', 'completed'],
    ['pending', 'void', 'voided'],
    ['completed at once', 'confirm', 'same'],
    ['completed at once', 'void', 'voided'],
    ['completed by a confirmation', 'confirm', 'same'],
    ['completed by a confirmation', 'void', 'voided'],
    ['voided when pending', 'confirm', 'refused'],
    ['voided when pending', 'void', 'same'],
    ['voided when completed', 'confirm', 'refused'],
    ['voided when completed', 'void', 'same'],
  ];

  describe('a match that is', () => {
    for (const [from, step, to] of table) {
      it(`${from}: ${step} ${to === 'same' ? 'changes nothing' : to === 'refused' ? 'is rejected' : `makes it ${to}`}`, async () => {
        const club = await aClub(service());
        const before = (await inStatus[from]?.(club)) ?? assert.fail();
        const audit = await auditOf(club, before.id);
        if (to === 'refused') {
          const { status, body } = await club.partner.refusal(
            'invalid_transition',
            'POST',
            `/v1/matches/${before.id}/${step}`,
          );
          assert.deepEqual([status, body['match_status']], [409, before.status]);
        } else {
          const { status, body } = await take(club, before.id, step, 'Another reason.');
          assert.equal(status, 200);
          if (to === 'same') assert.deepEqual(body, before);
          else assert.deepEqual([body.status, body.revision], [to, before.revision + 1]);
          assert.deepEqual(await club.read(before.id), body);
        }
        const grown = to === 'completed' || to === 'voided' ? 1 : 0;
        const { data } = await auditOf(club, before.id);
        assert.equal(data.length, audit.data.length + grown);
        assert.deepEqual(data.slice(0, audit.data.length), audit.data);
        if (to === 'refused' || to === 'same') assert.deepEqual(await club.read(before.id), before);
      });
    }
  });

  describe('confirming a match', () => {
    it('of a walkover completes it, and changes no ratings', async () => {
      const club = await aClub(service());
      const { id } = await club.submit(club.match({ trust_tier: 'player_confirmed', outcome: 'walkover' }));
      const { body } = await take(club, id, 'confirm');
      assert.deepEqual(
        [body.status, body.rating_status, movesOf(body)],
        ['completed', 'unrated', [null, null, null, null]],
      );
    });
  });

  describe('voiding a match', () => {
    it('keeps it readable with its reason, out of history and ratings', async () => {
      const club = await aClub(service());
      const { id } = await club.submit();
      const { body } = await take(club, id, 'void', 'Wrong players “Ana” & Bea \ud83c\udfbe');
      assert.deepEqual([body.status, body.rating_status, body.revision], ['voided', 'unrated', 2]);
      assert.equal(body.void_reason, 'Wrong players “Ana” & Bea \ud83c\udfbe');
      assert.ok(body.voided_at !== null);
      assert.ok(body.completed_at !== null);
      assert.deepEqual(movesOf(body), [null, null, null, null]);
      for (const player of club.players) {
        assert.deepEqual((await club.profile(player)).rating, player.rating);
        assert.deepEqual((await pageOf(club.partner, `/v1/players/${player.username}/matches`)).data, []);
      }
    });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sharePlayer } from '../../src/players/share.ts';
import { registerPlayer } from '../../src/registrations/register.ts';
import { listMembers } from '../../src/rosters/members.ts';
import { redeemShare } from '../../src/rosters/redeem-share.ts';
import { deleteRoster, putRoster } from '../../src/rosters/rosters.ts';
import { freshName, onEachEngine, useTestService } from '../support/service.ts';
import { storedRows } from '../support/stored.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  describe('a share code that several partners redeem at once', () => {
    it('works for only one of them, on one roster, and that partner can repeat the request', async () => {
      const { database, freshPartner } = service();
      const creator = await freshPartner();
      const [player] = await creator.freshPlayers(1, { profile_is_public: false });
      const rivals = await Promise.all(Array.from({ length: 8 }, () => freshPartner()));
      for (const { context: call } of rivals) await putRoster(call, 'night', { name: null });
      const { share_code } = await sharePlayer(creator.context, player?.username ?? assert.fail(), {
        expires_in_hours: 1,
      });
      const before = await storedRows(database);
      const results = await Promise.allSettled(
        rivals.flatMap(({ context: call }) => [
          redeemShare(call, 'night', { share_code: share_code }),
          redeemShare(call, 'night', { share_code: share_code }),
        ]),
      );
      const winners = results.flatMap(({ status }, index) => (status === 'fulfilled' ? [Math.floor(index / 2)] : []));
      assert.equal(winners.length, 2);
      assert.equal(winners[0], winners[1]);
      for (const result of results) {
        if (result.status === 'rejected') assert.equal(result.reason.code, 'share_not_found');
      }
      const { members = 0, redeemed = 0 } = before;
      assert.deepEqual(await storedRows(database), { ...before, members: members + 1, redeemed: redeemed + 1 });
    });
  });

  describe('a roster that is deleted while players join it', () => {
    it('is created again by later registrations, and no registration fails', async () => {
      const { freshPartner } = service();
      const { context: call } = await freshPartner();
      const join = () =>
        registerPlayer(call, {
          username: freshName('joiner'),
          display_name: null,
          country_code: null,
          profile_is_public: null,
          roster_slug: 'night',
        });
      await join();
      const results = await Promise.allSettled(
        Array.from({ length: 30 }, (_, index) => (index % 3 === 1 ? deleteRoster(call, 'night') : join())),
      );
      for (const [index, result] of results.entries()) {
        if (result.status === 'fulfilled') continue;
        assert.equal(index % 3, 1, String(result.reason));
        assert.equal(result.reason.code, 'roster_not_found');
      }
      await join();
      assert.notEqual((await listMembers(call, 'night', { limit: 50, offset: 0, after: null })).data.length, 0);
    });

    it('is created by only one of many concurrent requests', async () => {
      const { freshPartner } = service();
      const { context: call } = await freshPartner();
      const results = await Promise.all(Array.from({ length: 20 }, () => putRoster(call, 'night', { name: 'Night' })));
      assert.equal(results.filter(({ isNew }) => isNew).length, 1);
    });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Registration } from '@bandeja/contract/players';
import { registerPlayer } from '../../src/registrations/register.ts';
import { listMembers } from '../../src/rosters/members.ts';
import { freshName, onEachEngine, useTestService } from '../support/service.ts';
import { storedRows } from '../support/stored.ts';

const registration = (username: string, more: Partial<Registration> = {}): Registration => ({
  username,
  display_name: null,
  country_code: null,
  profile_is_public: null,
  roster_slug: null,
  ...more,
});

onEachEngine((engine) => {
  const service = useTestService({ engine });

  describe('registering one username many times at once', () => {
    it('creates it once, for everybody who may see it', async () => {
      const { freshPartner } = service();
      const partners = await Promise.all(Array.from({ length: 5 }, () => freshPartner()));
      const username = freshName('raced');
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          registerPlayer(
            (partners[index % 5] ?? assert.fail()).context,
            registration(username, { profile_is_public: true }),
          ),
        ),
      );
      assert.equal(results.filter(({ isNew }) => isNew).length, 1);
      assert.equal(new Set(results.map(({ player }) => player.id)).size, 1);
    });

    it('puts it on the roster once, and makes one roster', async () => {
      const { freshPartner } = service();
      const partner = await freshPartner();
      const username = freshName('raced');
      const results = await Promise.all(
        Array.from({ length: 20 }, () =>
          registerPlayer(partner.context, registration(username, { roster_slug: 'night' })),
        ),
      );
      assert.equal(results.filter(({ isNew }) => isNew).length, 1);
      assert.ok(results.every(({ player }) => player.rosters.join() === 'night'));
      const members = await listMembers(partner.context, 'night', { limit: 10, offset: 0, after: null });
      assert.deepEqual(
        members.data.map((member) => member.username),
        [username],
      );
    });

    it('creates a private one for each partner, on its own roster', async () => {
      const { freshPartner, database } = service();
      const partners = await Promise.all(Array.from({ length: 6 }, () => freshPartner()));
      const username = freshName('raced');
      const before = await storedRows(database);
      const results = await Promise.all(
        [...partners, ...partners].map(({ context: call }) =>
          registerPlayer(call, registration(username, { roster_slug: 'night' })),
        ),
      );
      assert.equal(results.filter(({ isNew }) => isNew).length, 6);
      assert.ok(results.every(({ player }) => player.registered_by_you));
      assert.equal(new Set(results.map(({ player }) => player.id)).size, 6);
      const { players = 0, ratings = 0, rosters = 0, members = 0 } = before;
      assert.deepEqual(await storedRows(database), {
        ...before,
        players: players + 6,
        ratings: ratings + 6,
        rosters: rosters + 6,
        members: members + 6,
      });
    });
  });
});

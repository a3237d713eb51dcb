import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Player } from '@bandeja/contract/players';
import { freshName, onEachEngine, type PageBody, type TestPartner, useTestService } from '../support/service.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  const search = async (partner: TestPartner, query: Record<string, string | number>) =>
    (await partner.request<PageBody<Player>>('GET', '/v1/players/search', { query })).body;
  const names = (page: PageBody<Player>): string[] => page.data.map(({ username }) => username);

  /** Registers public players with these endings after a fresh prefix. */
  async function populate(endings: readonly string[]) {
    const partner = await service().freshPartner();
    const prefix = freshName('s');
    for (const ending of endings) await partner.freshPlayers(1, { username: prefix + ending });
    return { partner, prefix };
  }

  describe('searching players returns 200', () => {
    it('with the exact match first, then by username, byte by byte', async () => {
      const { partner, prefix } = await populate(['b', '.a', '', '0', '_z', '-q', 'ba']);
      const expected = ['', '-q', '.a', '0', '_z', 'b', 'ba'].map((ending) => prefix + ending);
      assert.deepEqual(names(await search(partner, { q: prefix })), expected);
    });

    it('for the query in any case', async () => {
      const { partner, prefix } = await populate(['x']);
      assert.deepEqual(names(await search(partner, { q: prefix.toUpperCase() })), [`${prefix}x`]);
    });

    it('with public players only, even for the creator of private ones', async () => {
      const partner = await service().freshPartner();
      const [player] = await partner.freshPlayers(1, { profile_is_public: false, roster_slug: 'night' });
      assert.deepEqual((await search(partner, { q: player?.username ?? '' })).data, []);
    });

    it('and treats `_` and `%` as plain characters', async () => {
      const { partner, prefix } = await populate(['_a', 'xa']);
      assert.deepEqual(names(await search(partner, { q: `${prefix}_` })), [`${prefix}_a`]);
      for (const q of [`${prefix}%`, '%%', '__', '\\%', 'é!', 'x'.repeat(60)]) {
        assert.deepEqual((await search(partner, { q })).data, [], q);
      }
    });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Player } from '@bandeja/contract/players';
import { freshName, onEachEngine, type PageBody, type TestPartner, useTestService } from '../support/service.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  const search = async (partner: TestPartner, query: Record<string, string | number>) =>
    (await partner.request<PageBody<Player>>('GET', '/v1/players/search', { query })).body;
  const names = (page: PageBody<Player>): string[] => page.data.map(({ username }) => username);

  /** Public players with these endings behind a prefix of their own. */
  async function populate(endings: readonly string[]) {
    const partner = await service().freshPartner();
    const prefix = freshName('s');
    for (const ending of endings) await partner.freshPlayers(1, { username: prefix + ending });
    return { partner, prefix };
  }

  describe('searching players answers 200', () => {
    it('with the exact match first, then by username, byte by byte', async () => {
      const { partner, prefix } = await populate(['b', '.a', '', '0', '_z', '-q', 'ba']);
      const expected = ['', '-q', '.a', '0', '_z', 'b', 'ba'].map((ending) => prefix + ending);
      assert.deepEqual(names(await search(partner, { q: prefix })), expected);
    });

    it('without regard to case', async () => {
      const { partner, prefix } = await populate(['x']);
      assert.deepEqual(names(await search(partner, { q: prefix.toUpperCase() })), [`${prefix}x`]);
    });

    it('with whole players', async () => {
      const partner = await service().freshPartner();
      const [player] = await partner.freshPlayers(1);
      assert.deepEqual((await search(partner, { q: player?.username ?? '' })).data, [player]);
    });

    it('with public players only, also to their creator', async () => {
      const partner = await service().freshPartner();
      const [player] = await partner.freshPlayers(1, { profile_is_public: false, roster_slug: 'night' });
      assert.deepEqual((await search(partner, { q: player?.username ?? '' })).data, []);
    });

    it('taking `_` and `%` for plain characters', async () => {
      const { partner, prefix } = await populate(['_a', 'xa']);
      assert.deepEqual(names(await search(partner, { q: `${prefix}_` })), [`${prefix}_a`]);
      for (const q of [`${prefix}%`, '%%', '__', '\\%', 'é!', 'x'.repeat(60)]) {
        assert.deepEqual((await search(partner, { q })).data, [], q);
      }
    });

    it('in pages of 20 unless asked otherwise, by offset and by cursor', async () => {
      const { partner, prefix } = await populate(Array.from({ length: 23 }, (_, n) => String(n).padStart(2, '0')));
      const first = await search(partner, { q: prefix });
      assert.deepEqual([first.data.length, first.pagination.limit, first.pagination.has_more], [20, 20, true]);
      const byCursor = await search(partner, { q: prefix, cursor: first.pagination.next_cursor ?? '' });
      const byOffset = await search(partner, { q: prefix, offset: 20 });
      assert.deepEqual(
        names(byCursor),
        ['20', '21', '22'].map((ending) => prefix + ending),
      );
      assert.deepEqual(byOffset.data, byCursor.data);
      assert.deepEqual(byCursor.pagination, { limit: 20, offset: null, has_more: false, next_cursor: null });
      assert.deepEqual(byOffset.pagination, { limit: 20, offset: 20, has_more: false, next_cursor: null });
    });
  });

  describe('searching players answers 400', () => {
    const bad = [
      { name: 'no q', query: {}, parameter: 'q', code: 'required' },
      { name: 'a q of one character', query: { q: 'a' }, parameter: 'q', code: 'out_of_range' },
      { name: 'a q with U+0000', query: { q: 'a\0' }, parameter: 'q', code: 'bad_format' },
      { name: 'a limit of 0', query: { q: 'an', limit: 0 }, parameter: 'limit', code: 'out_of_range' },
      { name: 'a limit of 51', query: { q: 'an', limit: 51 }, parameter: 'limit', code: 'out_of_range' },
      { name: 'a limit that is no integer', query: { q: 'an', limit: '1.5' }, parameter: 'limit', code: 'wrong_type' },
      { name: 'a cursor of nowhere', query: { q: 'an', cursor: 'zzz' }, parameter: 'cursor', code: 'bad_format' },
    ] as const;
    for (const { name, query, parameter, code } of bad) {
      it(`for ${name}`, async () => {
        const partner = await service().freshPartner();
        const answer = await partner.refusal('invalid_query', 'GET', '/v1/players/search', { query: { ...query } });
        assert.equal(answer.status, 400);
        assert.deepEqual(
          answer.body.errors?.map((fault) => [fault.parameter, fault.code]),
          [[parameter, code]],
        );
      });
    }
  });
});

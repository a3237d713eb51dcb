import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Player } from '@bandeja/contract/players';
import { freshName, onEachEngine, type PageBody, type TestPartner, useTestService } from '../support/service.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  const list = (partner: TestPartner, query: Record<string, string | number> = {}) =>
    partner.request<PageBody<Player>>('GET', '/v1/players', { query });
  const names = async (partner: TestPartner, query: Record<string, string | number> = {}): Promise<string[]> =>
    (await list(partner, query)).body.data.map(({ display_name }) => display_name);
  /** Registers a player for each name. Names with a fresh word differ from those of other tests. */
  async function people(partner: TestPartner, displayNames: readonly string[], more: object = {}): Promise<Player[]> {
    const players: Player[] = [];
    for (const display_name of displayNames)
      players.push(...(await partner.freshPlayers(1, { display_name, ...more })));
    return players;
  }
  const freshWord = (): string => freshName('w').replaceAll('-', '');

  describe('listing players returns 200', () => {
    it('without q with the caller’s own players, by display name, ignoring case and accents', async () => {
      const [caller, other] = [await service().freshPartner(), await service().freshPartner()];
      await people(caller, ['zoe', 'Óscar', 'ana', 'Álvaro']);
      const [guest] = await people(other, ['Marta', 'Nobody of ours']);
      await caller.request('PUT', '/v1/rosters/night');
      await caller.request('PUT', `/v1/rosters/night/members/${guest?.username}`);
      assert.deepEqual(await names(caller), ['Álvaro', 'ana', 'Marta', 'Óscar', 'zoe']);
      assert.deepEqual(await names(caller, { limit: 2, offset: 1 }), ['ana', 'Marta']);
      const { body } = await list(caller);
      assert.deepEqual(body.pagination, { limit: 25, offset: 0, has_more: false, next_cursor: null });
    });

    it('with the players whose display name or username has words starting with each word of q', async () => {
      const partner = await service().freshPartner();
      const word = freshWord();
      await people(partner, [`Marta ${word}`], { username: `${word}.club-norte` });
      await people(partner, [`Marta Gómez ${word}`]);
      await people(partner, [`Pat O'Loran ${word}`, `Mª José Ríos ${word}`]);
      for (const [q, count] of [
        [`${word} marta`, 2],
        [`MÁRTA ${word}`, 2],
        [`go, ${word.slice(0, -1)}`, 1],
        [`norte ${word}`, 1],
        [`orte ${word}`, 0],
        [`oloran ${word}`, 1],
        [`maria jose ${word}`, 1],
        [`marta gomez ${word} x`, 0],
      ] as const) {
        assert.equal((await names(partner, { q })).length, count, q);
      }
    });

    it('for q with the caller’s own players first, then by name, then by username', async () => {
      const [caller, other] = [await service().freshPartner(), await service().freshPartner()];
      const word = freshWord();
      await people(other, [`b ${word}`, `a ${word}`]);
      await people(caller, [`d ${word}`, `c ${word}`]);
      assert.deepEqual(await names(caller, { q: word }), [`c ${word}`, `d ${word}`, `a ${word}`, `b ${word}`]);
      const twins = await people(other, [`twin ${word}x`, `twin ${word}x`]);
      const { body } = await list(caller, { q: `twin ${word}x` });
      assert.deepEqual(
        body.data.map(({ username }) => username),
        twins.map(({ username }) => username).sort(),
      );
    });

    it('with the members of one roster only, with and without q', async () => {
      const partner = await service().freshPartner();
      await people(partner, ['Ana', 'Marta'], { roster_slug: 'monday' });
      await people(partner, ['Marco'], { roster_slug: 'tuesday' });
      assert.deepEqual(await names(partner, { roster: 'monday' }), ['Ana', 'Marta']);
      assert.deepEqual(await names(partner, { roster: 'monday', q: 'mar' }), ['Marta']);
      assert.deepEqual(await names(partner, { roster: 'tuesday', q: 'mar' }), ['Marco']);
    });

    it('with a renamed player for the new name only', async () => {
      const partner = await service().freshPartner();
      const [before, after] = [freshWord(), freshWord()];
      const [player] = await people(partner, [before]);
      await partner.request('PATCH', `/v1/players/${player?.username}`, { body: { display_name: after } });
      assert.deepEqual([await names(partner, { q: before }), await names(partner, { q: after })], [[], [after]]);
      await partner.request('PATCH', `/v1/players/${player?.username}`, { body: { country_code: 'PT' } });
      assert.deepEqual(await names(partner, { q: after }), [after]);
    });

    it('with an empty list for a q without a letter or digit, or with a quote', async () => {
      const partner = await service().freshPartner();
      await people(partner, ['Ana']);
      for (const q of ['--', '🎾🎾', "'' | ''", ':*', '\\\\']) assert.deepEqual(await names(partner, { q }), [], q);
    });
  });

  describe('listing players is rejected', () => {
    it('with 404 for an unknown roster and for a roster of another partner', async () => {
      const [partner, other] = [await service().freshPartner(), await service().freshPartner()];
      await people(other, ['Ana'], { roster_slug: 'theirs' });
      for (const roster of ['none', 'theirs']) {
        const { status, body } = await partner.request('GET', '/v1/players', { query: { roster, q: 'ana' } });
        assert.deepEqual([status, body['code']], [404, 'roster_not_found']);
      }
    });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aClub } from '../support/club.ts';
import { onEachEngine, type TestPartner, useTestService } from '../support/service.ts';

const DAY_MS = 86_400_000;

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });

  async function read(partner: TestPartner, path: string, headers: Record<string, string> = {}) {
    const { status, text, headers: answered } = await partner.request('GET', path, { headers });
    return { status, text, tag: String(answered['etag']), type: answered['content-type'] };
  }

  for (const rest of ['card', 'analysis', 'card.svg', 'card.svg?theme=dark', 'progress.svg']) {
    describe(`GET …/${rest}, asked for again`, () => {
      it('is answered with the same bytes and tag as long as nothing has changed, and then with others', async () => {
        const club = await aClub(service());
        const [player = assert.fail()] = club.players;
        const path = `/v1/players/${player.username}/${rest}`;
        await club.submit();
        const first = await read(club.partner, path);
        assert.equal(first.status, 200);
        assert.deepEqual(await read(club.partner, path), first);
        const { status, text } = await read(club.partner, path, { 'if-none-match': first.tag });
        assert.deepEqual([status, text], [304, '']);
        await club.submit(club.match({ winning_team: 'B' }));
        const after = await read(club.partner, path);
        assert.equal(after.status, 200);
        assert.notEqual(after.text, first.text);
        assert.notEqual(after.tag, first.tag);
      });

      it('is answered to each partner with what it may see', async () => {
        const [norte, sur] = [await aClub(service()), await aClub(service(), { players: 0 })];
        const [player = assert.fail(), teammate = assert.fail()] = norte.players;
        const path = `/v1/players/${player.username}/${rest}`;
        await norte.submit();
        const own = await read(norte.partner, path);
        const hidden = { body: { profile_is_public: false } };
        await norte.partner.request('PATCH', `/v1/players/${teammate.username}`, hidden);
        const others = await read(sur.partner, path);
        assert.doesNotMatch(others.text, new RegExp(teammate.username));
        assert.deepEqual(await read(norte.partner, path), own);
        assert.deepEqual(await read(sur.partner, path), others);
      });
    });
  }

  describe('the picture of a card, asked for again', () => {
    it('has the day of the reading', async () => {
      const club = await aClub(service());
      const path = `/v1/players/${(club.players[0] ?? assert.fail()).username}/card.svg`;
      const today = await read(club.partner, path);
      service().advance(DAY_MS);
      assert.notEqual((await read(club.partner, path)).text, today.text);
    });
  });
});

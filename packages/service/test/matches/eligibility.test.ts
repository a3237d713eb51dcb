import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Player } from '@bandeja/contract/players';
import { aClub, type Club, faultsOf, share, storingNothing } from '../support/club.ts';
import { aMatch, four } from '../support/matches.ts';
import { freshName, onEachEngine, useTestService } from '../support/service.ts';

const NOBODY = '7b0f5f0e-5f0c-4b7e-9d57-0f5d1a2b3c4d';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  const onePrivate = async ({ partner }: Club): Promise<Player> =>
    (await partner.freshPlayers(1, { profile_is_public: false }))[0] ?? assert.fail();
  const namings = [
    { name: 'by id', participant: (player: Player) => ({ profile_id: player.id, team: 'B' }) },
    { name: 'by username', participant: (player: Player) => ({ username: player.username, team: 'B' }) },
  ];

  // `visibility-http.test.ts` names players in every other relation to a partner by username.
  describe('a private player of another partner', () => {
    it('is eligible on a roster of the partner, by id and by username', async () => {
      const [home, other] = [await aClub(service()), await aClub(service())];
      const guest = await onePrivate(other);
      await share(guest, other, home);
      for (const { participant } of namings) {
        const participants = [...four(...home.players.slice(0, 3)), participant(guest)];
        const match = await home.submit(aMatch({ participants }));
        assert.equal(match.participants[3]?.profile_id, guest.id);
      }
    });

    it('is not eligible otherwise, and gets the same response, byte for byte, as an unknown player', async () => {
      const [home, other] = [await aClub(service()), await aClub(service())];
      const guest = await onePrivate(other);
      for (const { participant } of namings) {
        const nobody = participant({ ...guest, id: NOBODY, username: freshName('nobody') });
        const [hidden, absent] = await storingNothing(service(), () =>
          Promise.all(
            [participant(guest), nobody].map((last) =>
              home.partner.refusal('participant_not_eligible', 'POST', '/v1/matches', {
                body: aMatch({ external_ref: 'one', participants: [...four(...home.players.slice(0, 3)), last] }),
                headers: { 'x-request-id': 'the-same' },
              }),
            ),
          ),
        );
        assert.equal(hidden?.status, 422);
        const nameless = (text = '') => text.replaceAll(/“[^”]*”/g, '“NAME”');
        assert.equal(nameless(hidden?.text), nameless(absent?.text));
        assert.deepEqual(faultsOf(hidden?.body ?? {}), ['/participants/3 participant_not_eligible']);
      }
    });
  });

  describe('the faults of a rejected match', () => {
    it('point at all ineligible participants, and at no other', async () => {
      const [home, other] = [await aClub(service()), await aClub(service(), { isPublic: false })];
      const [ana] = home.players;
      const participants = four({ id: NOBODY }, other.players[0] ?? '', ana ?? '', freshName('nobody'));
      const { body } = await storingNothing(service(), () =>
        home.partner.refusal('participant_not_eligible', 'POST', '/v1/matches', { body: aMatch({ participants }) }),
      );
      assert.deepEqual(
        faultsOf(body),
        [0, 1, 3].map((slot) => `/participants/${slot} participant_not_eligible`),
      );
      assert.ok(!JSON.stringify(body).includes(other.players[0]?.username ?? ''));
    });
  });
});

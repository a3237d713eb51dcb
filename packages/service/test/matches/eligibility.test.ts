import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Player } from '@bandeja/contract/players';
import { aClub, type Club, faultsOf, share, storingNothing } from '../support/club.ts';
import { aMatch, four } from '../support/matches.ts';
import { freshName, onEachEngine, useTestService } from '../support/service.ts';

const NOBODY = '7b0f5f0e-5f0c-4b7e-9d57-0f5d1a2b3c4d';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  /** The home club, another club, and a player in some relation to the home club. */
  interface Relation {
    readonly name: string;
    readonly player: (home: Club, other: Club) => Promise<Player>;
  }
  const one = async (club: Club, isPublic: boolean): Promise<Player> =>
    (await club.partner.freshPlayers(1, { profile_is_public: isPublic }))[0] ?? assert.fail();
  const eligible: readonly Relation[] = [
    { name: 'a public player of the partner', player: (home) => one(home, true) },
    { name: 'a public player of another partner', player: (_, other) => one(other, true) },
    { name: 'a private player of the partner, on no roster', player: (home) => one(home, false) },
    {
      name: 'a private player of another partner who is on a roster of the partner',
      player: async (home, other) => {
        const player = await one(other, false);
        await share(player, other, home);
        return player;
      },
    },
  ];
  const ineligible: readonly Relation[] = [
    { name: 'a private player of another partner', player: (_, other) => one(other, false) },
    {
      name: 'a private player on a roster of the partner that created it',
      player: async (_, other) =>
        (await other.partner.freshPlayers(1, { profile_is_public: false, roster_slug: 'night' }))[0] ?? assert.fail(),
    },
    {
      name: 'a private player whose share was not redeemed',
      player: async (_, other) => {
        const player = await one(other, false);
        await other.partner.request('POST', `/v1/players/${player.username}/shares`);
        return player;
      },
    },
    {
      name: 'a private player on a roster of a third partner',
      player: async (_, other) => {
        const player = await one(other, false);
        await share(player, other, await aClub(service()));
        return player;
      },
    },
    {
      name: 'a private player whose roster was deleted',
      player: async (home, other) => {
        const player = await one(other, false);
        await share(player, other, home, 'gone');
        await home.partner.request('DELETE', '/v1/rosters/gone');
        return player;
      },
    },
    {
      name: 'a public player who has turned private',
      player: async (_, other) => {
        const player = await one(other, true);
        await other.partner.request('PATCH', `/v1/players/${player.username}`, { body: { profile_is_public: false } });
        return player;
      },
    },
  ];
  const namings = [
    { name: 'by id', participant: (player: Player) => ({ profile_id: player.id, team: 'B' }) },
    { name: 'by username', participant: (player: Player) => ({ username: player.username, team: 'B' }) },
  ];

  describe('an eligible participant of a match', () => {
    for (const { name, player } of eligible) {
      it(`is ${name}`, async () => {
        const [home, other] = [await aClub(service()), await aClub(service())];
        const guest = await player(home, other);
        for (const { participant } of namings) {
          const participants = [...four(...home.players.slice(0, 3)), participant(guest)];
          const match = await home.submit(aMatch({ participants }));
          assert.equal(match.participants[3]?.profile_id, guest.id);
        }
      });
    }
  });

  describe('an ineligible participant of a match', () => {
    for (const { name, player } of ineligible) {
      it(`is ${name}, and gets the same response, byte for byte, as an unknown player`, async () => {
        const [home, other] = [await aClub(service()), await aClub(service())];
        const guest = await player(home, other);
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
    }
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

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Night, NightRecap } from '@bandeja/contract/nights';
import { privatePlayers } from '@bandeja/contract/plan-enums';
import type { Player } from '@bandeja/contract/players';
import { aMatch, four } from '../support/matches.ts';
import { onEachEngine, type TestPartner, useTestService } from '../support/service.ts';
import { LinkedNight, type Phone } from './linked-night.ts';

const namesOf = ({ players }: Night): string[] => players.map(({ display_name }) => display_name);

onEachEngine((engine) => {
  const service = useTestService({ engine });

  async function freshPlayer(partner: TestPartner, display_name: string | null, isPublic: boolean): Promise<Player> {
    const [player] = await partner.freshPlayers(1, { display_name, profile_is_public: isPublic });
    return player ?? assert.fail();
  }

  /** Two public and three private players; one private and one public have no name but their username. */
  async function mixedNight(): Promise<LinkedNight> {
    const partner = await service().freshPartner();
    const players = [
      await freshPlayer(partner, 'Ana Prats', true),
      await freshPlayer(partner, 'Berta  María Soler', false),
      await freshPlayer(partner, null, false),
      await freshPlayer(partner, 'Carla', false),
      await freshPlayer(partner, 'Duarte Nogueira', true),
    ];
    const night = new LinkedNight(partner, `mixed-${players[0]?.username}`, players);
    assert.equal((await night.put({ courts: 1, rounds: 5 })).status, 201);
    return night;
  }

  const recapOf = async ({ client }: Phone): Promise<NightRecap> =>
    (await client.request<NightRecap>('GET', '/v1/night/recap')).body;

  describe('the players of a night, as a link shows them', () => {
    it('private ones are hidden, or shown by first name or display name; public ones always by display name', async () => {
      const night = await mixedNight();
      const [unnamed = assert.fail()] = night.players.slice(2);
      const expected = {
        hidden: ['Ana Prats', 'Player 2', 'Player 3', 'Player 4', 'Duarte Nogueira'],
        first_name: ['Ana Prats', 'Berta', 'Player 3', 'Carla', 'Duarte Nogueira'],
        display_name: ['Ana Prats', 'Berta  María Soler', unnamed.username, 'Carla', 'Duarte Nogueira'],
      };
      await night.play(1);
      for (const private_players of privatePlayers) {
        const phone = await night.phone({ role: 'view', private_players });
        const shown = await phone.night();
        assert.deepEqual(namesOf(shown), expected[private_players]);
        assert.deepEqual(
          shown.players.filter(({ identity }) => identity !== 'shown').map(({ display_name }) => display_name),
          namesOf(shown).filter((name) => name.startsWith('Player ')),
        );
        for (const { number = 0, display_name } of shown.standings)
          assert.equal(display_name, namesOf(shown)[number - 1]);
        const { leaderboard } = await recapOf(phone);
        assert.equal(leaderboard.length, 4);
        for (const { number, display_name } of leaderboard) {
          assert.equal(display_name, namesOf(shown)[(number ?? 0) - 1]);
        }
        const { text } = await phone.client.request('GET', '/v1/night/recap', { headers: { accept: 'image/svg+xml' } });
        assert.equal(
          text.includes('Soler'),
          private_players === 'display_name' && leaderboard.some(({ number }) => number === 2),
        );
      }
    });

    it('first names that read alike are lengthened as far as they need, and equal names get their numbers', async () => {
      const partner = await service().freshPartner();
      const names = ['Ana Pérez', 'Ana Prats', 'Ana', 'Ana Prats', 'Bea Gil', 'Ana Lobo Cid'];
      const players = [await freshPlayer(partner, 'Ana', true), await freshPlayer(partner, 'Bea Gil', true)];
      for (const name of names) players.push(await freshPlayer(partner, name, false));
      const night = new LinkedNight(partner, `alike-${players[0]?.username}`, players);
      assert.equal((await night.put({ courts: 2, rounds: 3 })).status, 201);
      const shown = await (await night.phone({ private_players: 'first_name' })).night();
      assert.deepEqual(namesOf(shown), [
        ...['Ana', 'Bea Gil', 'Ana Pé.', 'Ana Prats 4', 'Ana 5', 'Ana Prats 6', 'Bea', 'Ana L.'],
      ]);
    });

    it('two links of one night differ by these names and by the link alone', async () => {
      const night = await mixedNight();
      await night.play(1);
      const answers: string[] = [];
      for (const private_players of privatePlayers) {
        for (const role of ['view', 'score']) {
          const phone = await night.phone({ role, private_players });
          const { link: _, ...shown } = await phone.night();
          const names = new Map(shown.players.map(({ number, display_name }) => [display_name, `#${number}`]));
          const rename = (key: string, value: unknown) =>
            key === 'identity' ? undefined : typeof value === 'string' ? (names.get(value) ?? value) : value;
          answers.push(JSON.stringify([shown, await recapOf(phone)], rename));
        }
      }
      assert.equal(new Set(answers).size, 1);
    });

    it('erased ones are shown as everywhere, and others keep their numbers', async () => {
      const night = await mixedNight();
      const phone = await night.phone();
      await night.play(1);
      const [ana = assert.fail()] = night.players;
      await night.partner.request('DELETE', `/v1/players/${ana.username}`);
      const shown = await phone.night();
      assert.deepEqual(namesOf(shown).slice(0, 2), ['Erased player', 'Berta']);
      const recap = await recapOf(phone);
      const text = JSON.stringify([shown, recap]);
      assert.ok(!text.includes('Prats') && !text.includes(ana.username) && !text.includes(ana.id), text);
      for (const { number, display_name } of recap.leaderboard) {
        assert.equal(display_name, number === null ? 'Erased player' : namesOf(shown)[number - 1]);
      }
      assert.deepEqual(
        recap.leaderboard.map(({ number, identity }) => [number === null, identity]),
        recap.leaderboard.map(({ number }) =>
          number === null ? [true, 'erased'] : [false, number === 3 ? 'hidden' : 'shown'],
        ),
      );
    });

    it('a private player of the night’s matches who is not in the plan has no number', async () => {
      const night = await mixedNight();
      const guest = await freshPlayer(night.partner, 'Greta Lund', false);
      const participants = four(guest, ...night.players.slice(0, 3));
      const body = aMatch({ external_ref: `${night.ref}-guest`, session_external_ref: night.ref, participants });
      assert.equal((await night.partner.request('POST', '/v1/matches', { body })).status, 201);
      for (const [private_players, name] of [
        ['hidden', 'Player'],
        ['first_name', 'Greta'],
      ] as const) {
        const { leaderboard } = await recapOf(await night.phone({ private_players }));
        assert.deepEqual(
          leaderboard.filter(({ number }) => number === null).map(({ display_name }) => display_name),
          [name],
        );
      }
    });

    it('a player that the partner may no longer see is shown by number, with every link', async () => {
      const owner = await service().freshPartner({ mode: 'live' });
      const turning = await freshPlayer(owner, 'Elena Vidal', true);
      const partner = await service().freshPartner({ mode: 'live' });
      const night = new LinkedNight(partner, `turned-${turning.username}`, [
        turning,
        ...(await partner.freshPlayers(3)),
      ]);
      await night.put({ courts: 1, rounds: 3 });
      const phone = await night.phone({ private_players: 'display_name' });
      await night.play(1);
      assert.equal(namesOf(await phone.night())[0], 'Elena Vidal');
      await owner.request('PATCH', `/v1/players/${turning.username}`, { body: { profile_is_public: false } });
      assert.equal(namesOf(await phone.night())[0], 'Player 1');
      const recap = JSON.stringify(await recapOf(phone));
      assert.ok(recap.includes('Player 1') && !recap.includes('Elena') && !recap.includes(turning.username), recap);
    });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PlayerBatchResults } from '@bandeja/contract/player-batches';
import type { RegisteredPlayer } from '@bandeja/contract/players';
import { openRegistrationQueue, registerPlayer } from '../../src/registrations/register.ts';
import { storingNothing } from '../support/club.ts';
import { freshName, onEachEngine, type TestPartner, useTestService } from '../support/service.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  const send = (partner: TestPartner, body: object) =>
    partner.request<PlayerBatchResults>('POST', '/v1/players/batch', { body });
  const register = (partner: TestPartner, body: object) =>
    partner.request<RegisteredPlayer>('POST', '/v1/players', { body });

  describe('a batch of players returns 200', () => {
    it('with one result per entry, in the order of the request: created, existing, taken and rejected', async () => {
      const [owner, caller] = [await service().freshPartner(), await service().freshPartner()];
      const [known, theirs, gone, created] = [
        freshName('known'),
        freshName('theirs'),
        freshName('gone'),
        freshName('new'),
      ];
      await register(caller, { username: known, display_name: 'Known' });
      await register(owner, { username: theirs, display_name: 'Theirs' });
      await register(owner, { username: gone });
      await owner.request('DELETE', `/v1/players/${gone}`);
      const players = [
        { username: created.toUpperCase(), display_name: 'Marta García' },
        { username: known, display_name: 'Another name' },
        { username: theirs, display_name: 'Another name' },
        { username: gone },
        { username: 'search', country_code: 'XX' },
        7,
      ];
      const { status, body } = await send(caller, { players });
      assert.equal(status, 200);
      assert.deepEqual(body.summary, { created: 1, existing: 2, existing_of_others: 1, taken: 1, rejected: 2 });
      assert.deepEqual(
        body.results.map((result) => [
          result.index,
          result.username,
          result.status,
          result.registered_by_you,
          result.player?.display_name,
        ]),
        [
          [0, created, 'created', true, 'Marta García'],
          [1, known, 'existing', true, 'Known'],
          [2, theirs, 'existing', false, 'Theirs'],
          [3, gone, 'taken', null, undefined],
          [4, 'search', 'rejected', null, undefined],
          [5, null, 'rejected', null, undefined],
        ],
      );
      const [, , , taken, rejected, noObject] = body.results.map(({ error }) => error);
      assert.deepEqual([taken?.code, taken?.errors], ['username_taken', []]);
      assert.deepEqual(
        rejected?.errors.map(({ pointer, code }) => [pointer, code]),
        [
          ['/country_code', 'not_one_of'],
          ['/username', 'bad_format'],
        ],
      );
      assert.deepEqual(
        noObject?.errors.map(({ pointer, code }) => [pointer, code]),
        [['', 'wrong_type']],
      );
    });

    it('and stores nothing in a dry run, with the results that a registration has', async () => {
      const [owner, caller] = [await service().freshPartner(), await service().freshPartner()];
      const [known, gone, created] = [freshName('known'), freshName('gone'), freshName('new')];
      await register(caller, { username: known });
      await register(owner, { username: gone });
      await owner.request('DELETE', `/v1/players/${gone}`);
      const players = [{ username: created }, { username: created }, { username: known }, { username: gone }, 7];
      const body = { players, roster_slug: 'night', profile_is_public: true };
      const tried = await storingNothing(service(), () =>
        caller.request<PlayerBatchResults>('POST', '/v1/players/batch', { body, query: { dry_run: true } }),
      );
      const done = await send(caller, body);
      const outcomes = ({ results }: PlayerBatchResults) => results.map(({ player: _, ...outcome }) => outcome);
      assert.equal(tried.status, 200);
      assert.deepEqual(outcomes(tried.body), outcomes(done.body));
      assert.deepEqual(tried.body.summary, { created: 1, existing: 2, existing_of_others: 0, taken: 1, rejected: 1 });
      assert.deepEqual(
        tried.body.results.map(({ player }) => player?.username),
        [undefined, created, known, undefined, undefined],
      );
    });

    it('with players exactly as the single route returns them', async () => {
      const partner = await service().freshPartner();
      const entry = { username: freshName('new'), roster_slug: 'night', country_code: 'PT' };
      const { body } = await send(partner, { players: [entry] });
      assert.deepEqual(body.results[0]?.player, (await register(partner, entry)).body);
    });

    it('and the values of an entry override those of the envelope, while null inherits', async () => {
      const partner = await service().freshPartner();
      const names = [freshName('a'), freshName('b'), freshName('c')];
      const { body } = await send(partner, {
        roster_slug: 'all',
        country_code: 'ES',
        players: [
          { username: names[0] },
          { username: names[1], roster_slug: 'own', country_code: 'PT', profile_is_public: true },
          { username: names[2], roster_slug: null, country_code: null },
        ],
      });
      assert.deepEqual(
        body.results.map(({ player }) => [player?.rosters, player?.country_code, player?.profile_is_public]),
        [
          [['all'], 'ES', false],
          [['own'], 'PT', true],
          [['all'], 'ES', false],
        ],
      );
    });

    it('and the first of two entries with one username creates the player, the second adds it to a roster', async () => {
      const partner = await service().freshPartner();
      const username = freshName('twice');
      const players = [
        { username, display_name: 'First', roster_slug: 'one' },
        { username, display_name: 'Second', roster_slug: 'two' },
      ];
      const { body } = await send(partner, { players });
      assert.deepEqual(
        body.results.map(({ status, player }) => [status, player?.display_name, player?.rosters]),
        [
          ['created', 'First', ['one', 'two']],
          ['existing', 'First', ['one', 'two']],
        ],
      );
    });

    it('and changes nothing when it is sent again', async () => {
      const partner = await service().freshPartner();
      const players = Array.from({ length: 100 }, () => ({ username: freshName('again'), roster_slug: 'night' }));
      const first = await send(partner, { players });
      const again = await send(partner, { players });
      assert.deepEqual(again.body.summary, { created: 0, existing: 100, existing_of_others: 0, taken: 0, rejected: 0 });
      assert.deepEqual(
        again.body.results.map(({ player }) => player),
        first.body.results.map(({ player }) => player),
      );
    });

    it('and adds no member and no roster for a taken username', async () => {
      const [owner, caller] = [await service().freshPartner(), await service().freshPartner()];
      const gone = freshName('gone');
      await register(owner, { username: gone });
      await owner.request('DELETE', `/v1/players/${gone}`);
      await send(caller, {
        profile_is_public: true,
        players: [
          { username: gone, roster_slug: 'only-taken' },
          { username: freshName('mine'), roster_slug: 'mixed' },
          { username: gone, roster_slug: 'mixed' },
        ],
      });
      const { body: rosters } = await caller.request<{ data: { slug: string; members: number }[] }>(
        'GET',
        '/v1/rosters',
      );
      assert.deepEqual(
        rosters.data.map(({ slug, members }) => [slug, members]),
        [['mixed', 1]],
      );
    });
  });

  describe('registrations that share a transaction', () => {
    const OPTIONS = { running: 1, queued: 400, batchMax: 200 };

    it('of several partners create one public player of a username, or a private one each', async () => {
      const queue = openRegistrationQueue(service().context, OPTIONS, (error) => assert.fail(String(error)));
      const partners = await Promise.all(Array.from({ length: 3 }, () => service().freshPartner()));
      const createdOf = async (profile_is_public: boolean): Promise<boolean[]> => {
        const wish = { username: freshName('raced'), profile_is_public, roster_slug: 'night' };
        const results = await Promise.all(partners.map(({ context }) => registerPlayer(context, wish, { queue })));
        assert.deepEqual(
          results.map(({ player }) => player.registered_by_you),
          results.map(({ isNew }) => isNew),
        );
        return results.map(({ isNew }) => isNew).toSorted();
      };
      assert.deepEqual(await createdOf(true), [false, false, true]);
      assert.deepEqual(await createdOf(false), [true, true, true]);
    });

    it('succeed even if one of them fails', async () => {
      const faults: unknown[] = [];
      const queue = openRegistrationQueue(service().context, OPTIONS, (error) => faults.push(error));
      const [one, other] = [await service().freshPartner(), await service().freshPartner()];
      const good = { username: freshName('good'), roster_slug: null };
      // The validation of a request would reject this username; without it, the database does.
      const bad = { username: 'NOT ONE', roster_slug: null };
      const outcomes = await Promise.allSettled([
        registerPlayer(one.context, { username: freshName('first') }, { queue }),
        registerPlayer(one.context, good, { queue }),
        registerPlayer(other.context, bad, { queue }),
      ]);
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'fulfilled', 'rejected'],
      );
      assert.equal(faults.length, 1);
    });
  });
});

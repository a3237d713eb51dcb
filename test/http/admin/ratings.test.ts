import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CalibrationView } from '../../../src/domain/calibration/index.ts';
import { submitMatches } from '../../../src/domain/matches/index.ts';
import type { SettlementStateView } from '../../../src/domain/rated-history/index.ts';
import type { ReplayResult } from '../../../src/domain/rebuild/index.ts';
import { SettlerWork } from '../../../src/domain/settlement/index.ts';
import type { Verification } from '../../../src/domain/verification/index.ts';
import { MODEL_VERSION } from '../../../src/rating/index.ts';
import { tampered } from '../../domain/rated-history/seasons.ts';
import { onEachEngine, useTestService } from '../../support/service.ts';
import { useTaskRunner } from '../../support/tasks.ts';
import { aClub } from '../matches/club.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  const run = useTaskRunner(service);
  const verify = () => run<Verification>('verify');
  const settlement = async () =>
    (await service().operator.request<SettlementStateView>('GET', '/admin/v1/settlement')).body;

  describe('verifying all ratings', () => {
    it('gives what was found', async () => {
      const before = await verify();
      const club = await aClub(service(), { players: 5 });
      for (const day of [1, 2, 3]) await club.submit(club.match({ played_at: `2026-05-0${day}T19:00:00Z` }));
      const after = await verify();
      assert.deepEqual(after, { ...before, matches: before.matches + 3, players: before.players + 5 });
      assert.deepEqual([after.differences, after.examples, after.model_version], [0, [], MODEL_VERSION]);
    });

    it('names what differs with all its digits', async () => {
      const club = await aClub(service());
      const { id } = await club.submit();
      const sql = `update match_ratings set after[3] = after[3] * (1 + 1e-15) where match_id = '${id}'`;
      const { differences, examples } = await tampered(service().database, sql, verify);
      assert.equal(differences, 1);
      const [difference = assert.fail()] = examples;
      assert.deepEqual([difference.match_id, difference.field], [id, 'shown_after']);
      assert.ok(club.players.some((player) => player.id === difference.player_id));
      assert.match(`${difference.stored_bits} ${difference.folded_bits}`, /^[0-9a-f]{16} [0-9a-f]{16}$/);
      assert.notEqual(difference.stored_bits, difference.folded_bits);
      const gone = `delete from match_ratings where match_id = '${id}'`;
      assert.equal((await tampered(service().database, gone, verify)).examples[0]?.stored, 'absent');
    });
  });

  describe('calibrating the pool', () => {
    it('gives what it has found, which counts from then on', async () => {
      const read = async () => (await service().operator.request<CalibrationView>('GET', '/admin/v1/calibration')).body;
      assert.deepEqual(new Set(Object.values(await read())), new Set([null]));
      const club = await aClub(service());
      await club.submit();
      const found = await run<CalibrationView>('calibrate');
      assert.deepEqual(await read(), found);
      assert.equal(found.matches, (await verify()).matches);
      service().advance(1000);
      const again = await run<CalibrationView>('calibrate');
      assert.notEqual(again.calibrated_at, found.calibrated_at);
      assert.deepEqual(await read(), again);
    });
  });

  describe('replaying everything', () => {
    it('mends every difference that a verification finds', async () => {
      const club = await aClub(service(), { players: 5 });
      const ids: string[] = [];
      for (const day of [1, 2, 3, 4]) {
        ids.push((await club.submit(club.match({ played_at: `2026-04-0${day}T19:00:00Z` }))).id);
      }
      const tamper = [
        `update match_ratings set after[4] = after[4] + 1e-9 where match_id = '${ids[0]}'`,
        `update match_ratings set weight = weight / 2 where match_id = '${ids[1]}'`,
        `delete from match_ratings where match_id = '${ids[2]}'`,
        `update player_ratings set variance = 2 where last_match_id = '${ids[3]}'`,
      ];
      await service().database.script(tamper.join(';'));
      assert.ok((await verify()).differences >= tamper.length);
      const replayed = await run<ReplayResult>('replay');
      const verified = await verify();
      assert.equal(verified.differences, 0);
      assert.deepEqual(
        [replayed.matches, replayed.model_version, replayed.is_settling, replayed.calibration.matches],
        [verified.matches, MODEL_VERSION, false, verified.matches],
      );
    });
  });

  describe('the state of the settlement', () => {
    it('is settled as long as nothing is to be done', async () => {
      assert.deepEqual(await settlement(), {
        rating_status: 'settled',
        model_version: MODEL_VERSION,
        run: null,
        owed: null,
        held_matches: 0,
        held_until: null,
      });
    });

    it('tells what is owed after a large change of history, how far the run is, and what waits', async () => {
      const club = await aClub(service());
      for (const hour of [10, 11, 12]) await club.submit(club.match({ played_at: `2026-04-01T${hour}:00:00Z` }));
      const { database, context } = service();
      const late = async (playedAt: string): Promise<void> => {
        const body = club.match({ played_at: playedAt });
        const requests = [{ caller: club.partner.caller, body }];
        const [result] = await submitMatches({ ...context, closureMax: 0 }, requests);
        assert.equal(result?.status, 'created');
      };
      await late('2026-03-01T10:00:00Z');
      const owed = await settlement();
      assert.deepEqual([owed.rating_status, owed.run, owed.held_matches], ['settling', null, 0]);
      assert.equal(owed.owed?.settled_until, '2026-03-01T10:00:00.000Z');

      // A clock of its own, by which the run takes 20 s and its partner rests for minutes.
      const startedAt = context.now() + 1000;
      let now = startedAt;
      const settler = new SettlerWork(database, () => now, 1);
      await settler.step();
      now += 20_000;
      await settler.step();
      const running = await settlement();
      assert.deepEqual(
        [running.rating_status, running.owed, running.run],
        [
          'settling',
          null,
          {
            settled_until: '2026-03-01T10:00:00.000Z',
            started_at: new Date(startedAt).toISOString(),
            matches_read: 1,
            matches_changed: running.run?.matches_changed,
          },
        ],
      );
      await settler.finish();
      assert.equal((await settlement()).rating_status, 'settled');
      const restedAt = new Date(startedAt + 10 * 20_000).toISOString();

      await late('2026-02-01T10:00:00Z');
      const held = await settlement();
      assert.deepEqual([held.rating_status, held.owed, held.held_matches], ['settling', null, 1]);
      assert.equal(held.held_until, restedAt);
      assert.equal((await verify()).held, 1);
      now += 3_600_000;
      await settler.finish();
      const { rating_status, held_until } = await settlement();
      assert.deepEqual([rating_status, held_until], ['settled', null]);
      assert.deepEqual([(await verify()).held, (await verify()).differences], [0, 0]);
    });
  });
});

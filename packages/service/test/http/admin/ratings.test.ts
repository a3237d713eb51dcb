import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CalibrationView, ReplayResult, SettlementState, Verification } from '@bandeja/contract/ledger';
import { MODEL_VERSION } from '@bandeja/rating';
import { submitMatches } from '../../../src/matches/submit.ts';
import { settlementJob } from '../../../src/settlement/job.ts';
import { scheduleRebuild } from '../../../src/settlement/rebuild.ts';
import { tampered } from '../../ledger/tampering.ts';
import { aClub } from '../../support/club.ts';
import { runJob } from '../../support/jobs.ts';
import { four } from '../../support/matches.ts';
import { onEachEngine, useTestService } from '../../support/service.ts';
import { testSettler } from '../../support/settling.ts';
import { useTaskRunner } from '../../support/tasks.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });

  const run = useTaskRunner(service);
  const verify = () => run<Verification>('verify');
  const settlement = async () =>
    (await service().operator.request<SettlementState>('GET', '/admin/v1/settlement')).body;

  describe('verifying all ratings', () => {
    it('returns the findings', async () => {
      const before = await verify();
      const club = await aClub(service(), { players: 5 });
      for (const day of [1, 2, 3]) await club.submit(club.match({ played_at: `2026-05-0${day}T19:00:00Z` }));
      const after = await verify();
      assert.deepEqual(after, { ...before, matches: before.matches + 3, players: before.players + 5 });
      assert.deepEqual([after.differences, after.examples, after.model_version], [0, [], MODEL_VERSION]);
    });

    it('returns differences with all digits', async () => {
      const club = await aClub(service());
      const { id } = await club.submit();
      const sql = `update match_ratings set after[3] = after[3] * (1 + 1e-15) where match_id = '${id}'`;
      const { differences, examples } = await tampered(service().database, sql, verify);
      assert.equal(differences, 1);
      const [difference = assert.fail()] = examples;
      assert.deepEqual([difference.match_id, difference.field], [id, 'shown_after']);
      assert.ok(club.players.some((player) => player.id === difference.player_id));
      assert.match(`${difference.stored_bits} ${difference.replayed_bits}`, /^[0-9a-f]{16} [0-9a-f]{16}$/);
      assert.notEqual(difference.stored_bits, difference.replayed_bits);
      const gone = `delete from match_ratings where match_id = '${id}'`;
      assert.equal((await tampered(service().database, gone, verify)).examples[0]?.stored, 'absent');
    });
  });

  describe('calibrating the pool', () => {
    it('returns the new calibration, which applies from then on', async () => {
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
    it('repairs every difference that a verification finds', async () => {
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
      const settler = runJob(settlementJob(service().context, assert.fail), (error) => assert.fail(String(error)));
      const replayed = await run<ReplayResult>('replay').finally(() => settler.stop());
      const verified = await verify();
      assert.equal(verified.differences, 0);
      assert.deepEqual(
        [replayed.matches, replayed.model_version, replayed.calibration.matches],
        [verified.matches, MODEL_VERSION, verified.matches],
      );
    });
  });

  describe('the state of the settlement', () => {
    it('is settled while no work is pending', async () => {
      assert.deepEqual(await settlement(), {
        rating_status: 'settled',
        model_version: MODEL_VERSION,
        players: 0,
        since: null,
        is_rebuilding: false,
      });
    });

    it('counts the players to settle, and shows when the earliest change was made', async () => {
      const club = await aClub(service(), { players: 8 });
      const { database, context } = service();
      const match = (hour: number, seats: number[]) => {
        const participants = four(...seats.map((seat) => ({ id: club.players[seat]?.id ?? assert.fail() })));
        return club.match({ played_at: `2026-04-01T${hour}:00:00Z`, participants });
      };
      for (const hour of [10, 11, 12]) await club.submit(match(hour, [0, 1, 2, 3]));
      await club.submit(match(13, [4, 5, 0, 1]));
      const [result] = await submitMatches({ ...context, actor: club.partner.actor, closureMax: 0 }, [
        { ...match(10, [0, 1, 2, 3]), played_at: '2026-03-01T10:00:00Z' },
      ]);
      assert.equal(result?.status, 'created');
      // This one only pauses: its partner has no marks.
      await database.script(
        `insert into settlements (changed_by, since, paused_until) values (gen_random_uuid(), now() - interval '1 h', now() + interval '1 h')`,
      );
      const state = async () => {
        const { since, ...rest } = await settlement();
        assert.ok(Math.abs(Date.parse(since ?? '') - Date.now()) < 60_000);
        return rest;
      };
      const settling = { rating_status: 'settling', model_version: MODEL_VERSION, is_rebuilding: false };
      assert.deepEqual(await state(), { ...settling, players: 4 });
      const settler = testSettler(database, 1);
      assert.equal(await settler.step(), 'more');
      assert.deepEqual(
        await state(),
        { ...settling, players: 6 },
        'the two players that the change reaches are marked',
      );
      await settler.finish();
      assert.equal((await settlement()).rating_status, 'settled');
      await scheduleRebuild(context);
      const { rating_status, is_rebuilding } = await settlement();
      assert.deepEqual([rating_status, is_rebuilding], ['settling', true]);
      await settler.finish();
      assert.equal((await settlement()).rating_status, 'settled');
      assert.deepEqual((await verify()).differences, 0);
    });
  });
});

/** What the whole rated history says of the pool: its steepness, replayed, and how often a service game is held, counted. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Database } from '@bandeja/postgres/database';
import { createMatchColumns, MODEL, MODEL_VERSION, NEW_POOL, type PoolCalibration, writeMatch } from '@bandeja/rating';
import { replay } from '@bandeja/rating/test/replay';
import { calibrate, getCalibration } from '../../src/calibration/calibrate.ts';
import { currentPool } from '../../src/calibration/pool.ts';
import { readCalibration } from '../../src/calibration/store.ts';
import type { RatedMatch } from '../../src/history/ledger-store.ts';
import { modelInput } from '../../src/history/rated-match.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { inOrder } from '../support/ledgers.ts';
import { setsOf } from '../support/matches.ts';
import { NOW, type World } from '../support/world.ts';
import { openSeasonWorld, playSeason } from './season.ts';

/** The steepness and the penalty after a history by the rating module's own replay. */
function poolAfter(matches: readonly RatedMatch[], players: readonly string[]): PoolCalibration {
  const columns = createMatchColumns(matches.length);
  for (const [row, match] of inOrder(matches).entries()) {
    const [a = -1, b = -1, c = -1, d = -1] = match.player_ids.map((id) => players.indexOf(id));
    writeMatch(columns, row, { ...modelInput(match), players: [a, b, c, d] });
  }
  return replay(columns, { playerCount: players.length }).pool;
}

onEachEngine((engine) => {
  let database: Database;
  let world: World;
  before(async () => {
    database = await openMigratedDatabase(engine);
    world = await openSeasonWorld(database);
  });
  after(() => database.close());
  const context = (now = NOW) => ({ ...world.context(), now: () => now });

  describe(`a calibration, on ${engine}`, () => {
    test('without a calibration none is reported, and probabilities use the model’s constants', async () => {
      assert.deepEqual(Object.values(await getCalibration(context())), [null, null, null, null, null, null, null]);
      assert.deepEqual(await currentPool(database), { ...NEW_POOL, holdRate: 0.63 });
    });

    test('a calibration without matches keeps the initial values', async () => {
      assert.deepEqual(await calibrate(context(NOW - 1000)), {
        calibrated_at: NOW - 1000,
        model_version: MODEL_VERSION,
        steepness: MODEL.STEEP,
        penalty: MODEL.K,
        hold_rate: 0.63,
        matches: 0,
        service_games: 0,
      });
    });

    test('a calibration counts service games and holds in rated matches only', async () => {
      const [a, b] = ['A', 'B'] as const;
      const set = (first_server_team: unknown, game_winners: readonly string[]) => ({
        ...(setsOf(
          `${game_winners.filter((team) => team === a).length}-${game_winners.filter((team) => team === b).length}`,
        )[0] ?? assert.fail()),
        first_server_team,
        game_winners,
      });
      // A serves the games 1, 3, 5 and 7 and wins them all, B serves 2, 4 and 6 and wins the first of them: 5 of 7 held.
      const served = set(a, [a, b, a, a, a, a, a]);
      assert.deepEqual([served.team_a_games, served.team_b_games], [6, 1]);
      const match = (daysAgo: number, changes: object) =>
        world.match(-daysAgo, undefined, { set_scores: null, ...changes });
      await world.submit([
        match(9, { set_scores: [served] }),
        // The other way round: of the games 1, 3, 5 and 7 B wins the first, of 2, 4 and 6 A wins all: 4 of 7 held.
        match(8, { set_scores: [set(b, [b, a, a, a, a, a, a])] }),
        // The server is unknown; the match stopped; it was a walkover; it is not confirmed.
        match(7, { set_scores: setsOf('6-4 6-4') }),
        match(6, { set_scores: [served], outcome: 'retired' }),
        match(5, { outcome: 'walkover' }),
        match(4, { set_scores: [served], trust_tier: 'player_confirmed' }),
      ]);
      const { matches, service_games, hold_rate } = await calibrate(context(), { blockMatches: 2 });
      // 9 of 14 beside the prior's 1260 of 2000.
      assert.deepEqual([matches, service_games, hold_rate], [4, 14, 1269 / 2014]);
    });

    test('a calibration folds steepness and penalty exactly, in blocks of any size', async () => {
      await playSeason(world, 60, 5);
      const rows = world.rated();
      const expected = poolAfter(rows, world.players);
      assert.notDeepEqual(expected, NEW_POOL);
      for (const [round, blockMatches] of [1, 7, 60, 2000].entries()) {
        const { steepness, penalty, matches } = await calibrate(context(NOW + round), { blockMatches });
        assert.deepEqual([matches, { steepness, penalty }], [rows.length, expected]);
      }
      const { steepness, penalty } = await currentPool(database);
      assert.deepEqual({ steepness, penalty }, expected);
    });

    test('a calibration is stored with its date, and the last one is used', async () => {
      const kept = await calibrate(context(NOW + 10_000));
      await world.send(world.match(0));
      assert.deepEqual(await readCalibration(database), kept);
      assert.deepEqual(await getCalibration(context()), {
        ...kept,
        calibrated_at: new Date(NOW + 10_000).toISOString(),
        steepness: Math.round(kept.steepness * 10_000) / 10_000,
        penalty: Math.round(kept.penalty * 10_000) / 10_000,
        hold_rate: Math.round(kept.hold_rate * 10_000) / 10_000,
      });
      const again = await calibrate(context(NOW + 10_000));
      assert.deepEqual([again.matches, await readCalibration(database)], [kept.matches + 1, again]);
    });

    test('a calibration reports its progress, and a cancelled one stores nothing', async () => {
      const kept = await readCalibration(database);
      const calling = new AbortController();
      const reported: number[] = [];
      const onProgress = ({ done }: { done: number }): void => {
        reported.push(done);
        if (done >= 10) calling.abort(new Error('the caller is gone'));
      };
      const options = { blockMatches: 5, onProgress, signal: calling.signal };
      await assert.rejects(calibrate(context(NOW + 20_000), options), /the caller is gone/);
      assert.deepEqual([reported, await readCalibration(database)], [[0, 5, 10], kept]);
    });
  });
});

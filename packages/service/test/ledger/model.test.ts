/** A ledger that is rated with another model than this node's: it takes no match until it is rebuilt. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Database, statement } from '@bandeja/postgres/database';
import { MODEL_VERSION } from '@bandeja/rating';
import { adoptModel } from '../../src/settlement/rebuild.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { storedRows } from '../support/stored.ts';
import { type CallOptions, type TestMatch, World } from '../support/world.ts';
import { tamperWithAll } from './tampering.ts';

const OTHER = 'pair-0';

const models = statement(
  'test_models_stored',
  `select distinct model_version from (
     select model_version from ledger_state
     union all select model_version from match_ratings
     union all select model_version from player_ratings where model_version is not null
   ) m order by model_version`,
);

const modelsOf = async (database: Database): Promise<string[]> =>
  (await database.query<{ model_version: string }>(models)).map((row) => row.model_version);

const serve = (database: Database, model: string): Promise<void> =>
  database.script(`update ledger_state set model_version = '${model}'`);

/** Makes of the world's ledger what another model might have made of it. */
async function rateWithOther(database: Database, world: World): Promise<void> {
  await tamperWithAll(database, world);
  await database.script(
    `update match_ratings set model_version = '${OTHER}'; update ledger_state set model_version = '${OTHER}';
     update player_ratings set model_version = '${OTHER}' where model_version is not null`,
  );
}

const isNotReady = { name: 'Problem', code: 'not_ready' };

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  interface Played {
    readonly world: World;
    readonly rated: TestMatch;
    readonly pending: TestMatch;
  }
  async function playSome(): Promise<Played> {
    const world = await World.open(database);
    const rated = world.match(10, [0, 1, 2, 3]);
    const pending = world.match(11, [0, 4, 1, 5], { trust_tier: 'player_confirmed' });
    await world.submit([rated, pending, world.match(12, [0, 2, 4, 6]), world.match(13, [1, 3, 5, 7])]);
    return { world, rated, pending };
  }

  describe(`with the ratings of another model, on ${engine}`, () => {
    const changes: Readonly<Record<string, (played: Played, options: CallOptions) => Promise<unknown>>> = {
      'a match that is appended': ({ world }, options) => world.send(world.match(20, [0, 1, 2, 3]), options),
      'a match of players who have never played': ({ world }, options) =>
        world.send(world.match(9, [8, 9, 10, 11]), options),
      'a late match': ({ world }, options) => world.send(world.match(9, [0, 1, 8, 9]), options),
      'a batch with one rated match in it': ({ world }, options) =>
        world.submit(
          [world.match(20, [0, 1, 2, 3], { trust_tier: 'player_confirmed' }), world.match(20, [4, 5, 6, 7])],
          options,
        ),
      'a confirmation': ({ world, pending }, options) => world.confirm(pending, options),
      'a void of a rated match': ({ world, rated }, options) => world.void(rated, options),
      'an amendment of a rated match': ({ world, rated }, options) =>
        world.amend(rated, { winning_team: 'B', set_scores: null }, options),
    };
    for (const [name, change] of Object.entries(changes)) {
      test(`${name} answers not_ready and stores nothing`, async () => {
        const played = await playSome();
        const { world } = played;
        await rateWithOther(database, world);
        const [rows, ledger, state] = [await storedRows(database), await world.stored(), await world.state()];
        for (const closureMax of [0, 1000]) await assert.rejects(change(played, { closureMax }), isNotReady);
        assert.deepEqual(
          [await storedRows(database), await world.stored(), await world.state()],
          [rows, ledger, state],
        );
        await world.rebuild();
        await world.assertExact();
      });
    }

    test('unrated matches are accepted normally', async () => {
      const { world, rated, pending } = await playSome();
      await rateWithOther(database, world);
      const walkover = world.match(20, [0, 1, 2, 3], { outcome: 'walkover', set_scores: null });
      const another = world.match(21, [0, 1, 2, 3], { trust_tier: 'player_confirmed' });
      await world.submit([walkover, another]);
      await world.void(walkover);
      await world.amend(another, { winning_team: 'B', set_scores: null });
      await world.void(pending);
      await world.amend(rated, { venue_label: 'Club Norte' });
      await world.rebuild();
      await world.assertExact();
    });

    test('the settler does nothing with ratings of another model', async () => {
      for (const steps of [0, 1, 2]) {
        const { world } = await playSome();
        await world.send(world.match(9, [0, 1, 2, 3]));
        const settler = world.settler();
        for (let step = 0; step < steps; step += 1) await settler.step();
        await rateWithOther(database, world);
        const [ledger, state] = [await world.stored(), await world.state()];
        for (const one of [settler, world.settler()]) assert.equal(await one.step(), 'idle');
        assert.deepEqual([await world.stored(), await world.state()], [ledger, state]);
        await world.rebuild();
        await world.assertExact();
      }
    });

    test('a rebuild converts all ratings to this node’s model, and matches are accepted again', async () => {
      const { world, rated, pending } = await playSome();
      await rateWithOther(database, world);
      assert.deepEqual(await modelsOf(database), [OTHER]);
      await world.rebuild();
      assert.deepEqual(await modelsOf(database), [MODEL_VERSION]);
      await world.assertExact();
      await world.send(world.match(20, [0, 1, 2, 3]));
      await world.void(rated);
      await world.spreadMarks();
      await world.confirm(pending);
      await world.settler().finish();
      assert.deepEqual(await modelsOf(database), [MODEL_VERSION]);
      await world.assertExact();
    });
  });

  test(`an empty ledger takes over a node’s model, another does not, on ${engine}`, async () => {
    const fresh = await openMigratedDatabase(engine);
    try {
      const world = await World.open(fresh);
      assert.deepEqual(await adoptModel(world.context()), { ledger: MODEL_VERSION, own: MODEL_VERSION });
      await serve(fresh, OTHER);
      assert.deepEqual(await adoptModel(world.context()), { ledger: MODEL_VERSION, own: MODEL_VERSION });
      await world.send(world.match(10, [0, 1, 2, 3]));
      await serve(fresh, OTHER);
      assert.deepEqual(await adoptModel(world.context()), { ledger: OTHER, own: MODEL_VERSION });
      assert.equal((await world.state()).model_version, OTHER);
    } finally {
      await fresh.close();
    }
  });
});

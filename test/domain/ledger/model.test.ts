/** A ledger that is rated with another model than this node's: nobody adds to it until it is rebuilt. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { adoptModel } from '../../../src/domain/ledger/index.ts';
import { amendMatch, confirmMatch, submitMatches, voidMatch } from '../../../src/domain/matches/index.ts';
import { MODEL_VERSION } from '../../../src/rating/index.ts';
import { type Database, statement } from '../../../src/store/engine/database.ts';
import { calledBy } from '../../support/context.ts';
import { openMigratedDatabase } from '../../support/database.ts';
import { onEachEngine } from '../../support/engines.ts';
import { storedRows } from '../../support/stored.ts';
import { Scene, type SceneMatch } from './scene.ts';
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

/** Makes of the scene's ledger what another model might have made of it. */
async function rateWithOther(database: Database, scene: Scene): Promise<void> {
  await tamperWithAll(database, scene);
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
    readonly scene: Scene;
    readonly rated: SceneMatch;
    readonly pending: SceneMatch;
  }
  async function playSome(): Promise<Played> {
    const scene = await Scene.open(database);
    const rated = scene.match(10, [0, 1, 2, 3]);
    const pending = scene.match(11, [0, 4, 1, 5], { trust_tier: 'player_confirmed' });
    await scene.submit([rated, pending, scene.match(12, [0, 2, 4, 6]), scene.match(13, [1, 3, 5, 7])]);
    return { scene, rated, pending };
  }

  describe(`with the ratings of another model, on ${engine}`, () => {
    const changes: Readonly<Record<string, (played: Played, closureMax: number) => Promise<unknown>>> = {
      'a match that is appended': ({ scene }, closureMax) =>
        submitMatches(scene.context(closureMax), [
          { actor: scene.caller('norte'), body: scene.match(20, [0, 1, 2, 3]).body },
        ]),
      'a match of players who have never played': ({ scene }, closureMax) =>
        submitMatches(scene.context(closureMax), [
          { actor: scene.caller('norte'), body: scene.match(9, [8, 9, 10, 11]).body },
        ]),
      'a late match': ({ scene }, closureMax) =>
        submitMatches(scene.context(closureMax), [
          { actor: scene.caller('norte'), body: scene.match(9, [0, 1, 8, 9]).body },
        ]),
      'a batch with one rated match in it': ({ scene }, closureMax) =>
        submitMatches(
          scene.context(closureMax),
          [scene.match(20, [0, 1, 2, 3], { trust_tier: 'player_confirmed' }), scene.match(20, [4, 5, 6, 7])].map(
            ({ body }) => ({ actor: scene.caller('norte'), body }),
          ),
        ),
      'a confirmation': ({ scene, pending }, closureMax) =>
        confirmMatch(calledBy(scene.context(closureMax), scene.caller('norte')), pending.id),
      'a void of a rated match': ({ scene, rated }, closureMax) =>
        voidMatch(calledBy(scene.context(closureMax), scene.caller('norte')), rated.id, 'Twice.'),
      'an amendment of a rated match': ({ scene, rated }, closureMax) =>
        amendMatch(calledBy(scene.context(closureMax), scene.caller('norte')), rated.id, {
          winning_team: 'B',
          set_scores: null,
        }),
    };
    for (const [name, change] of Object.entries(changes)) {
      test(`${name} answers not_ready and stores nothing`, async () => {
        const played = await playSome();
        const { scene } = played;
        await rateWithOther(database, scene);
        const [rows, ledger, state] = [await storedRows(database), await scene.stored(), await scene.state()];
        for (const closureMax of [0, 1000]) await assert.rejects(change(played, closureMax), isNotReady);
        assert.deepEqual(
          [await storedRows(database), await scene.stored(), await scene.state()],
          [rows, ledger, state],
        );
        await scene.rebuild();
        await scene.assertExact();
      });
    }

    test('what is not rated is taken as ever', async () => {
      const { scene, rated, pending } = await playSome();
      await rateWithOther(database, scene);
      const walkover = scene.match(20, [0, 1, 2, 3], { outcome: 'walkover', set_scores: null });
      const another = scene.match(21, [0, 1, 2, 3], { trust_tier: 'player_confirmed' });
      await scene.submit([walkover, another]);
      await scene.void(walkover);
      await scene.amend(another, { winning_team: 'B', set_scores: null });
      await scene.void(pending);
      await scene.amend(rated, { venue_label: 'Club Norte' });
      await scene.rebuild();
      await scene.assertExact();
    });

    test('the settler does nothing, whatever is owed or under way', async () => {
      for (const steps of [0, 2]) {
        const { scene } = await playSome();
        await scene.send(scene.match(9, [0, 1, 2, 3]));
        const settler = scene.settler();
        for (let step = 0; step < steps; step += 1) await settler.step();
        await rateWithOther(database, scene);
        const [ledger, state] = [await scene.stored(), await scene.state()];
        for (const one of [settler, scene.settler()]) assert.deepEqual(await one.step(), { status: 'idle' });
        assert.deepEqual([await scene.stored(), await scene.state()], [ledger, state]);
        await scene.rebuild();
        await scene.assertExact();
      }
    });

    test('a rebuild makes all of it this node’s, and matches are taken again', async () => {
      const { scene, rated, pending } = await playSome();
      await rateWithOther(database, scene);
      assert.deepEqual(await modelsOf(database), [OTHER]);
      await scene.rebuild();
      assert.deepEqual(await modelsOf(database), [MODEL_VERSION]);
      await scene.assertExact();
      await scene.send(scene.match(20, [0, 1, 2, 3]));
      await scene.void(rated);
      await scene.confirm(pending);
      await scene.settler().finish();
      assert.deepEqual(await modelsOf(database), [MODEL_VERSION]);
      await scene.assertExact();
    });
  });

  test(`an empty ledger takes over a node’s model, another does not, on ${engine}`, async () => {
    const fresh = await openMigratedDatabase(engine);
    try {
      const scene = await Scene.open(fresh);
      assert.deepEqual(await adoptModel(scene.context()), { ledger: MODEL_VERSION, own: MODEL_VERSION });
      await serve(fresh, OTHER);
      assert.deepEqual(await adoptModel(scene.context()), { ledger: MODEL_VERSION, own: MODEL_VERSION });
      await scene.send(scene.match(10, [0, 1, 2, 3]));
      await serve(fresh, OTHER);
      assert.deepEqual(await adoptModel(scene.context()), { ledger: OTHER, own: MODEL_VERSION });
      assert.equal((await scene.state()).model_version, OTHER);
    } finally {
      await fresh.close();
    }
  });
});

/** What is kept, for how long, how much of it, and for whom. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getAnalysis } from '../../../src/domain/analysis/index.ts';
import { getCard } from '../../../src/domain/card/index.ts';
import type { Context } from '../../../src/domain/context.ts';
import { type AskedAnswer, KeptAnswers } from '../../../src/domain/kept-answers.ts';
import { updatePlayer } from '../../../src/domain/players/index.ts';
import type { Database } from '../../../src/store/engine/database.ts';
import { openMigratedDatabase } from '../../support/database.ts';
import { onEachEngine } from '../../support/engines.ts';
import { Scene } from '../settlement/scene.ts';

/** A database that notes the names of its statements. */
function noting(database: Database): { readonly database: Database; take(): string[] } {
  let names: string[] = [];
  return {
    database: {
      engine: database.engine,
      query(statement, values) {
        names.push(statement.name);
        return database.query(statement, values);
      },
      script: (sql) => database.script(sql),
      transaction: (work, options) => database.transaction(work, options),
      isReachable: (timeoutMs) => database.isReachable(timeoutMs),
      close: () => database.close(),
    },
    take() {
      const taken = names;
      names = [];
      return taken;
    },
  };
}

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  async function aNode() {
    const scene = await Scene.open(database);
    await scene.submit([scene.match(10, [0, 1, 2, 3]), scene.match(11, [0, 4, 5, 6])]);
    const { database: noted, take } = noting(database);
    const context: Context = { ...scene.context(), database: noted, keptAnswers: new KeptAnswers() };
    return { scene, context, take, norte: scene.caller('norte'), sur: scene.caller('sur') };
  }

  describe(`an answer that is asked for again, on ${engine}`, () => {
    test('is the very one of before, after one look at the versions', async () => {
      const { scene, context, take, norte } = await aNode();
      const first = [
        await getCard(context, norte, scene.username(0)),
        await getAnalysis(context, norte, scene.username(0), 50),
      ];
      assert.deepEqual(take(), ['card_reading', 'analysis_reading']);
      const again = [
        await getCard(context, norte, scene.username(0)),
        await getAnalysis(context, norte, scene.username(0), 50),
      ];
      assert.deepEqual(take(), ['answer_versions', 'answer_versions']);
      for (const [index, answer] of again.entries()) assert.equal(answer, first[index]);
    });

    test('is kept also of one who has played with nobody', async () => {
      const { scene, context, take, norte } = await aNode();
      for (const _ of [1, 2]) await getCard(context, norte, scene.username(11));
      assert.deepEqual(take(), ['card_reading', 'answer_versions']);
    });

    test('is worked out anew when the rows of others were put elsewhere, though none was changed', async () => {
      const { scene, context, take, norte } = await aNode();
      const first = await getCard(context, norte, scene.username(0));
      await database.script('vacuum full players');
      assert.deepEqual(await getCard(context, norte, scene.username(0)), first);
      assert.deepEqual(await getCard(context, norte, scene.username(0)), first);
      assert.deepEqual(take(), ['card_reading', 'answer_versions', 'card_reading', 'answer_versions']);
    });

    test('is not taken for that of another row which stands there now, written by the same transaction', async () => {
      const { scene, context, norte } = await aNode();
      const rename = (seat: number, name: string) =>
        updatePlayer(context, norte, scene.username(seat), {
          display_name: name,
          country_code: undefined,
          profile_is_public: null,
        });
      const teammates = async () => {
        const { teammates: mates } = await getAnalysis(context, norte, scene.username(0), 50);
        return mates.map(({ display_name: name }) => name);
      };
      // A dead row in front: the table without it has everybody a place further down.
      await rename(0, 'In front');
      const before = await teammates();
      await database.script('vacuum full players');
      await rename(1, 'Renamed');
      const after = await teammates();
      assert.equal(before.length, after.length);
      assert.ok(after.includes('Renamed') && !before.includes('Renamed'), `${before} and then ${after}`);
    });

    test('shares that look with others of the same moment, and each gets its own', async () => {
      const { scene, context, take, norte, sur } = await aNode();
      const ask = () =>
        Promise.all([
          getCard(context, norte, scene.username(0)),
          getCard(context, sur, scene.username(0)),
          getCard(context, norte, scene.username(11)),
          getAnalysis(context, sur, scene.username(4), 50),
          getAnalysis(context, sur, scene.username(4), 1),
        ]);
      const first = await ask();
      take();
      const again = await ask();
      assert.deepEqual(take(), ['answer_versions']);
      for (const [index, answer] of again.entries()) assert.equal(answer, first[index]);
      assert.equal(new Set(first).size, first.length);
    });

    test('is nobody else’s: the other partner sees what it may see', async () => {
      const { scene, context, norte, sur } = await aNode();
      const own = await getCard(context, norte, scene.username(0));
      const others = await getCard(context, sur, scene.username(0));
      assert.ok(own.last_matches.every((match) => match.id !== null));
      assert.ok(others.last_matches.every((match) => match.id === null));
    });

    test('is worked out anew after an hour, and by a clock that was set back', async () => {
      const { scene, context, take, norte } = await aNode();
      const asked = async (ms: number): Promise<string[]> => {
        scene.now += ms;
        await getCard(context, norte, scene.username(0));
        return take();
      };
      assert.deepEqual(await asked(0), ['card_reading']);
      assert.deepEqual(await asked(3_599_999), ['answer_versions']);
      assert.deepEqual(await asked(1), ['card_reading']);
      assert.deepEqual(await asked(-1), ['card_reading']);
    });

    test('is, of a player who has gone out of sight, that of one who was never seen', async () => {
      const { scene, context, take, norte, sur } = await aNode();
      await getCard(context, sur, scene.username(0));
      const hidden = { display_name: null, country_code: undefined, profile_is_public: false };
      await updatePlayer(context, norte, scene.username(0), hidden);
      const refused = async (username: string): Promise<string[]> => {
        take();
        await assert.rejects(getCard(context, sur, username), { code: 'player_not_found' });
        return take();
      };
      await refused(scene.username(0));
      assert.deepEqual(await refused(scene.username(0)), ['card_reading']);
      assert.deepEqual(await refused('nobody-here'), ['card_reading']);
    });
  });
});

describe('What is kept', () => {
  const asked = (number: number): AskedAnswer => ({ what: 'card', partnerId: 'norte', username: `ana-${number}` });
  const answer = (text: string) => ({
    view: { text },
    madeOf: { versions: '1 2 3', otherPlaces: new Uint8Array(12) },
    momentOf: () => null,
    until: Number.POSITIVE_INFINITY,
  });

  test('is at most so many answers, those that were asked for last', () => {
    const kept = new KeptAnswers({ entriesMax: 3 });
    for (const number of [1, 2, 3]) kept.keep(asked(number), answer('a'), 0);
    kept.find(asked(1));
    kept.keep(asked(4), answer('a'), 0);
    assert.deepEqual(
      [1, 2, 3, 4].map((number) => kept.find(asked(number)) !== undefined),
      [true, false, true, true],
    );
  });

  test('is at most so many bytes, however large the answers are', () => {
    const kept = new KeptAnswers({ bytesMax: 100_000 });
    for (let number = 0; number < 200; number += 1) {
      kept.keep(asked(number % 70), answer('a'.repeat((number * 37) % 3_000)), 0);
      assert.ok(kept.bytes <= 100_000);
    }
    assert.ok(kept.size > 5);
    kept.keep(asked(0), answer('a'.repeat(100_000)), 0);
    assert.deepEqual([kept.size, kept.bytes], [0, 0]);
  });

  test('keeps of what the database gave nothing but what belongs to it', () => {
    const kept = new KeptAnswers();
    const otherPlaces = new Uint8Array(65_536).fill(7).subarray(8, 24);
    kept.keep(asked(1), { ...answer('a'), madeOf: { versions: '1', otherPlaces } }, 0);
    const { madeOf } = kept.find(asked(1)) ?? assert.fail();
    assert.deepEqual([madeOf.otherPlaces, madeOf.otherPlaces.buffer.byteLength], [new Uint8Array(16).fill(7), 16]);
  });

  test('is counted as what it takes', () => {
    const kept = new KeptAnswers();
    kept.keep(asked(1), answer('a'), 0);
    const { bytes } = kept;
    kept.keep(asked(1), answer('a'), 0);
    assert.deepEqual([kept.size, kept.bytes], [1, bytes]);
    kept.forget(asked(1));
    kept.forget(asked(2));
    assert.deepEqual([kept.size, kept.bytes], [0, 0]);
  });
});

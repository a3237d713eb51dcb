/** Whatever happens, an answer that was kept is what it would be if it were worked out anew. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { Database } from '../../../src/store/engine/database.ts';
import { openMigratedDatabase } from '../../support/database.ts';
import { onEachEngine } from '../../support/engines.ts';
import { aLife, Lives } from './random-lives.ts';

/** So many lives are lived; more where somebody asks for a longer look. */
const { LIVES } = process.env;
const livesOn = { pglite: 3, postgres: 8 } as const;
const STEPS_MAX = 20;

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  describe(`a node that keeps answers, on ${engine}`, () => {
    test('answers what one does that keeps nothing, through random lives', async () => {
      const lives = await Lives.open(database);
      const numRuns = LIVES === undefined ? livesOn[engine] : Number(LIVES);
      await fc.assert(
        fc.asyncProperty(aLife(STEPS_MAX), (life) => lives.live(life)),
        { numRuns, endOnFailure: true },
      );
      assert.ok(
        lives.givenAgain > lives.workedOut / 4,
        `${lives.givenAgain} given again, ${lives.workedOut} worked out`,
      );
    });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Pipeline } from '../../../src/store/engine/pipeline.ts';
import { garbageCollector } from '../../support/garbage.ts';
import { sql } from './conformance.ts';

describe('a pipeline that is over', () => {
  const ends: readonly (readonly [string, (pipeline: Pipeline) => void])[] = [
    ['answered', (pipeline) => pipeline.handleReadyForQuery()],
    ['refused', (pipeline) => pipeline.handleError(new Error('refused'))],
  ];
  for (const [how, end] of ends) {
    it(`because it was ${how} keeps no value of its statements, whoever keeps the pipeline`, async () => {
      const collectGarbage = garbageCollector();
      const pipeline = new Pipeline();
      const value = addTo(pipeline);
      collectGarbage();
      assert.notEqual(value.deref(), undefined);
      // What a WeakRef has given stays until the turn is over.
      await nextTurn();
      end(pipeline);
      await pipeline.ended;
      await nextTurn();
      collectGarbage();
      assert.equal(value.deref(), undefined);
      // Keeps the pipeline itself until here.
      assert.ok(pipeline.ended);
    });
  }
});

/** Adds a statement with a value that nobody else keeps. */
function addTo(pipeline: Pipeline): WeakRef<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(1000);
  pipeline.add(sql('select $1'), [bytes]).catch(() => {});
  return new WeakRef(bytes);
}

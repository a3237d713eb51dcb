import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { UsageLog } from '../../../src/domain/keys/usage-log.ts';
import type { KeyUse } from '../../../src/store/keys.ts';

function setUp(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let nowMs = 0;
  const written: (readonly KeyUse[])[] = [];
  const faults: unknown[] = [];
  const broken = { is: false };
  const log = new UsageLog({
    elapsedMs: () => nowMs,
    onFault: (error) => faults.push(error),
    write: async (uses) => {
      if (broken.is) throw new Error('the database is away');
      written.push(uses);
    },
  });
  const pass = async (ms: number): Promise<void> => {
    nowMs += ms;
    t.mock.timers.tick(ms);
    await settled();
  };
  return { log, pass, written, faults, broken };
}

describe('the last use of a key', () => {
  it('is written a second after the first use, and not by the request', async (t) => {
    const { log, pass, written } = setUp(t);
    log.note('a', 5);
    assert.deepEqual(written, []);
    await pass(1_000);
    assert.deepEqual(written, [[{ keyId: 'a', at: 5 }]]);
  });

  it('is written at most once a minute, for all keys together, with the latest use of each', async (t) => {
    const { log, pass, written } = setUp(t);
    log.note('a', 1);
    await pass(1_000);
    for (let at = 2; at < 50; at += 1) {
      log.note('a', at);
      log.note('b', at * 10);
      await pass(1_000);
    }
    assert.equal(written.length, 1);
    await pass(20_000);
    const last = [
      { keyId: 'a', at: 49 },
      { keyId: 'b', at: 490 },
    ];
    assert.deepEqual(written.slice(1), [last]);
  });

  it('is written when the service stops', async (t) => {
    const { log, written } = setUp(t);
    log.note('a', 7);
    await log.close();
    assert.deepEqual(written, [[{ keyId: 'a', at: 7 }]]);
    await log.close();
    assert.equal(written.length, 1);
  });

  it('is kept when it cannot be written, reported, and written later', async (t) => {
    const { log, pass, written, faults, broken } = setUp(t);
    broken.is = true;
    log.note('a', 1);
    log.note('b', 2);
    await pass(1_000);
    assert.equal(faults.length, 1);
    broken.is = false;
    log.note('b', 3);
    await pass(60_000);
    const both = [
      { keyId: 'a', at: 1 },
      { keyId: 'b', at: 3 },
    ];
    assert.deepEqual(written, [both]);
  });
});

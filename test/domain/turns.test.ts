import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type OwnerLimits, type TurnLimits, Turns } from '../../src/domain/turns.ts';

const LIMITS: TurnLimits = { running: 4, waiting: 100 };
const OWN: OwnerLimits = { running: 2, waiting: 50 };

/** Turns of work by name, which ends when it is told to. */
function someTurns(limits: Partial<TurnLimits> = {}) {
  const turns = new Turns({ ...LIMITS, ...limits });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const push = (owner: string, name: string, { units = 1, limits: own = OWN } = {}): Promise<string> =>
    turns.run(owner, own, units, () => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string): Promise<void> => {
    const ending = ends.get(name) ?? assert.fail(`${name} has not begun`);
    ends.delete(name);
    ending();
    await new Promise(setImmediate);
  };
  return { turns, begun, push, end };
}

describe('turns', () => {
  it('begin at once, in the same turn of the event loop, for an owner who has little under way', () => {
    const { begun, push } = someTurns();
    void push('ana', 'a');
    assert.deepEqual(begun, ['a']);
    void push('ana', 'b');
    assert.deepEqual(begun, ['a', 'b']);
  });

  it('bound what one owner has under way, in units, and hold up nobody else for it', async () => {
    const { begun, push, end } = someTurns();
    void push('ana', 'a', { units: 2 });
    void push('ana', 'b');
    void push('bea', 'c');
    assert.deepEqual(begun, ['a', 'c']);
    await end('a');
    assert.deepEqual(begun, ['a', 'c', 'b']);
  });

  it('bound what is under way in all', async () => {
    const { begun, push, end } = someTurns();
    for (const owner of ['ana', 'bea', 'cruz', 'dora', 'eva']) void push(owner, owner);
    assert.deepEqual(begun, ['ana', 'bea', 'cruz', 'dora']);
    await end('bea');
    assert.equal(begun.at(-1), 'eva');
  });

  it('go round the owners, a job each, whoever came first and however much waits', async () => {
    const { begun, push, end } = someTurns({ running: 1 });
    for (const name of ['1', '2', '3', '4']) void push('ana', name);
    void push('bea', 'b');
    void push('cruz', 'c');
    for (const name of ['1', '2', 'b', 'c', '3', '4']) {
      assert.equal(begun.at(-1), name);
      await end(name);
    }
  });

  it('let heavy work wait for room without lighter work of others going past it', async () => {
    const { begun, push, end } = someTurns();
    const own = { running: 4, waiting: 50 };
    void push('ana', 'a');
    void push('bea', 'heavy', { units: 4, limits: own });
    void push('cruz', 'light');
    assert.deepEqual(begun, ['a']);
    await end('a');
    assert.deepEqual(begun, ['a', 'heavy']);
    await end('heavy');
    assert.deepEqual(begun, ['a', 'heavy', 'light']);
  });

  it('run work that is heavier than its owner may have, alone among the owner’s', async () => {
    const { begun, push, end } = someTurns();
    void push('ana', 'huge', { units: 1_000 });
    void push('ana', 'a');
    void push('bea', 'b');
    assert.deepEqual(begun, ['huge', 'b']);
    await end('huge');
    assert.deepEqual(begun, ['huge', 'b', 'a']);
  });

  it('refuse what would wait past the owner’s bound, and tell so before', async () => {
    const { turns, begun, push, end } = someTurns();
    const own = { running: 1, waiting: 2 };
    for (const name of ['a', 'b', 'c']) void push('ana', name, { limits: own });
    assert.equal(turns.isFull('ana', own), true);
    await assert.rejects(push('ana', 'd', { limits: own }), { code: 'overloaded' });
    assert.equal(turns.isFull('bea', own), false);
    void push('bea', 'e', { limits: own });
    await end('a');
    assert.equal(turns.isFull('ana', own), false);
    assert.deepEqual(begun, ['a', 'e', 'b']);
  });

  it('refuse what would wait past the bound of all, but never an owner who has nothing waiting', async () => {
    const { begun, push, end } = someTurns({ running: 1, waiting: 2 });
    void push('ana', 'a');
    void push('ana', 'b');
    void push('ana', 'c');
    await assert.rejects(push('ana', 'd'), { code: 'overloaded' });
    void push('bea', 'e');
    await assert.rejects(push('bea', 'f'), { code: 'overloaded' });
    await end('a');
    await end('b');
    assert.deepEqual(begun, ['a', 'b', 'e']);
  });

  it('answer with what the work answers or throws, and go on in either case', async () => {
    const turns = new Turns({ running: 1, waiting: 10 });
    const own = { running: 1, waiting: 10 };
    const failing = [
      () => Promise.reject(new Error('it failed')),
      (): Promise<never> => {
        throw new Error('it failed');
      },
    ];
    for (const fail of failing) {
      const failed = turns.run('ana', own, 1, fail);
      const next = turns.run('bea', own, 1, fail);
      await assert.rejects(failed, /it failed/);
      await assert.rejects(next, /it failed/);
    }
    assert.equal(await turns.run('ana', own, 1, async () => 'done'), 'done');
  });

  it('run every job once, within the bounds, those of one owner in the order of coming', async () => {
    const aJob = fc.record({
      owner: fc.constantFrom('ana', 'bea', 'cruz'),
      units: fc.integer({ min: 1, max: 6 }),
      ms: fc.nat(3),
    });
    const property = fc.asyncProperty(fc.array(aJob), fc.integer({ min: 5, max: 12 }), async (jobs, running) => {
      const turns = new Turns({ running, waiting: 1_000 });
      const own = { running: 5, waiting: 1_000 };
      const begun: number[] = [];
      const under = new Map<string, number>();
      await Promise.all(
        jobs.map(({ owner, units, ms }, index) =>
          turns.run(owner, own, units, async () => {
            begun.push(index);
            under.set(owner, (under.get(owner) ?? 0) + Math.min(units, 5));
            assert.ok((under.get(owner) ?? 0) <= 5);
            assert.ok([...under.values()].reduce((sum, some) => sum + some, 0) <= running);
            for (let turn = 0; turn < ms; turn += 1) await new Promise(setImmediate);
            under.set(owner, (under.get(owner) ?? 0) - Math.min(units, 5));
          }),
        ),
      );
      assert.equal(begun.length, jobs.length);
      for (const owner of ['ana', 'bea', 'cruz']) {
        const own = begun.filter((index) => jobs[index]?.owner === owner);
        assert.deepEqual(
          own,
          own.toSorted((a, b) => a - b),
        );
      }
    });
    await fc.assert(property);
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { serviceContext } from '../../src/domain/context.ts';
import { createPartner } from '../../src/domain/partners/partners.ts';
import { RateLimiter, type RateVerdict } from '../../src/domain/rate-limiter.ts';
import { type Database, statement } from '../../src/store/engine/database.ts';
import { SLOT_MS, SLOTS } from '../../src/store/spending.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';

const shift = statement(
  'test_spending_shift',
  'update partner_spending set slot = slot + $2::bigint where partner_id = $1',
);

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  const freshPartner = async (): Promise<string> =>
    (await createPartner(serviceContext(database), { name: 'Club', plan: 'pro' })).id;

  const failOnFault = (error: unknown): never => assert.fail(String(error));

  const aLimiter = (pro: number, onFault: (error: unknown) => void = failOnFault): RateLimiter =>
    new RateLimiter(database, { limits: { starter: pro, pro, enterprise: pro }, onFault });

  /** Spends one unit after the other until one is refused. @returns how many were allowed */
  async function exhaust(
    limiter: RateLimiter,
    partner: string,
    cost = 1,
  ): Promise<{ allowed: number; last: RateVerdict }> {
    for (let allowed = 0; ; allowed += 1) {
      const last = await limiter.spend(partner, 'pro', cost);
      if (!last.isAllowed) return { allowed, last };
    }
  }

  /** Lets time pass, in slots, for the database and for this process. */
  function passTime(t: TestContext, partner: string): (slots: number) => Promise<void> {
    const now = performance.now.bind(performance);
    let aheadMs = 0;
    t.mock.method(performance, 'now', () => now() + aheadMs);
    return async (slots) => {
      aheadMs += slots * SLOT_MS;
      await database.query(shift, [partner, -slots]);
    };
  }

  /** What was spent a moment ago leaves the minute when its slot of five seconds does. */
  const isAboutAMinute = (seconds: number): boolean => seconds >= 54 && seconds <= 66;

  describe('a rate limiter', () => {
    it('lets in as much as the limit, says what is left, and when there will be more', async () => {
      const partner = await freshPartner();
      const limiter = aLimiter(60);
      const { isAllowed, limit, left, waitSeconds } = await limiter.spend(partner, 'pro', 10);
      assert.deepEqual({ isAllowed, limit, left }, { isAllowed: true, limit: 60, left: 50 });
      assert.ok(isAboutAMinute(waitSeconds), String(waitSeconds));
      const { allowed, last } = await exhaust(limiter, partner);
      assert.deepEqual([allowed, last.left], [50, 0]);
      assert.ok(isAboutAMinute(last.waitSeconds), String(last.waitSeconds));
    });

    it('lets in a request that costs the whole limit', async () => {
      const partner = await freshPartner();
      const limiter = aLimiter(25);
      assert.equal((await limiter.spend(partner, 'pro', 25)).isAllowed, true);
      assert.equal((await limiter.spend(partner, 'pro', 25)).isAllowed, false);
    });

    it('counts what was spent before the partner’s plan changed', async () => {
      const partner = await freshPartner();
      const limiter = new RateLimiter(database, {
        limits: { starter: 10, pro: 40, enterprise: 40 },
        onFault: failOnFault,
      });
      assert.equal((await limiter.spend(partner, 'pro', 25)).isAllowed, true);
      assert.equal((await limiter.spend(partner, 'starter', 9)).isAllowed, false);
      assert.equal((await limiter.spend(partner, 'pro', 14)).isAllowed, true);
    });

    it('asks the database seldom: most verdicts are no promises', async () => {
      const partner = await freshPartner();
      const limiter = aLimiter(12_800);
      await limiter.spend(partner, 'pro', 1);
      let promises = 0;
      for (let count = 0; count < 2_000; count += 1) {
        const verdict = limiter.spend(partner, 'pro', 1);
        if (verdict instanceof Promise) promises += 1;
        await verdict;
      }
      assert.ok(promises <= 40, String(promises));
    });

    it('refuses without a question once the allowance is empty', async () => {
      const partner = await freshPartner();
      const limiter = aLimiter(30);
      await exhaust(limiter, partner);
      await limiter.spend(partner, 'pro', 2);
      const questions = countQueries(database);
      for (let count = 0; count < 1_000; count += 1) await limiter.spend(partner, 'pro', 2);
      assert.ok(questions.stop() <= 1);
    });

    it('shares the limit between processes, and no order of requests gets more than it', async () => {
      const aRequest = fc.record({ process: fc.nat(3), cost: fc.integer({ min: 1, max: 30 }) });
      const property = fc.asyncProperty(
        fc.array(aRequest, { minLength: 1, maxLength: 80 }),
        fc.integer({ min: 30, max: 400 }),
        async (requests, limit) => {
          const partner = await freshPartner();
          const limiters = Array.from({ length: 4 }, () => aLimiter(limit));
          const costs = await Promise.all(
            requests.map(async ({ process, cost }) => {
              const verdict = await limiters[process]?.spend(partner, 'pro', cost);
              return verdict?.isAllowed === true ? cost : 0;
            }),
          );
          const spent = costs.reduce((sum, cost) => sum + cost, 0);
          assert.ok(spent <= limit, `${spent} of ${limit}`);
        },
      );
      await fc.assert(property, { numRuns: 30 });
    });

    it('lets in nine tenths of the limit at least, with eight processes of which only some are asked in the end', async () => {
      const partner = await freshPartner();
      const limiters = Array.from({ length: 8 }, () => aLimiter(2_000));
      let allowed = 0;
      for (const limiter of limiters) if ((await limiter.spend(partner, 'pro', 1)).isAllowed) allowed += 1;
      const [first = assert.fail()] = limiters;
      allowed += (await exhaust(first, partner)).allowed;
      assert.ok(allowed >= 1_800, String(allowed));
      assert.ok(allowed <= 2_000, String(allowed));
    });

    it('lets in nothing twice after a restart', async () => {
      const partner = await freshPartner();
      let allowed = 0;
      for (let restarts = 0; restarts < 10; restarts += 1) {
        const limiter = aLimiter(600);
        for (let count = 0; count < 20; count += 1) {
          if ((await limiter.spend(partner, 'pro', 5)).isAllowed) allowed += 5;
        }
      }
      assert.ok(allowed <= 600, String(allowed));
      assert.ok(allowed >= 500, String(allowed));
    });

    it('counts a minute: what was spent before it can be spent again, and never more', async (t) => {
      const partner = await freshPartner();
      const limiter = aLimiter(120);
      const pass = passTime(t, partner);
      assert.equal((await limiter.spend(partner, 'pro', 40)).isAllowed, true);
      await pass(6);
      assert.equal((await exhaust(limiter, partner)).allowed, 80);
      // A slot more may have passed meanwhile.
      await pass(4);
      assert.equal((await exhaust(limiter, partner)).allowed, 0);
      await pass(3);
      assert.equal((await exhaust(limiter, partner)).allowed, 40);
      await pass(24 * 3_600 * 12);
      assert.equal((await exhaust(limiter, partner)).allowed, 120);
    });

    it('lets in about the limit in any minute, however requests come', async (t) => {
      const anArrival = fc.record({ cost: fc.integer({ min: 1, max: 120 }), slotsLater: fc.nat(5) });
      const property = fc.asyncProperty(fc.array(anArrival, { minLength: 20, maxLength: 40 }), async (arrivals) => {
        const partner = await freshPartner();
        const limiter = aLimiter(120);
        const pass = passTime(t, partner);
        const spent: { readonly slot: number; readonly cost: number }[] = [];
        let slot = 0;
        for (const { cost, slotsLater } of arrivals) {
          await pass(slotsLater);
          slot += slotsLater;
          if ((await limiter.spend(partner, 'pro', cost)).isAllowed) spent.push({ slot, cost });
          const lately = spent.filter((one) => one.slot > slot - SLOTS).reduce((sum, one) => sum + one.cost, 0);
          assert.ok(lately <= 120 * 1.02, String(lately));
        }
        t.mock.restoreAll();
      });
      await fc.assert(property, { numRuns: 10 });
    });

    it('follows a new plan', async () => {
      const partner = await freshPartner();
      const limits = { starter: 10, pro: 100, enterprise: 1_000 };
      const limiter = new RateLimiter(database, { limits, onFault: failOnFault });
      const small = await limiter.spend(partner, 'starter', 10);
      assert.deepEqual([small.isAllowed, small.limit], [true, 10]);
      assert.equal((await limiter.spend(partner, 'starter', 1)).isAllowed, false);
      const large = await limiter.spend(partner, 'pro', 50);
      assert.deepEqual([large.isAllowed, large.limit, large.left], [true, 100, 40]);
    });

    it('waits no longer than a minute after the clock of the database was a day ahead', async (t) => {
      const partner = await freshPartner();
      await exhaust(aLimiter(60), partner);
      await database.query(shift, [partner, 24 * 3_600 * 12]);
      const limiter = aLimiter(60);
      const { isAllowed } = await limiter.spend(partner, 'pro', 60);
      assert.equal(isAllowed, false);
      const { waitSeconds } = await limiter.spend(partner, 'pro', 60);
      assert.ok(waitSeconds <= 65, String(waitSeconds));
      await passTime(t, partner)(SLOTS + 1);
      assert.equal((await limiter.spend(partner, 'pro', 60)).isAllowed, true);
    });

    it('does not look at the wall clock', async (t) => {
      const partner = await freshPartner();
      const limiter = aLimiter(60);
      await exhaust(limiter, partner);
      // One mock: a second one would bring back the first, and not the clock, after the test.
      const { mock: clock } = t.mock.method(Date, 'now', () => 0);
      assert.equal((await limiter.spend(partner, 'pro', 30)).isAllowed, false);
      clock.mockImplementation(() => 4_102_444_800_000);
      assert.equal((await limiter.spend(partner, 'pro', 30)).isAllowed, false);
    });

    it('limits by itself while the database does not answer, and asks again later', async (t) => {
      const partner = await freshPartner();
      const faults: unknown[] = [];
      const limiter = aLimiter(100, (error) => faults.push(error));
      await limiter.spend(partner, 'pro', 50);
      const query = t.mock.method(database, 'query', () => Promise.reject(new Error('gone')));
      const { allowed } = await exhaust(limiter, partner);
      assert.ok(allowed >= 49 && allowed <= 51, String(allowed));
      assert.equal(faults.length, 1);
      query.mock.restore();
      const now = performance.now.bind(performance);
      t.mock.method(performance, 'now', () => now() + 2_000);
      // Nothing was written meanwhile, so the database still has its half.
      assert.equal((await limiter.spend(partner, 'pro', 3)).isAllowed, true);
      assert.equal(faults.length, 1);
    });
  });
});

/** Counts the statements that are sent outside transactions. */
function countQueries(database: Database): { stop(): number } {
  const query = database.query.bind(database);
  let count = 0;
  const counted: Database['query'] = (...values) => {
    count += 1;
    return query(...values);
  };
  Object.defineProperty(database, 'query', { value: counted, configurable: true });
  return {
    stop() {
      Reflect.deleteProperty(database, 'query');
      return count;
    },
  };
}

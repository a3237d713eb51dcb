/** Late matches that reach little are settled in their answer, however many come at once, and cost what they cause. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Database } from '@bandeja/postgres/database';
import { openSubmissionQueue } from '../../src/matches/submission-queue.ts';
import type { SubmissionResult } from '../../src/matches/submission-results.ts';
import { submitMatches } from '../../src/matches/submit.ts';
import { voidMatch } from '../../src/matches/transitions.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { interrupted } from '../support/interrupted.ts';
import { asRead } from '../support/matches.ts';
import { type TestMatch, World } from '../support/world.ts';

const GROUPS = 60;
const QUEUE = { running: 2, queued: 4_000, perOwner: { running: 1, queued: 2_000 }, batchMax: 128 };

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  const seatsOf = (group: number): number[] => [0, 1, 2, 3].map((seat) => 4 * group + seat);

  /** Groups of four who have played on the days 10 to 12, and only among themselves. */
  async function openGroups(count: number): Promise<World> {
    const world = await World.open(database, { players: 4 * count, closureMax: 300 });
    const days = [10, 11, 12];
    await world.submit(
      days.flatMap((day) => Array.from({ length: count }, (_, group) => world.match(day, seatsOf(group)))),
    );
    return world;
  }

  /** A queue as in the service, which counts transactions and the units that are charged. */
  function openQueue(world: World) {
    let transactions = 0;
    const counting = interrupted(database, ({ what }) => {
      if (what === 'committed') transactions += 1;
    });
    const charged: number[] = [];
    const context = { ...world.context(), database: counting };
    const queue = openSubmissionQueue(context, QUEUE, (error) => assert.fail(String(error)));
    const submit = async (matches: readonly TestMatch[], partner = 'norte'): Promise<SubmissionResult[]> => {
      const call = { ...context, actor: world.partner(partner), charge: (units: number) => void charged.push(units) };
      const results = await submitMatches(
        call,
        matches.map(({ body }) => body),
        { queue },
      );
      world.sent.push(...matches);
      return results;
    };
    return { submit, charged, transactions: () => transactions };
  }

  const statusesOf = (results: readonly SubmissionResult[]): string[] =>
    results.map((result) => (result.status === 'created' ? asRead(result.match).rating_status : result.status));

  describe(`late matches, on ${engine}`, () => {
    test('sixty late matches of disjoint groups at once are all settled in their answers, in few transactions', async () => {
      const world = await openGroups(GROUPS);
      const { submit, charged, transactions } = openQueue(world);
      const sent = Array.from({ length: GROUPS }, (_, group) => submit([world.match(9, seatsOf(group))]));
      assert.deepEqual(statusesOf((await Promise.all(sent)).flat()), Array(GROUPS).fill('settled'));
      // The first one alone, and the others by the order in which they arrive.
      assert.ok(transactions() <= 8, `${transactions()} transactions`);
      assert.deepEqual(charged, []);
      await world.assertExact();
    });

    test('the late matches of one request are settled group by group: only the group that reaches too much is settling', async () => {
      const world = await openGroups(4);
      // Group 3 has played much more.
      await world.submit(Array.from({ length: 12 }, (_, index) => world.match(13 + index / 100, seatsOf(3))));
      const late = [0, 1, 2, 3].map((group) => world.match(9, seatsOf(group)));
      const answers = await world.submit(late, { closureMax: 10 });
      // All are covered while the reach of the last one is followed.
      assert.equal(answers.at(-1)?.rating_status, 'settling');
      await world.spreadMarks();
      const statuses = await Promise.all(late.map((match) => world.statusOf(match)));
      assert.deepEqual(statuses, ['settled', 'settled', 'settled', 'settling']);
      await world.settler().finish();
      await world.assertExact();
    });

    test('groups that share a player are settled together', async () => {
      const world = await openGroups(3);
      const late = [world.match(9, [0, 1, 2, 3]), world.match(9.5, [3, 4, 5, 6]), world.match(9.6, [8, 9, 10, 11])];
      const answers = await world.submit(late);
      assert.deepEqual(
        answers.map((answer) => answer.rating_status),
        Array(3).fill('settled'),
      );
      await world.assertExact();
    });

    test('several matches that share a reach may reach twice as many matches as one', async () => {
      const world = await openGroups(1);
      await world.submit(Array.from({ length: 12 }, (_, index) => world.match(13 + index / 100, seatsOf(0))));
      const late = [9, 9.1, 9.2].map((hour) => world.match(hour, seatsOf(0)));
      const answers = await world.submit(late, { closureMax: 8 });
      assert.deepEqual(
        answers.map((answer) => answer.rating_status),
        Array(3).fill('settled'),
      );
      assert.equal((await world.send(world.match(9.3, seatsOf(0)), { closureMax: 8 })).rating_status, 'settling');
      await world.spreadMarks();
      await world.settler().finish();
      await world.assertExact();
    });

    test('a change whose transaction runs again is charged once, after it is committed', async () => {
      const world = await openGroups(1);
      await world.submit(Array.from({ length: 50 }, (_, index) => world.match(13 + index / 100, seatsOf(0))));
      const late = world.match(9, seatsOf(0));
      const steps: string[] = [];
      const losing: Database = {
        ...interrupted(database, () => {}),
        transaction: async (work, options) => {
          const result = await database.transaction(async (transaction) => {
            const changed = await work(transaction);
            steps.push('run');
            if (steps.length === 1) {
              await transaction.script(`do $$ begin raise exception 'a test' using errcode = '40001'; end $$`);
            }
            return changed;
          }, options);
          steps.push('committed');
          return result;
        },
      };
      const charge = (units: number) => void steps.push(`${units} units`);
      const context = { ...world.calledBy(), database: losing, charge };
      await world.send(late);
      await voidMatch(context, late.id, 'Twice.');
      late.status = 'voided';
      assert.deepEqual(steps, ['run', 'run', 'committed', '2 units']);
      await world.assertExact();
    });

    test('a small late match is settled while a large change of the same partner is not', async () => {
      const world = await openGroups(2);
      await world.send(world.match(9, seatsOf(0)), { closureMax: 0 });
      await world.spreadMarks();
      const small = await world.send(world.match(9, seatsOf(1)));
      assert.equal(small.rating_status, 'settled');
      assert.equal(await world.isSettled(), false);
      await world.settler().finish();
      await world.assertExact();
    });

    test('a late match costs a unit more for each 25 matches that are rated again, and 63 more if it is too large', async () => {
      const world = await openGroups(2);
      const { submit, charged } = openQueue(world);
      await world.submit(Array.from({ length: 50 }, (_, index) => world.match(13 + index / 100, seatsOf(0))));
      // Its group has 53 matches later, the other group three.
      await submit([world.match(9, seatsOf(0)), world.match(9, seatsOf(1))]);
      assert.deepEqual(charged, [2]);
      await world.assertExact();
      const large = { ...world.calledBy(), closureMax: 20, charge: (units: number) => void charged.push(units) };
      const match = world.match(8, seatsOf(0));
      await submitMatches(large, [match.body]);
      world.sent.push(match);
      assert.deepEqual(charged, [2, 63]);
      await world.settler(50).finish();
      await world.assertExact();
    });
  });
});

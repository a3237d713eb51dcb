/** Submissions that share transactions, over a real database. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { type Database, DatabaseUnavailable } from '@bandeja/postgres/database';
import { readChain } from '../../src/audit/store.ts';
import { openSubmissionQueue } from '../../src/matches/submission-queue.ts';
import type { SubmissionResult } from '../../src/matches/submission-results.ts';
import { submitMatches } from '../../src/matches/submit.ts';
import type { FairQueueOptions } from '../../src/runtime/fair-queue.ts';
import { holdRating } from '../ledger/locks.ts';
import { aClub } from '../support/club.ts';
import { four } from '../support/matches.ts';
import { freshName, onEachEngine, type TestPartner, useTestService } from '../support/service.ts';
import { testSettler } from '../support/settling.ts';

const OPTIONS: FairQueueOptions = { running: 1, queued: 100, perOwner: { running: 1, queued: 50 }, batchMax: 64 };

/** The database with another way to begin transactions. */
const withTransactions = (database: Database, transaction: Database['transaction']): Database =>
  new Proxy(database, {
    get(target, property) {
      if (property === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });

  async function aQueue(changes: Partial<FairQueueOptions> = {}) {
    const club = await aClub(service());
    const { partner, players } = club;
    let begun = 0;
    const database = withTransactions(service().database, (work, options) => {
      begun += 1;
      return service().database.transaction(work, options);
    });
    const context = { ...service().context, database };
    const faults: unknown[] = [];
    const queue = openSubmissionQueue(context, { ...OPTIONS, ...changes }, (error) => faults.push(error));
    const match = (changes = {}) => club.match(changes);
    const submitAs = ({ actor }: Pick<TestPartner, 'actor'>, bodies: readonly object[]) =>
      submitMatches({ ...context, actor }, bodies, { queue });
    const submit = (body: object): Promise<SubmissionResult[]> => submitAs(partner, [body]);
    return { partner, players, queue, begun: () => begun, faults, match, submit, submitAs };
  }

  /** Four players who have played on the 20th, and requests that share their first transaction. */
  async function aQueueOfGroups() {
    const { partner, match: matchWith, submit } = await aQueue();
    const match = (day: number, changes: object = {}) =>
      matchWith({ played_at: `2026-05-${String(day).padStart(2, '0')}T19:00:00Z`, ...changes });
    await submit(match(20));
    const order: string[] = [];
    const statuses: Record<string, string[]> = {};
    const submitTogether = async (groups: Record<string, object[]>, context = service().context): Promise<void> => {
      const queue = openSubmissionQueue(context, OPTIONS, () => {});
      // Requests that arrive during this transaction wait, and then share the next one.
      const blocker = queue.store({
        context: { ...context, actor: { ...partner.actor, partnerId: randomUUID() } },
        matches: [],
      });
      const answered = Object.entries(groups).map(async ([name, bodies]) => {
        try {
          const results = await submitMatches({ ...context, actor: partner.actor }, bodies, { queue });
          order.push(name);
          statuses[name] = results.map((result) => result.status);
        } catch {
          order.push(`${name} failed`);
        }
      });
      await Promise.all([blocker, ...answered]);
    };
    /** The days of play of the stored matches, in the order of the audit chain. */
    const storedDays = async ({ id }: TestPartner): Promise<number[]> => {
      const { database } = service();
      const chain = await readChain(database, id, { after: null, limit: 100, offset: 0 });
      // An id begins with the instant of play.
      return chain.map(({ match_id: id }) =>
        new Date(Number.parseInt((id ?? '').slice(0, 13).replace('-', ''), 16)).getUTCDate(),
      );
    };
    return { partner, match, submitTogether, order, statuses, storedDays };
  }

  describe('concurrent submissions', () => {
    it('share a transaction, except the first, which starts at once', async () => {
      const { match, submit, begun } = await aQueue();
      const days = Array.from({ length: 20 }, (_, day) =>
        match({ played_at: `2026-05-${String(day + 1).padStart(2, '0')}T19:00:00Z` }),
      );
      const results = await Promise.all(days.map(submit));
      assert.deepEqual(
        results.map(([result]) => result?.status),
        days.map(() => 'created'),
      );
      assert.equal(begun(), 2);
    });

    it('wait for the transaction of another partner, until enough wait to start a second one', async () => {
      const busy = await aQueue({ running: 2, minQueuedForSecond: 3 });
      const other = await aClub(service());
      const { begun, match, submit, submitAs } = busy;
      const submitOther = (day: number) =>
        submitAs(other.partner, [other.match({ played_at: `2026-05-0${day}T19:00:00Z` })]);
      const first = submit(match());
      const few = [submitOther(1), submitOther(2)];
      assert.equal(begun(), 1, 'two are too few');
      const enough = submitOther(3);
      assert.equal(begun(), 2, 'three are not');
      const results = await Promise.all([first, ...few, enough]);
      assert.deepEqual(
        results.map(([result]) => result?.status),
        ['created', 'created', 'created', 'created'],
      );
      assert.equal(begun(), 2);
    });

    it('are stored while another one waits for a player that a transaction has locked', async () => {
      const { begun, match, submit, submitAs, players } = await aQueue();
      const other = await aClub(service());
      const id = players[0]?.id ?? assert.fail();
      const release = engine === 'postgres' ? await holdRating(service().database, id) : async () => {};
      const first = submit(match());
      const [result] = await submitAs(other.partner, [other.match()]);
      assert.equal(result?.status, 'created');
      await release();
      await first;
      // The request with the locked player leaves its batch, and waits in its own transaction.
      assert.equal(begun(), engine === 'postgres' ? 3 : 2);
    });

    it('each get their own result', async () => {
      const { match, submit } = await aQueue();
      const first = match();
      const results = await Promise.all([
        submit(first),
        submit(match()),
        submit({ ...match(), winning_team: 'C' }),
        submit(first),
        submit({ ...match(), participants: four('nobody-here', 'nor-here', 'or-there', 'anywhere') }),
        submit(match()),
      ]);
      assert.deepEqual(
        results.map(([result]) => result?.status),
        ['created', 'created', 'rejected', 'duplicate', 'rejected', 'created'],
      );
    });

    it('succeed even if one of them fails, and the fault is reported', async () => {
      const { match, submit, faults } = await aQueue();
      const poison = freshName('poison');
      await service().database.script(`
        create function refuse_${poison.replaceAll('-', '_')}() returns trigger language plpgsql as $$
          begin raise exception 'poison'; end $$;
        create trigger "${poison}" before insert on matches for each row when (new.external_ref = '${poison}')
          execute function refuse_${poison.replaceAll('-', '_')}()`);
      // In the order of play: a late match would get its own transaction.
      const on = (day: number, changes = {}) => submit(match({ played_at: `2026-05-0${day}T19:00:00Z`, ...changes }));
      const outcomes = await Promise.allSettled([on(1), on(2), on(3, { external_ref: poison }), on(4)]);
      assert.deepEqual(
        outcomes.map((outcome) => outcome.status),
        ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
      );
      assert.match(String(faults), /poison/);
    });

    it('are not stored if their audit entries cannot be written', async () => {
      const { partner, match, submitAs } = await aQueue();
      const body = match();
      const actor = { ...partner.actor, keyId: 'not an id' };
      await assert.rejects(submitAs({ actor }, [body]), /is not a UUID/);
      const [again] = await submitAs(partner, [body]);
      assert.equal(again?.status, 'created');
    });

    it('succeed even if one of them cannot be read', async () => {
      const { match, submit } = await aQueue();
      const unreadable = new Proxy(match(), {
        ownKeys() {
          throw new Error('unreadable');
        },
        get() {
          throw new Error('unreadable');
        },
      });
      const outcomes = await Promise.allSettled([submit(match()), submit(unreadable), submit(match())]);
      assert.deepEqual(
        outcomes.map((outcome) => outcome.status),
        ['fulfilled', 'rejected', 'fulfilled'],
      );
    });

    it('are deferred together with their request, without other requests', async () => {
      const { partner, match, submitTogether, order, statuses, storedDays } = await aQueueOfGroups();
      await submitTogether({
        mixed: [match(23), match(3), match(22, { winning_team: 'C' })],
        now: [match(22)],
      });
      assert.deepEqual(order, ['now', 'mixed']);
      assert.deepEqual(statuses, { now: ['created'], mixed: ['created', 'created', 'rejected'] });
      assert.deepEqual(await storedDays(partner), [20, 22, 23, 3]);
    });

    it('are deferred together with later requests that share a reference, directly or through others', async () => {
      const { partner, match, submitTogether, order, statuses, storedDays } = await aQueueOfGroups();
      const [first, second] = [freshName('match'), freshName('match')];
      await submitTogether({
        late: [match(2, { external_ref: first })],
        behind: [match(25, { external_ref: first }), match(24, { external_ref: second })],
        'behind that': [match(26, { external_ref: second })],
        other: [match(27)],
      });
      // A duplicate is reported only after the original match is stored.
      assert.deepEqual(order, ['other', 'late', 'behind', 'behind that']);
      assert.deepEqual(statuses, {
        late: ['created'],
        behind: ['duplicate', 'created'],
        'behind that': ['duplicate'],
        other: ['created'],
      });
      assert.deepEqual(await storedDays(partner), [20, 27, 2, 24]);
    });

    it('are duplicates if an earlier one has used their reference', async () => {
      const { partner, match, submitTogether, statuses, storedDays } = await aQueueOfGroups();
      const external_ref = freshName('match');
      await submitTogether({
        now: [match(25, { external_ref })],
        late: [match(2, { external_ref }), match(3)],
      });
      assert.deepEqual(statuses, { now: ['created'], late: ['duplicate', 'created'] });
      assert.deepEqual(await storedDays(partner), [20, 25, 3]);
    });

    it('fail alone if they are deferred, after the others are stored', async () => {
      const { partner, match, submitTogether, order, statuses, storedDays } = await aQueueOfGroups();
      const { database } = service();
      let begun = 0;
      const breaking = withTransactions(database, (work, options) => {
        begun += 1;
        // The first has nothing to store, the second stores what appends.
        if (begun === 3) throw new DatabaseUnavailable('unreachable', 'gone');
        return database.transaction(work, options);
      });
      await submitTogether({ late: [match(2)], now: [match(22)] }, { ...service().context, database: breaking });
      assert.deepEqual(order, ['now', 'late failed']);
      assert.deepEqual(statuses, { now: ['created'] });
      assert.deepEqual(await storedDays(partner), [20, 22]);
    });
  });

  describe('the submission queue', () => {
    it('rejects a submission at once if it is full, and keeps room for other partners', async () => {
      const { partner, match, submit, submitAs } = await aQueue();
      const batch = (count: number) => Array.from({ length: count }, () => match());
      const waiting = [submit(match()), submitAs(partner, batch(25)), submitAs(partner, batch(25))];
      await assert.rejects(submitAs(partner, batch(25)), { code: 'overloaded' });
      const [refused] = await submit({ ...match(), winning_team: 'C' });
      assert.equal(refused?.status, 'rejected', 'a body is validated before it is queued');
      const other = await aClub(service());
      const [result] = await submitAs(other.partner, [other.match()]);
      assert.equal(result?.status, 'created');
      await Promise.all(waiting);
      assert.equal((await submit(match()))[0]?.status, 'created');
    });

    it('is drained before the service stops', async () => {
      const { queue, match, submit } = await aQueue();
      let answered = 0;
      for (let count = 0; count < 5; count += 1) void submit(match()).then(() => (answered += 1));
      await queue.idle();
      await new Promise(setImmediate);
      assert.equal(answered, 5);
    });

    it('is drained of a large late submission that waits for the reach of the last one', async () => {
      const club = await aClub(service(), { players: 8 });
      const context = { ...service().context, closureMax: 0 };
      const queue = openSubmissionQueue(context, OPTIONS, (error) => assert.fail(String(error)));
      const submit = (day: number, places: readonly number[]) => {
        const body = club.match({ played_at: `2026-05-${day}T19:00:00Z` }, places);
        return submitMatches({ ...context, actor: club.partner.actor }, [body], { queue });
      };
      const [some, others] = [[0, 1, 2, 3] as const, [4, 5, 6, 7] as const];
      for (const places of [some, others]) await submit(20, places);
      await submit(11, some);
      let answer = 'none';
      void submit(12, others).catch((error) => {
        answer = error.code;
      });
      await queue.idle();
      await new Promise(setImmediate);
      assert.equal(answer, 'overloaded');
      await testSettler(service().database, 50).finish();
    });
  });
});

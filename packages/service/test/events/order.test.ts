/** A reader that follows the feed gets each committed change once, in the order of each subject, however transactions overlap. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Database, statement, type Transaction } from '@bandeja/postgres/database';
import { postgresDatabase } from '@bandeja/postgres/postgres';
import fc from 'fast-check';
import { type LogPlace, readChangesAfter } from '../../src/events/feed-store.ts';
import { createMigratedPostgres } from '../support/database.ts';
import { feedCaughtUp } from '../support/feed.ts';
import { foundPartner } from '../support/founding.ts';
import { NOW } from '../support/world.ts';

const WRITERS = 3;
const SUBJECTS = 2;

const aStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      writer: fc.nat(WRITERS - 1),
      subject: fc.nat(SUBJECTS - 1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('begin' as const), writer: fc.nat(WRITERS - 1) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('end' as const),
      writer: fc.nat(WRITERS - 1),
      commits: fc.nat(3).map((n) => n > 0),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('read' as const), limit: fc.integer({ min: 1, max: 3 }) }) },
);

// A transaction has its id early, such as one that locked another partner's chain first.
const takeId = statement('test_take_id', 'select pg_current_xact_id()::text as id');
const lock = statement('test_lock_subject', 'select id from partners where id = $1 for update');
const log = statement(
  'test_log_change',
  `insert into event_log (partner_id, position, kind, subject_id, revision)
   values ($1, event_position(), 'match.amended', $2, 1) returning id`,
);

/** A transaction that stays open. */
class Writer {
  /** Its changes by subject, in order. */
  readonly changes: { readonly id: number; readonly subject: number }[] = [];
  readonly transaction: Promise<Transaction>;
  readonly #end = Promise.withResolvers<boolean>();
  readonly #ended: Promise<unknown>;

  constructor(database: Database) {
    const begun = Promise.withResolvers<Transaction>();
    this.transaction = begun.promise;
    this.#ended = database
      .transaction(async (transaction) => {
        await transaction.query(takeId);
        begun.resolve(transaction);
        if (!(await this.#end.promise)) throw new Error('rolled back');
      })
      .catch(() => {});
  }

  async end(isCommitted: boolean): Promise<void> {
    await this.transaction;
    this.#end.resolve(isCommitted);
    await this.#ended;
  }
}

describe('the feed while transactions overlap', () => {
  let database: Database;
  let writing: Database;
  before(async () => {
    const url = await createMigratedPostgres();
    [database, writing] = [postgresDatabase({ url }), postgresDatabase({ url })];
  });
  after(() => Promise.all([database.close(), writing.close()]));

  let runs = 0;

  it('gives a reader each committed change once, and the changes of a subject in the order of their commits', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { minLength: 5, maxLength: 60, size: 'max' }), async (steps) => {
        runs += 1;
        const { partnerId } = await foundPartner(database, `reader${runs}`, NOW);
        // A row to lock for each subject.
        const subjects = await Promise.all(
          Array.from(
            { length: SUBJECTS },
            async (_, n) => (await foundPartner(database, `s${runs}.${n}`, NOW)).partnerId,
          ),
        );
        const writers = new Map<number, Writer>();
        const holders = new Map<number, Writer>();
        const committed = subjects.map((): number[] => []);
        const read: { readonly id: number; readonly subject: number }[] = [];
        let place: LogPlace = { position: -1, id: 0 };

        const writerOf = (number: number): Writer => {
          const writer = writers.get(number) ?? new Writer(writing);
          writers.set(number, writer);
          return writer;
        };
        const change = async (number: number, subject: number) => {
          const holder = holders.get(subject);
          const writer = writerOf(number);
          if (holder !== undefined && holder !== writer) return;
          const transaction = await writer.transaction;
          holders.set(subject, writer);
          await transaction.query(lock, [subjects[subject] ?? '']);
          const [row = assert.fail()] = await transaction.query<{ id: number }>(log, [
            partnerId,
            subjects[subject] ?? '',
          ]);
          writer.changes.push({ id: row.id, subject });
        };
        const end = async (number: number, isCommitted: boolean) => {
          const writer = writers.get(number);
          if (writer === undefined) return;
          await writer.end(isCommitted);
          writers.delete(number);
          for (const [subject, holder] of holders) if (holder === writer) holders.delete(subject);
          if (isCommitted) for (const { id, subject } of writer.changes) committed[subject]?.push(id);
        };
        const readPage = async (limit: number): Promise<boolean> => {
          const page = await readChangesAfter(database, partnerId, place, limit);
          read.push(...page.map(({ id, subject_id: subject }) => ({ id, subject: subjects.indexOf(subject ?? '') })));
          place = page.at(-1) ?? place;
          return page.length > 0;
        };

        for (const step of steps) {
          if (step.kind === 'begin') await writerOf(step.writer).transaction;
          else if (step.kind === 'change') await change(step.writer, step.subject);
          else if (step.kind === 'end') await end(step.writer, step.commits);
          else await readPage(step.limit);
        }
        for (const number of [...writers.keys()]) await end(number, number % 2 === 0);
        await feedCaughtUp(database);
        while (await readPage(2) /* go on */);
        for (const [subject, ids] of committed.entries()) {
          assert.deepEqual(
            read.filter((one) => one.subject === subject).map(({ id }) => id),
            ids,
          );
        }
      }),
      { numRuns: 30 },
    );
  });

  it('gives two changes of a subject in the order of their commits if the later one has the lower transaction id', async () => {
    const { partnerId } = await foundPartner(database, 'early', NOW);
    const early = new Writer(writing);
    await early.transaction;
    const late = new Writer(writing);
    const ids: number[] = [];
    for (const writer of [late, early]) {
      const [row = assert.fail()] = await (await writer.transaction).query<{ id: number }>(log, [partnerId, partnerId]);
      ids.push(row.id);
      await writer.end(true);
    }
    await feedCaughtUp(database);
    const changes = await readChangesAfter(database, partnerId, { position: -1, id: 0 }, 10);
    assert.deepEqual(
      changes.map(({ id }) => id),
      ids,
    );
  });

  it('hides what was committed after a transaction that is still open began, and shows it afterwards', async () => {
    const { partnerId } = await foundPartner(database, 'held', NOW);
    const writer = new Writer(writing);
    await writer.transaction;
    await database.query(log, [partnerId, partnerId]);
    const read = () => readChangesAfter(database, partnerId, { position: -1, id: 0 }, 10);
    assert.deepEqual(await read(), []);
    await writer.end(false);
    await feedCaughtUp(database);
    assert.equal((await read()).length, 1);
  });
});

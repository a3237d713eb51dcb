/** Each committed change gets one place, after whatever it could have known of, whenever transactions begin and end. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { type Database, statement, type Transaction } from '../../../src/store/engine/database.ts';
import { postgresDatabase } from '../../../src/store/engine/postgres.ts';
import { readPlacedChanges } from '../../../src/store/events/feed.ts';
import { publishChanges } from '../../../src/store/events/publish.ts';
import { createMigratedPostgres } from '../../support/database.ts';
import { foundPartner } from '../../support/founding.ts';
import { NOW } from '../../support/world.ts';

const WRITERS = 4;

/** What happens next: a transaction takes an id for a change of a partner, or ends, or changes are published, some at a time. */
const aStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('log' as const), writer: fc.nat(WRITERS - 1), partner: fc.nat(1) }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('commit' as const), writer: fc.nat(WRITERS - 1) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('roll back' as const), writer: fc.nat(WRITERS - 1) }) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('publish' as const), atOnce: fc.integer({ min: 1, max: 4 }) }),
  },
);

// An id of its own first, as every transaction of the service has one when it logs.
const begin = statement('test_begin', 'select pg_current_xact_id()::text as id');
const log = statement(
  'test_log_change',
  `insert into change_log (kind, partner_id, match_id, revision) values ('match.completed', $1, gen_random_uuid(), 1) returning id`,
);
const remembered = statement(
  'test_gap_remembered',
  'select (gaps + older_gaps) @> $1::bigint as remembers from event_publisher',
);
const idOf = statement(
  'test_change_ids',
  'select change_id as id from event_places where partner_id = $1 order by position',
);

/** A transaction that stays open. */
class Writer {
  readonly logged: { readonly id: number; readonly partnerId: string }[] = [];
  readonly #end = Promise.withResolvers<boolean>();
  readonly #ended: Promise<unknown>;
  readonly #transaction: Promise<Transaction>;

  constructor(database: Database) {
    const begun = Promise.withResolvers<Transaction>();
    this.#transaction = begun.promise;
    this.#ended = database
      .transaction(async (transaction) => {
        await transaction.query(begin);
        begun.resolve(transaction);
        if (!(await this.#end.promise)) throw new Error('rolled back');
      })
      .catch(() => {});
  }

  async log(partnerId: string): Promise<void> {
    const [row = assert.fail()] = await (await this.#transaction).query<{ id: number }>(log, [partnerId]);
    this.logged.push({ id: row.id, partnerId });
  }

  async end(isCommitted: boolean): Promise<void> {
    await this.#transaction;
    this.#end.resolve(isCommitted);
    await this.#ended;
  }
}

describe('publishing changes of transactions that overlap', () => {
  let database: Database;
  let writing: Database;
  before(async () => {
    const url = await createMigratedPostgres();
    [database, writing] = [postgresDatabase({ url }), postgresDatabase({ url })];
  });
  after(() => Promise.all([database.close(), writing.close()]));

  let runs = 0;

  it('gives each committed change one place, and none a place before one that was committed when it was logged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { maxLength: 40 }), async (steps) => {
        runs += 1;
        const partners = await Promise.all(
          ['a', 'b'].map(async (name) => (await foundPartner(database, `${name}${runs}`, NOW)).partnerId),
        );
        const writers = new Map<number, Writer>();
        const committed: number[] = [];
        /** Of each change, those that were committed when it was logged. */
        const known = new Map<number, readonly number[]>();
        const seen = new Map<string, number[]>(partners.map((id) => [id, []]));
        const idsOf = async (partnerId: string) =>
          (await database.query<{ id: number }>(idOf, [partnerId])).map(({ id }) => id);
        const end = async (place: number, isCommitted: boolean) => {
          const writer = writers.get(place);
          if (writer === undefined) return;
          await writer.end(isCommitted);
          writers.delete(place);
          if (isCommitted) committed.push(...writer.logged.map(({ id }) => id));
        };
        const publish = async (atOnce: number) => {
          await publishChanges(database, atOnce);
          for (const id of partners) {
            const now = await idsOf(id);
            assert.deepEqual(now.slice(0, seen.get(id)?.length), seen.get(id));
            seen.set(id, now);
          }
        };
        for (const step of steps) {
          if (step.what === 'publish') await publish(step.atOnce);
          else if (step.what !== 'log') await end(step.writer, step.what === 'commit');
          else {
            const writer = writers.get(step.writer) ?? new Writer(writing);
            writers.set(step.writer, writer);
            const before = [...committed];
            await writer.log(partners[step.partner] ?? '');
            known.set(writer.logged.at(-1)?.id ?? 0, before);
          }
        }
        for (const place of [...writers.keys()]) await end(place, place % 2 === 0);
        while ((await publishChanges(database, 3)) > 0 /* go on */);
        const placed: number[] = [];
        for (const partnerId of partners) {
          const ids = await idsOf(partnerId);
          assert.deepEqual(ids.slice(0, seen.get(partnerId)?.length), seen.get(partnerId));
          for (const [place, id] of ids.entries()) {
            const later = new Set(ids.slice(place + 1));
            assert.deepEqual(
              (known.get(id) ?? assert.fail()).filter((other) => later.has(other)),
              [],
            );
          }
          const changes = await readPlacedChanges(database, partnerId, 0, 1_000);
          assert.deepEqual(
            changes.map(({ position }) => position),
            ids.map((_, index) => index + 1),
          );
          placed.push(...ids);
        }
        assert.deepEqual(
          placed.toSorted((a, b) => a - b),
          committed.toSorted((a, b) => a - b),
        );
      }),
      { numRuns: 30 },
    );
  });

  it('forgets the gaps that rolled back transactions have left, once every older transaction of the server has ended', async () => {
    const { partnerId } = await foundPartner(database, 'gaps', NOW);
    const lostIds: number[] = [];
    const round = async () => {
      const [lost, kept] = [new Writer(writing), new Writer(writing)];
      await lost.log(partnerId);
      lostIds.push(lost.logged[0]?.id ?? assert.fail());
      await kept.log(partnerId);
      await lost.end(false);
      await kept.end(true);
      await publishChanges(database);
    };
    const remembers = async (id: number) => {
      const [row = assert.fail()] = await database.query<{ remembers: boolean }>(remembered, [id]);
      return row.remembers;
    };
    await round();
    const [first = assert.fail()] = lostIds;
    assert.ok(await remembers(first), 'a gap that was just left may still be filled');
    // The other tests have transactions on the same server.
    const until = performance.now() + 60_000;
    while (await remembers(first)) {
      assert.ok(
        performance.now() < until,
        `the gap of change ${first} is not forgotten after ${lostIds.length} rounds`,
      );
      await round();
    }
    assert.ok(await remembers(lostIds.at(-1) ?? assert.fail()));
  });
});

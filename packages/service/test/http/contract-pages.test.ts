/** The laws of every list: its pages, joined, are the list, and a cursor belongs to one list of one caller. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { faultsOf } from '../support/club.ts';
import { onEachEngine, type PageBody, type TestClient } from '../support/service.ts';
import { callers, type Operation, operations, pathOf } from './contract/document.ts';
import { type Fixture, fixtureOf } from './contract/fixture.ts';
import { lists } from './contract/lists.ts';
import { useContractService } from './contract/scene.ts';

type Query = Readonly<Record<string, string | number>>;

const paged = operations.filter(({ query }) => query.some(({ name }) => name === 'cursor'));
const hasOffset = ({ query }: Operation): boolean => query.some(({ name }) => name === 'offset');
const limitOf = ({ query }: Operation) => query.find(({ name }) => name === 'limit')?.schema ?? assert.fail();
const listOf = ({ name }: Operation) => lists[name] ?? assert.fail(`${name} is not among the lists`);

onEachEngine((engine) => {
  const service = useContractService(engine);
  let fixture: Fixture;
  before(async () => {
    fixture = await fixtureOf(service());
  });
  const callerOf = ({ access }: Operation): TestClient => fixture[callers[access]];
  const pathIn = (operation: Operation) => pathOf(operation, listOf(operation)(fixture).values);

  async function pageOf(operation: Operation, query: Query): Promise<PageBody<unknown>> {
    const answer = await callerOf(operation).request<PageBody<unknown>>('GET', pathIn(operation), { query });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }

  /** All entries from a page on, by its cursors. */
  async function walk(operation: Operation, query: Query): Promise<unknown[]> {
    const entries: unknown[] = [];
    const { offset, ...filters } = query;
    for (let next: Query | undefined = query; next !== undefined; ) {
      const { data, pagination }: PageBody<unknown> = await pageOf(operation, next);
      const isFirst: boolean = next === query && hasOffset(operation);
      assert.ok(data.length <= pagination.limit);
      assert.deepEqual(
        [pagination.limit, pagination.offset],
        [query['limit'] ?? limitOf(operation).default, isFirst ? (offset ?? 0) : null],
      );
      assert.equal(pagination.has_more, pagination.next_cursor !== null);
      entries.push(...data);
      next = pagination.next_cursor === null ? undefined : { ...filters, cursor: pagination.next_cursor };
    }
    return entries;
  }

  /** The pages of a list, of several sizes and from several offsets, are the list that its largest pages are. */
  async function checkPages(operation: Operation, filters: Query): Promise<void> {
    const whole = await walk(operation, { ...filters, limit: limitOf(operation).maximum ?? assert.fail() });
    assert.ok(whole.length > 2, `${whole.length} entries with ${JSON.stringify(filters)}`);
    assert.equal(new Set(whole.map((entry) => JSON.stringify(entry))).size, whole.length);
    assert.deepEqual(await walk(operation, filters), whole);
    const part = Math.ceil(whole.length / 4);
    for (const limit of whole.length < 30 ? [1, part, whole.length] : [part]) {
      assert.deepEqual(await walk(operation, { ...filters, limit }), whole);
    }
    for (const offset of hasOffset(operation) ? [0, 1, whole.length - 1, whole.length] : []) {
      assert.deepEqual(await walk(operation, { ...filters, limit: part, offset }), whole.slice(offset));
    }
  }

  async function refused(operation: Operation, query: Query, faults: readonly string[], caller = callerOf(operation)) {
    const { status, body } = await caller.refusal('invalid_query', 'GET', pathIn(operation), { query });
    // Cursors of events are ids of events, which are shorter than other cursors.
    const found = faultsOf(body).map((fault) => fault.replace(/^cursor out_of_range$/, 'cursor bad_format'));
    assert.deepEqual([status, found.sort()], [400, faults], `${operation.name} ${JSON.stringify(query)}`);
  }

  describe('a list', () => {
    it('is among the lists of these tests if it has a cursor', () => {
      assert.deepEqual(Object.keys(lists).sort(), paged.map(({ name }) => name).sort());
    });

    for (const operation of paged) {
      const { name } = operation;

      it(`${name} gives every entry once, in one order, for any size of its pages`, async () => {
        for (const filters of listOf(operation)(fixture).queries) await checkPages(operation, filters);
      });

      it(`${name} refuses a cursor that is malformed, of another list or of another caller`, async () => {
        const [filters = {}] = listOf(operation)(fixture).queries;
        const { next_cursor: cursor } = (await pageOf(operation, { ...filters, limit: 1 })).pagination;
        assert.ok(cursor !== null);
        const { next_cursor: foreign } = (await pageOf(otherList(operation), { ...otherFilters(operation), limit: 1 }))
          .pagination;
        const wrong = ['abc', cursor.slice(0, -1), `${cursor}A`, `${cursor}=`, foreign ?? assert.fail()];
        // A cursor of events is the id of an event.
        if (hasOffset(operation)) wrong.push(...forged(cursor));
        for (const text of wrong) await refused(operation, { ...filters, cursor: text }, ['cursor bad_format']);
        if (hasOffset(operation)) {
          await refused(operation, { ...filters, cursor, offset: 0 }, ['cursor conflicting', 'offset conflicting']);
        }
        if (operation.access === 'partner') {
          const stranger = await service().freshPartner();
          await refused(operation, { ...filters, cursor }, ['cursor bad_format'], stranger);
        }
        for (const other of listOf(operation)(fixture).queries.slice(1)) {
          await refused(operation, { ...other, cursor }, ['cursor bad_format']);
        }
      });
    }
  });

  /** Cursors with the list of this one and other keys: of wrong types, and past what the database can hold. */
  function forged(cursor: string): string[] {
    const [list, key] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string, Record<string, unknown>];
    const keys = Object.entries(key).flatMap(([field, value]) => {
      const values = typeof value === 'number' ? [-1e300, 1e300, '1'] : [7, '\0', 'x'.repeat(2_000)];
      return [...values.map((wrong) => ({ ...key, [field]: wrong })), { ...key, [field]: undefined }];
    });
    return [...keys, { ...key, other: 1 }].map((one) => Buffer.from(JSON.stringify([list, one])).toString('base64url'));
  }

  /** The next list of the same partner, or of operators. */
  function otherList({ name, access }: Operation): Operation {
    const same = paged.filter((one) => (one.access === 'operator') === (access === 'operator'));
    return same[(same.findIndex((one) => one.name === name) + 1) % same.length] ?? assert.fail();
  }
  const otherFilters = (operation: Operation): Query => listOf(otherList(operation))(fixture).queries[0] ?? {};
});

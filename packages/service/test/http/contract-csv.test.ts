/** Every list that `openapi.json` describes as CSV: its rows are the entries of the JSON, and everything else is as with the JSON. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { chosenEngines } from '../support/engines.ts';
import type { PageBody } from '../support/service.ts';
import { callers, type Operation, operations, pathOf } from './contract/document.ts';
import { type Fixture, fixtureOf } from './contract/fixture.ts';
import { lists } from './contract/lists.ts';
import { requests } from './contract/requests.ts';
import { useContractService } from './contract/scene.ts';

const CSV = { headers: { accept: 'text/csv' } };

/** Columns that are made of a list of the entry. Their routes test them. */
const MADE = /^(team_[ab]_[12]\..+|set_scores|external_ids|problems|differences|warnings)$/;
/** Fields that only the JSON has. */
const JSON_ONLY = /^(reading|undo|note)(\.|$)/;

type Row = Readonly<Record<string, string>>;
type Recap = { readonly leaderboard: readonly object[]; readonly unique_players?: { readonly count: number } };
type Body = Partial<PageBody<object> & Recap>;

/** The single values of an entry by path. */
function leavesOf(entry: object, above = ''): [string, unknown][] {
  return Object.entries(entry).flatMap(([name, value]): [string, unknown][] => {
    if (Array.isArray(value)) return [];
    if (typeof value === 'object' && value !== null) return leavesOf(value, `${above}${name}.`);
    return [[above + name, value]];
  });
}

function checkRow(row: Row, entry: object): void {
  const leaves = new Map(leavesOf(entry));
  for (const [path, value] of leaves) {
    if (JSON_ONLY.test(path)) continue;
    if (path in row) assert.equal(row[path], value === null ? '' : String(value), path);
    else assert.ok(value === null && Object.keys(row).some((name) => name.startsWith(`${path}.`)), `no column ${path}`);
  }
  const absent = Object.entries(row).filter(([name]) => !leaves.has(name) && !MADE.test(name));
  assert.deepEqual(
    absent.filter(([, cell]) => cell !== ''),
    [],
  );
}

const rowsOf = (text: string): Row[] => parse(text, { bom: true, columns: true, record_delimiter: '\r\n' });
const nextOf = (link: string | undefined): string | undefined => /^<(.+)>; rel="next"$/.exec(link ?? '')?.[1];

// The rows come from the answer of the JSON, whose laws are tested on both databases.
describe('a list as CSV', () => {
  const service = useContractService(chosenEngines()[0]);
  let fixture: Fixture;
  before(async () => {
    fixture = await fixtureOf(service());
  });
  const clientOf = ({ access }: Operation) => fixture[callers[access]];

  /** The path of a request with entries, with its query. */
  async function targetOf(operation: Operation, more: Readonly<Record<string, string>> = {}): Promise<string> {
    const list = lists[operation.name]?.(fixture);
    const { values = {}, query = {} } = (await requests[operation.name]?.(fixture)) ?? assert.fail();
    const filters = new URLSearchParams({ ...(list?.queries[0] ?? query), ...more });
    return `${pathOf(operation, list?.values ?? values)}?${filters}`;
  }

  /** A page as JSON and as CSV. */
  async function pageOf(operation: Operation, path: string) {
    const { body } = await clientOf(operation).request<Body>('GET', path);
    const csv = await clientOf(operation).request('GET', path, CSV);
    assert.deepEqual([csv.status, csv.headers['content-type']], [200, 'text/csv; charset=utf-8']);
    const { data, leaderboard, pagination, unique_players } = body;
    const entries = data ?? leaderboard ?? assert.fail();
    return { entries, pagination, count: unique_players?.count, text: csv.text, next: nextOf(csv.headers['link']) };
  }

  for (const operation of operations.filter(({ csvHeader }) => csvHeader !== undefined)) {
    const { name, csvHeader = '' } = operation;
    const hasPages = operation.query.some((one) => one.name === 'limit');

    it(`${name} has the entries of the JSON as rows, page by page, below the documented header`, async () => {
      let rows = 0;
      const first = await targetOf(operation, hasPages ? { limit: '2' } : {});
      for (let path: string | undefined = first; path !== undefined; ) {
        const { entries, pagination, count, text, next }: Awaited<ReturnType<typeof pageOf>> = await pageOf(
          operation,
          path,
        );
        assert.ok(text.startsWith(`\uFEFF${csvHeader}`));
        assert.ok(text.endsWith('\r\n'));
        const found = rowsOf(text);
        assert.equal(found.length, entries.length);
        assert.ok(found.length > 0, 'a next page has rows');
        for (const [index, entry] of entries.entries()) checkRow(found[index] ?? {}, entry);
        const cursor = next === undefined ? null : new URL(next, 'http://x').searchParams.get('cursor');
        assert.equal(cursor, pagination?.next_cursor ?? null);
        rows += found.length;
        if (next === undefined && count !== undefined) assert.equal(rows, count);
        path = next;
      }
      assert.ok(rows > 2, `${rows} rows`);
    });

    it(`${name} has its own tag as CSV, and problems stay JSON`, async () => {
      const path = await targetOf(operation);
      const [json, csv] = [
        await clientOf(operation).request('GET', path),
        await clientOf(operation).request('GET', path, CSV),
      ];
      const { etag, vary = '' } = csv.headers;
      if (operation.access !== 'operator') {
        assert.ok(etag !== undefined && etag !== json.headers['etag']);
        for (const { headers } of [json, csv]) assert.ok(headers['vary']?.split(', ').includes('Accept'));
        const headers = { ...CSV.headers, 'if-none-match': etag };
        const again = await clientOf(operation).request('GET', path, { headers });
        assert.deepEqual([again.status, again.text, again.headers['vary']], [304, '', vary]);
      }
      const { headers: sent } = clientOf(operation);
      const head = await service().app.inject({ method: 'HEAD', url: path, headers: { ...sent, ...CSV.headers } });
      const { etag: tag, 'content-type': type } = head.headers;
      assert.deepEqual([tag, type, head.body], [etag, 'text/csv; charset=utf-8', '']);
      await clientOf(operation).refusal('invalid_query', 'GET', `${path}&surprise=1`, CSV);
      await fixture.nobody.refusal('missing_credentials', 'GET', path, CSV);
    });
  }

  it('changes its tag once there is a next page, although the rows are the same', async () => {
    const partner = await service().freshPartner();
    for (const slug of ['a', 'b']) await partner.request('PUT', `/v1/rosters/${slug}`);
    const last = await partner.request('GET', '/v1/rosters?limit=2', CSV);
    await partner.request('PUT', '/v1/rosters/c');
    const headers = { ...CSV.headers, 'if-none-match': last.headers['etag'] ?? '' };
    const full = await partner.request('GET', '/v1/rosters?offset=0&limit=2', { headers });
    assert.deepEqual([last.headers['link'], full.status, full.text], [undefined, 200, last.text]);
    assert.match(full.headers['link'] ?? '', /^<\/v1\/rosters\?limit=2&cursor=[\w-]+>; rel="next"$/);
  });

  it('is not what any other read answers: those of partners, links and operators refuse', async () => {
    for (const operation of operations) {
      if (operation.method !== 'GET' || operation.csvHeader !== undefined) continue;
      const { values = {}, query = {}, headers } = (await requests[operation.name]?.(fixture)) ?? assert.fail();
      const answer = await clientOf(operation).request<{ code?: string }>('GET', pathOf(operation, values), {
        query,
        headers: { ...headers, ...CSV.headers },
      });
      const isRefused = !['public', 'invitation'].includes(operation.access) && !operation.path.endsWith('.svg');
      assert.equal(answer.status === 406 && answer.body?.code === 'not_acceptable', isRefused, operation.name);
    }
  });
});

/** How CSV is written, and which requests get it. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { textOfCell } from '@bandeja/contract/csv';
import { Fields, Nullable } from '@bandeja/contract/shapes';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { Type } from 'typebox';
import { csvOf, csvText } from '../../src/http/csv/answer.ts';
import { column, columnsOf, NO_COLUMNS } from '../../src/http/csv/columns.ts';
import type { RouteModule } from '../../src/http/route.ts';
import { drillApp, goodKey } from './support.ts';

const Rating = Fields({ points: Type.Number() });
const Entry = Fields({
  name: Nullable(Type.String()),
  isShown: Type.Boolean(),
  rating: Nullable(Rating),
  tags: Type.Array(Type.String()),
});
const own = { tags: [column('tags', (tags: readonly string[]) => tags.join(' '))] };
const columns = columnsOf(Entry, own);

describe('the columns of an entry', () => {
  it('are its fields, those of its objects by their path, and those that a list was given', () => {
    assert.deepEqual(
      columns.map(({ name }) => name),
      ['name', 'isShown', 'rating.points', 'tags'],
    );
  });

  it('cannot forget a list, nor be given for a field that does not exist', () => {
    assert.throws(() => columnsOf(Entry), /tags/);
    assert.throws(() => columnsOf(Entry, { ...own, 'rating.level': NO_COLUMNS }), /rating\.level/);
  });
});

describe('a CSV', () => {
  it('has a byte order mark, lines that end with CRLF, and only its header if there are no entries', () => {
    assert.equal(csvText(columns, []), '\uFEFFname,isShown,rating.points,tags\r\n');
  });

  it('quotes, defuses formulas, leaves negative numbers and empties what is null', () => {
    const entries = [
      { name: '=HYPERLINK("x")', isShown: true, rating: { points: -3.5 }, tags: ['-5'] },
      { name: null, isShown: false, rating: null, tags: ['a,b'] },
    ];
    const [, ...lines] = csvText(columns, entries).split('\r\n');
    assert.deepEqual(lines, [`"'=HYPERLINK(""x"")",true,-3.5,'-5`, ',false,,"a,b"', '']);
  });

  it('read by another parser, has the values that were written', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: fc.constantFrom(...`=+-@'",;\t\r\n a`) }));
    const entry = fc.record({
      name: fc.option(text),
      isShown: fc.boolean(),
      rating: fc.option(fc.record({ points: fc.double({ noNaN: true }) })),
      tags: fc.array(text, { maxLength: 2 }),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 4 }), (entries) => {
        const rows = parse(csvText(columns, entries), { bom: true, from_line: 2, record_delimiter: '\r\n' });
        const written = entries.map(({ name, isShown, rating, tags }) => [
          name ?? '',
          String(isShown),
          rating === null ? '' : String(rating.points),
          tags.join(' '),
        ]);
        assert.deepEqual(
          rows.map(([name = '', isShown = '', points = '', tags = '']) => [
            textOfCell(name),
            isShown,
            points,
            textOfCell(tags),
          ]),
          written,
        );
      }),
    );
  });
});

const listRoute: RouteModule = (app) => {
  app.route({
    method: 'GET',
    url: '/v1/names',
    schema: { response: { 200: Type.Object({ data: Type.Array(Fields({ name: Type.String() })) }) } },
    config: {
      access: { kind: 'partner', scopes: [] },
      csv: csvOf(Fields({ name: Type.String() }), ({ data }: { data: readonly unknown[] }) => data),
    },
    handler: async () => ({ data: [{ name: 'Ana' }] }),
  });
};

describe('a list that is also CSV', () => {
  const app = drillApp({ after }, { routes: [listRoute] });
  const csv = 'text/csv; charset=utf-8';
  const json = 'application/json; charset=utf-8';
  const problem = 'application/problem+json';
  const rows: readonly (readonly [accept: string | undefined, type: string])[] = [
    [undefined, json],
    ['', json],
    ['*/*', json],
    ['application/json', json],
    ['application/*', json],
    ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', json],
    ['application/json, text/plain, */*', json],
    ['text/csv;q=0.5, application/json', json],
    ['text/csv;q=0, */*', json],
    ['x'.repeat(1001), json],
    ['text/csv', csv],
    ['TEXT/CSV', csv],
    ['text/*', csv],
    ['text/csv; charset=utf-8', csv],
    ['text/csv; charset=utf-8; header=present', csv],
    ['text/csv;header=present;q=0.9, application/json;q=0.1', csv],
    ['text/csv; note="a, b;c", application/json; q=0.5', csv],
    ['application/json;q=0, */*', csv],
    ['text/csv, */*', csv],
    ['text/html', problem],
    ['csv', problem],
    ['text/csv;q=0', problem],
    ['*/*;q=0', problem],
  ];
  for (const [accept, type] of rows) {
    it(`is ${type} with Accept: ${accept?.slice(0, 80) ?? '(none)'}`, async () => {
      const headers = { ...goodKey, ...(accept !== undefined && { accept }) };
      const answer = await app.inject({ url: '/v1/names', headers });
      assert.deepEqual([answer.statusCode, answer.headers['content-type']], [type === problem ? 406 : 200, type]);
    });
  }

  it('says in the problem which media types it has', async () => {
    const answer = await app.inject({ url: '/v1/names', headers: { ...goodKey, accept: 'text/html' } });
    const { code, detail } = answer.json();
    assert.deepEqual(
      [code, detail],
      ['not_acceptable', 'You accept text/html. The response is application/json or text/csv.'],
    );
  });
});

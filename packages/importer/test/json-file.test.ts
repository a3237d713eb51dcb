import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { entryOfItem } from '../src/columns/items.ts';
import { readJsonFile } from '../src/file/json.ts';
import { ImportFault } from '../src/message.ts';
import { faultsIn, openedFile, textIn } from './club-file.ts';

const readText = (text: string) => readJsonFile(new TextEncoder().encode(text), 'night.json');

function refused(text: string, message: RegExp): void {
  assert.throws(
    () => readText(text),
    (error) => {
      assert.ok(error instanceof ImportFault);
      assert.match(textIn(error.fault), message);
      return true;
    },
  );
}

describe('a JSON file', () => {
  it('a JSON file is a list of matches, or an object with one, in any layout', () => {
    const layouts = fc.tuple(fc.array(fc.jsonValue(), { maxLength: 6 }), fc.constantFrom(0, 2, '\t'));
    fc.assert(
      fc.property(layouts, ([items, indent]) => {
        const expected = JSON.parse(JSON.stringify(items));
        assert.deepEqual(readText(JSON.stringify(items, null, indent)).matches, expected);
        const whole = { venue_label: 'x', matches: items, competition_type: 'social' };
        const { matches, envelope } = readText(JSON.stringify(whole, null, indent));
        assert.deepEqual([matches, envelope.session], [expected, { venue_label: 'x', competition_type: 'social' }]);
      }),
      { numRuns: 50 },
    );
  });

  const bad: [text: string, message: RegExp][] = [
    ['', /night\.json is empty/],
    [' \n', /night\.json is empty/],
    ['"text"', /night\.json is neither a JSON list nor a JSON object/],
    ['[1', /the file breaks off|this is not JSON/],
    ['[{"a":"\n', /this is not JSON/],
    ['{"matches":[1,2]', /this is not JSON/],
    ['[1,]', /this is not JSON/],
    ['[1 2]', /this is not JSON/],
    ['[\n{"a":1}\n{"b":2}]', /line 3: this is not JSON/],
    ["[{'a':1}]", /this is not JSON/],
    ['{"matches":[],}', /this is not JSON/],
    ['[] []', /this is not JSON/],
  ];
  for (const [text, message] of bad) {
    it(`a JSON file is rejected: ${JSON.stringify(text)}`, () => refused(text, message));
  }
});

describe('an item of a JSON file', () => {
  const read = (value: unknown) => entryOfItem(value, 3, new Map());
  const flat = {
    external_ref: 'm1',
    played_at: '2026-05-01T19:10:00Z',
    a1: 'ana',
    a2: 'eva',
    b1: 'rui',
    b2: 'tom',
    winner: 1,
  };

  it('an item with participants is sent unchanged', () => {
    const entry = read({ external_ref: 'm1', participants: [{ username: 'Ana' }, 5], x: 1 });
    assert.ok(entry.kind === 'final');
    const { line, externalRef, match, participants, faults } = entry.row;
    assert.deepEqual([line, externalRef, match, faults], [3, 'm1', { x: 1 }, []]);
    assert.deepEqual(participants, { sent: [{ username: 'Ana' }, 5] });
  });

  it('an item without participants is a flat row, including numbers and nulls', () => {
    const row = read({ ...flat, set_scores: '6-4', duration_minutes: 50, venue_label: null });
    assert.ok(row.kind === 'flat', JSON.stringify(row));
    const { winner, duration_minutes, venue_label } = row.fields;
    assert.deepEqual([winner, duration_minutes, venue_label], ['1', '50', '']);
  });

  const faulty: [value: unknown, detail: RegExp][] = [
    [5, /^the item is not an object$/],
    [{ external_ref: 'm1', played_at: 'x', a2: 'eva', b1: 'rui', b2: 'tom', winner: 1 }, /^missing: team_a_1; found: /],
    [{ ...flat, set_scores: [{ set_number: 1 }] }, /^set_scores: a flat row holds texts and numbers/],
  ];
  for (const [value, detail] of faulty) {
    it(`an item is rejected: ${detail.source}`, () => {
      const row = read(value);
      assert.ok(row.kind === 'final');
      assert.match(faultsIn(row.row), detail);
    });
  }
});

describe('The other members of a JSON file', () => {
  it('other members are read before or after the matches', async () => {
    const { envelope, rows } = await openedFile(
      'night.json',
      '{"matches":[{}],"venue_label":"Club","players":[{"username":"Ana","display_name":"Ana M."},{"username":"rui","country_code":null}]}',
    );
    assert.equal(rows.length, 1);
    assert.deepEqual(envelope.session, { venue_label: 'Club' });
    assert.deepEqual(
      [...envelope.players],
      [
        ['ana', { display_name: 'Ana M.' }],
        ['rui', {}],
      ],
    );
  });

  const bad: [content: string, message: RegExp][] = [
    ['{"matches":[],"venue":"x"}', /Unknown field “venue”\. Allowed fields: .*, players, matches\./],
    ['{"matches":{}}', /“matches” is not a list\. Put its entries into brackets/],
    ['{"players":{}}', /“players” is not a list/],
    ['{"players":[{"username":"ana"},{"username":"-"}]}', /entry 2 of “players” has no valid username/],
    [
      '{"players":[{"username":"ana","country":"PT"}]}',
      /entry 1 of “players” has “country”, which is none of its fields/,
    ],
    ['{"players":[{"username":"ana","display_name":5}]}', /has a display_name that is not a text/],
    ['{"players":[5]}', /entry 1 of “players” is not an object/],
  ];
  for (const [content, message] of bad) {
    it(`the members are rejected: ${content}`, () => refused(content, message));
  }
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readJsonRow } from '../../src/cli/import/json-row.ts';
import { type JsonPiece, JsonScanner } from '../../src/cli/import/json-scanner.ts';
import { openSource } from '../../src/cli/import/source.ts';
import { aFile } from './run-cli.ts';

function scan(text: string, sizes: readonly number[] = [text.length || 1]): JsonPiece[] {
  const scanner = new JsonScanner('night.json');
  const pieces: JsonPiece[] = [];
  for (let at = 0, index = 0; at < text.length; index++) {
    const size = sizes[index % sizes.length] ?? 1;
    pieces.push(...scanner.push(text.slice(at, at + size)));
    at += size;
  }
  scanner.finish();
  return pieces;
}

function rebuilt(pieces: readonly JsonPiece[]): { members: Map<string, unknown>; matches: unknown[] } {
  const members = new Map<string, unknown>();
  const matches: unknown[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'match') matches.push(piece.value);
    else members.set(piece.name, piece.value);
  }
  return { members, matches };
}

const sizesOfChunks = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 10 });
const layout = fc.constantFrom(0, 2, '\t');

describe('cutting a JSON file into pieces', () => {
  it('gives back the items of any list, however the text is laid out and cut', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 6 }), layout, sizesOfChunks, (items, indent, sizes) => {
        const text = JSON.stringify(items, null, indent);
        const { members, matches } = rebuilt(scan(text, sizes));
        assert.deepEqual([members.size, matches], [0, JSON.parse(text)]);
      }),
    );
  });

  it('gives back the members of any object, and the items of its matches one by one', () => {
    const name = fc.string().filter((text) => text !== 'matches' && text !== '__proto__');
    const rest = fc.dictionary(name, fc.jsonValue(), { maxKeys: 4, noNullPrototype: true });
    fc.assert(
      fc.property(
        rest,
        rest,
        fc.array(fc.jsonValue(), { maxLength: 5 }),
        layout,
        sizesOfChunks,
        (before, after, items, indent, sizes) => {
          const text = JSON.stringify({ ...before, matches: items, ...after }, null, indent);
          const { matches: expected, ...members } = JSON.parse(text);
          const found = rebuilt(scan(text, sizes));
          assert.deepEqual(found.matches, expected);
          assert.deepEqual(Object.fromEntries(found.members), members);
        },
      ),
    );
  });

  it('knows the line on which each piece begins', () => {
    const text = '{\n "venue_label": "x",\n\n "matches": [\n  {"a":\n1}, {"b": 2},\n\n  3 ] }\n';
    assert.deepEqual(
      scan(text).map((piece) => piece.line),
      [2, 5, 6, 8],
    );
  });

  const bad: [text: string, message: RegExp][] = [
    ['', /night\.json is empty/],
    [' \n', /night\.json is empty/],
    ['"text"', /line 1: it holds neither a list nor an object/],
    ['[1', /line 1: the file breaks off/],
    ['[{"a":"\n', /the file breaks off/],
    ['{"matches":[1,2]', /the file breaks off/],
    ['[1,]', /a comma or a value is missing/],
    ['[,1]', /a comma or a value is missing/],
    ['[1,,2]', /a comma or a value is missing/],
    ['[1 2]', /the value that begins there is no JSON/],
    ['[\n{"a":1}\n{"b":2}]', /line 2: the value that begins there is no JSON/],
    ['[{]}]', /the value that begins there is no JSON/],
    ['[}', /breaks off/],
    ["[{'a':1}]", /the value that begins there is no JSON/],
    ['{"matches":[] 1}', /a comma or a value is missing/],
    ['{"matches":[],}', /a comma or a value is missing/],
    ['{"matches":[1,]}', /a comma or a value is missing/],
    ['{"matches":[],"matches":[]}', /“matches” stands there twice/],
    ['{a:1}', /a member has no name/],
    ['{"a"}', /a member has no name/],
    ['{1:2}', /a member has no name/],
    ['[] []', /something follows the end/],
  ];
  for (const [text, message] of bad) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.throws(() => scan(text), { name: 'CommandFailure', exitCode: 2, message });
    });
  }

  it('reads every text as JSON.parse does, or refuses it as JSON.parse does', () => {
    const token = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '"a"',
      '"matches"',
      '1',
      'null',
      ' ',
      '\n',
      '"\\""',
      'tru',
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 14 }), (tokens) => {
        const text = tokens.join('');
        const isTaken = succeeds(() => scan(text));
        const isJson = succeeds(() => JSON.parse(text)) && /^\s*[[{]/.test(text);
        if (text.split('"matches"').length > 2) return;
        assert.equal(isTaken, isJson, text);
      }),
      { numRuns: 3000 },
    );
  });
});

function succeeds(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

describe('an item of a JSON file', () => {
  const read = (value: unknown) =>
    readJsonRow({ kind: 'match', line: 3, text: JSON.stringify(value), value }, new Map());
  const flat = {
    external_ref: 'm1',
    played_at: '2026-05-01T19:10:00Z',
    a1: 'ana',
    a2: 'eva',
    b1: 'rui',
    b2: 'tom',
    winner: 1,
  };

  it('with participants goes out as it stands', () => {
    const text = '{ "external_ref": "m1", "participants": [{"username": "Ana"}, {"profile_id": "x"}, 5], "x": 1.0 }';
    const row = readJsonRow({ kind: 'match', line: 3, text, value: JSON.parse(text) }, new Map());
    assert.ok(row.kind === 'ready');
    assert.equal(row.json, text);
    assert.deepEqual(row.usernames, ['ana', null, null]);
  });

  it('without participants is a flat row, numbers and nulls included', () => {
    const row = read({ ...flat, set_scores: '6-4', duration_minutes: 50, venue_label: null });
    assert.ok(row.kind === 'ready', JSON.stringify(row));
    const { winning_team, duration_minutes, venue_label } = JSON.parse(row.json);
    assert.deepEqual([winning_team, duration_minutes, venue_label], ['A', 50, undefined]);
  });

  const faulty: [value: unknown, detail: RegExp][] = [
    [5, /^the item is no object$/],
    [
      { external_ref: 'm1', played_at: 'x', a2: 'eva', b1: 'rui', b2: 'tom', winner: 1 },
      /^Missing: team_a_1\. Found: /,
    ],
    [{ ...flat, set_scores: [{ set_number: 1 }] }, /^set_scores: a flat row holds texts and numbers/],
    [{ ...flat, venue_label: 'x'.repeat(500_000) }, /too large/],
  ];
  for (const [value, detail] of faulty) {
    it(`is rejected: ${detail.source}`, () => {
      const row = read(value);
      assert.ok(row.kind === 'faulty');
      assert.match(row.detail, detail);
    });
  }
});

describe('what a JSON file says beside its matches', () => {
  it('is read wherever it stands', async (t) => {
    const file = await aFile(
      t,
      'night.json',
      '{"matches":[{}],"venue_label":"Club","players":[{"username":"Ana","display_name":"Ana M."},{"username":"rui","country_code":null}]}',
    );
    const { envelope, total } = await openSource(file, process.stdin, new Map());
    assert.equal(total, 1);
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
    ['{"matches":[],"venue":"x"}', /“venue” means nothing here\. Beside the matches there may be: /],
    ['{"matches":{}}', /“matches” is a list/],
    ['{"players":{}}', /“players” is a list/],
    ['{"players":[{"username":"ana"},{"username":"-"}]}', /entry 2 of “players” has no valid username/],
    [
      '{"players":[{"username":"ana","country":"PT"}]}',
      /entry 1 of “players” has “country”, which is none of its fields/,
    ],
    ['{"players":[{"username":"ana","display_name":5}]}', /has a display_name that is no text/],
    ['{"players":[5]}', /entry 1 of “players” is no object/],
  ];
  for (const [content, message] of bad) {
    it(`is refused: ${content}`, async (t) => {
      const file = await aFile(t, 'night.json', content);
      await assert.rejects(openSource(file, process.stdin, new Map()), { exitCode: 2, message });
    });
  }
});

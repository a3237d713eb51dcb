import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { drillApp, type FaultShown, faultsShown, handled, postDrill } from './support.ts';

const rows: readonly (readonly [string, string, readonly string[]])[] = [
  ['a missing field is required at its place', '{"name":"a"}', ['/count required']],
  ['a required field that is null is required', '{"name":null,"count":1}', ['/name required']],
  ['a string for a number is a wrong type', '{"name":"a","count":"1"}', ['/count wrong_type']],
  ['a number for a string is a wrong type', '{"name":7,"count":1}', ['/name wrong_type']],
  ['1.5 for an integer is a wrong type', '{"name":"a","count":1.5}', ['/count wrong_type']],
  ['1 for a boolean is a wrong type', '{"name":"a","count":1,"yes":1}', ['/yes wrong_type']],
  ['an object for a list is a wrong type', '{"name":"a","count":1,"list":{}}', ['/list wrong_type']],
  ['a number for a choice is only a wrong type', '{"name":"a","count":1,"team":1}', ['/team wrong_type']],
  ['a number below its bound is out of range', '{"name":"a","count":-1}', ['/count out_of_range']],
  ['a number above its bound is out of range', '{"name":"a","count":10}', ['/count out_of_range']],
  ['a number on an excluded bound is out of range', '{"name":"a","count":1,"ratio":0}', ['/ratio out_of_range']],
  ['a number that no double holds is out of range', '{"name":"a","count":1e400}', ['/count out_of_range']],
  ['an empty text is out of range', '{"name":"","count":1}', ['/name out_of_range']],
  ['a text that is too long is out of range', '{"name":"abcdef","count":1}', ['/name out_of_range']],
  ['length is counted in characters, not in UTF-16', '{"name":"🎾🎾🎾🎾🎾🎾","count":1}', ['/name out_of_range']],
  ['a text of another form is a bad format', '{"name":"a","count":1,"code":"A"}', ['/code bad_format']],
  ['a malformed id is a bad format', '{"name":"a","count":1,"id":"7"}', ['/id bad_format']],
  [
    'a date that does not exist is a bad format',
    '{"name":"a","count":1,"at":"2026-02-29T00:00:00Z"}',
    ['/at bad_format'],
  ],
  ['a value outside the choices is not_one_of', '{"name":"a","count":1,"team":"a"}', ['/team not_one_of']],
  ['an unknown field is unknown', '{"name":"a","count":1,"extra":null}', ['/extra unknown_field']],
  [
    'a field name in another case is unknown, and the correct field is missing',
    '{"Name":"a","count":1}',
    ['/name required', '/Name unknown_field'],
  ],
  [
    'the pointer into a list contains the index',
    '{"name":"a","count":1,"list":[{"side":"left"},{"side":"up"}]}',
    ['/list/1/side not_one_of'],
  ],
  ['null in a list is a wrong type', '{"name":"a","count":1,"list":[null]}', ['/list/0 wrong_type']],
  [
    'a bound may have its own code',
    '{"name":"a","count":1,"list":[{"side":"left"},{"side":"left"},{"side":"left"}]}',
    ['/list team_size'],
  ],
  ['a pointer is escaped', '{"name":"a","count":1,"a/b~c":1}', ['/a~1b~0c unknown_field']],
  ['U+0000 in a text is a bad format', '{"name":"a\\u0000","count":1}', ['/name bad_format']],
  ['half of a surrogate pair is a bad format', '{"name":"\\ud83c","count":1}', ['/name bad_format']],
  ['a whole surrogate pair is a character', '{"name":"\\ud83c\\udfbe","count":99}', ['/count out_of_range']],
  ['the halves in the wrong order are a bad format', '{"name":"\\udfbe\\ud83c","count":1}', ['/name bad_format']],
  ['an unknown field’s content is not checked', '{"name":"a","count":1,"x":{"y":["\\u0000"]}}', ['/x unknown_field']],
  [
    'U+0000 in a key is reported at that key',
    '{"name":"a","count":1,"k\\u0000":1}',
    ['/k\u0000 bad_format', '/k\u0000 unknown_field'],
  ],
  [
    'half of a surrogate pair in a key is shown as U+FFFD',
    '{"name":"a","count":1,"k\\ud800":1}',
    ['/k\ufffd bad_format', '/k\ufffd unknown_field'],
  ],
  ['a rule is reported once for each field', '{"name":"a","count":1,"code":"\\u0000"}', ['/code bad_format']],
  ['a body that isn’t an object is wrong as a whole', '[]', [' wrong_type']],
  ['null is wrong as a whole', 'null', [' wrong_type']],
  ['a text is wrong as a whole', '"x"', [' wrong_type']],
  [
    'faults between fields are reported with the others',
    '{"name":"rule","count":99}',
    ['/count out_of_range', '/name set_numbers'],
  ],
  [
    'all faults are reported at once',
    '{"count":"x","ratio":2,"team":"C","x":1,"list":[{}]}',
    [
      '/name required',
      '/x unknown_field',
      '/count wrong_type',
      '/ratio out_of_range',
      '/team not_one_of',
      '/list/0/side required',
    ],
  ],
];

describe('422 invalid_body', () => {
  for (const [name, payload, expected] of rows) {
    test(name, async (t) => {
      handled.length = 0;
      const response = await postDrill(drillApp(t), payload);
      assert.deepEqual([response.statusCode, response.json().code], [422, 'invalid_body']);
      assert.deepEqual(faultsShown(response).sort(), [...expected].sort());
      assert.deepEqual(handled, []);
    });
  }

  test('every fault has its own sentence', async (t) => {
    const response = await postDrill(drillApp(t), '{"count":"x","ratio":2,"team":"C","code":"A","x":1,"list":[{}]}');
    assert.deepEqual(
      response.json<{ errors: FaultShown[] }>().errors.map((fault) => `${fault.pointer}: ${fault.detail}`),
      [
        '/name: This field is required and must not be null.',
        '/x: This field does not exist here. Names are case-sensitive.',
        '/count: Must be an integer, not a string.',
        '/ratio: Must be at most 1.',
        '/team: Must be one of: A, B, null.',
        '/code: Must be lower-case letters.',
        '/list/0/side: This field is required and must not be null.',
      ],
    );
  });

  test('the first hundred faults are shown, then the number of the others', async (t) => {
    const fields = (count: number) => Array.from({ length: count }, (_, n) => `"x${n}":1`).join();
    const exactly = await postDrill(drillApp(t), `{"name":"a","count":1,${fields(100)}}`);
    assert.equal(exactly.json().errors.length, 100);
    const over = await postDrill(drillApp(t), `{"name":"a","count":1,${fields(142)}}`);
    assert.equal(over.json().errors.length, 101);
    assert.deepEqual(over.json().errors.at(-1), { pointer: '', code: 'more', detail: '42 more faults were found.' });
  });

  test('a response stays small even if the body contains long names', async (t) => {
    const bad = `[${'"\\u0000",'.repeat(120)}1]`;
    const longName = await postDrill(drillApp(t), `{"${'k'.repeat(30_000)}":${bad}}`);
    const deep = await postDrill(drillApp(t), `${'[['.repeat(7_000)}${bad}${']]'.repeat(7_000)}`);
    for (const response of [longName, deep]) {
      assert.equal(response.statusCode, 422);
      assert.ok(response.body.length < 40_000, `${response.body.length} bytes`);
    }
  });
});

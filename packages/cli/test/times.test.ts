import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { terminalLanguage } from '../src/language.ts';
import { readTime, Times } from '../src/times.ts';

const now = Date.parse('2026-05-03T23:30:00Z');
const inMadrid = (text: string, edge: 'begin' | 'end' | null = 'begin') =>
  readTime('--since', text, { zone: 'Europe/Madrid', now, edge });

describe('A time in an option', () => {
  const cases: [text: string, instant: string][] = [
    ['2026-05-01', '2026-04-30T22:00:00.000Z'],
    ['2026-01-15', '2026-01-14T23:00:00.000Z'],
    ['2026-05-01 19:10', '2026-05-01T17:10:00.000Z'],
    ['2026-05-01T9:10', '2026-05-01T07:10:00.000Z'],
    ['2026-05-01 19:10:07', '2026-05-01T17:10:07.000Z'],
    // It is half past one in the night of 4 May in Madrid.
    ['today', '2026-05-03T22:00:00.000Z'],
    ['yesterday', '2026-05-02T22:00:00.000Z'],
    ['0:15', '2026-05-03T22:15:00.000Z'],
    ['yesterday 21:10', '2026-05-03T19:10:00.000Z'],
    ['now', '2026-05-03T23:30:00.000Z'],
    ['2026-05-01T19:10:00Z', '2026-05-01T19:10:00.000Z'],
    ['2026-05-01 19:10 +05:30', '2026-05-01T13:40:00.000Z'],
    // The clocks went back from 3:00 to 2:00: the first of the two counts, as in the import.
    ['2026-10-25 02:30', '2026-10-25T00:30:00.000Z'],
  ];
  for (const [text, instant] of cases) it(text, () => assert.equal(inMadrid(text), instant));

  it('--until with a day includes that day', () => {
    assert.equal(inMadrid('2026-05-31', 'end'), '2026-05-31T22:00:00.000Z');
    assert.equal(inMadrid('2026-10-25', 'end'), '2026-10-25T23:00:00.000Z');
    assert.equal(inMadrid('yesterday', 'end'), '2026-05-03T22:00:00.000Z');
    assert.equal(inMadrid('2026-05-31 12:00', 'end'), '2026-05-31T10:00:00.000Z');
  });

  it('an invalid time is rejected with the accepted forms', () => {
    assert.throws(
      () => inMadrid('01/05/2026'),
      /^CommandFailure: --since: “01\/05\/2026” is not a time\. Write 2026-05-01,/,
    );
    assert.throws(() => inMadrid('2026-02-30'), /“2026-02-30” is not a valid date or time/);
    assert.throws(() => inMadrid('2026-02-30T19:10:00Z'), /“2026-02-30T19:10:00Z” is not a valid date or time/);
    assert.throws(() => inMadrid('2026-05-01 25:00'), /not a valid date or time/);
    assert.throws(() => inMadrid('2026-05-01', null), /not a time\. Write “2026-05-01 19:10”/);
  });
});

describe('A time that does not exist', () => {
  const reading = { now, edge: null };

  it('is refused with its zone', () => {
    assert.throws(
      () => inMadrid('2026-03-29 02:30', null),
      /^CommandFailure: --since: 2026-03-29 02:30 does not exist in Europe\/Madrid/,
    );
    const morning = Date.parse('2026-03-29T10:00:00Z');
    const zone = 'Europe/Madrid';
    for (const text of ['2:30', 'today 02:00'])
      assert.throws(
        () => readTime('--now', text, { ...reading, zone, now: morning }),
        /2026-03-29 02:\d0 does not exist/,
      );
    const nextDay = { ...reading, zone, now: morning + 86_400_000 };
    assert.throws(() => readTime('--now', 'yesterday 02:59', nextDay), /2026-03-29 02:59 does not exist/);
    assert.equal(readTime('--now', '2026-03-29 03:00', nextDay), '2026-03-29T01:00:00.000Z');
  });

  it('is not meant by a day alone: Cairo began 26 April 2024 at 01:00', () => {
    const inCairo = { ...reading, zone: 'Africa/Cairo' };
    assert.equal(readTime('--since', '2024-04-26', { ...inCairo, edge: 'begin' }), '2024-04-25T22:00:00.000Z');
    assert.equal(readTime('--until', '2024-04-25', { ...inCairo, edge: 'end' }), '2024-04-25T22:00:00.000Z');
    assert.throws(() => readTime('--since', '2024-04-26 00:30', inCairo), /does not exist in Africa\/Cairo/);
  });
});

describe('A printed time', () => {
  it('a printed time is in the time zone, which is named only if it was used', () => {
    const times = new Times(() => 'Europe/Madrid');
    assert.equal(times.note, null);
    assert.equal(times.minute('2026-05-01T22:10:07.000Z'), '2026-05-02 00:10');
    assert.equal(times.second('2026-01-01T22:10:07.000Z'), '2026-01-01 23:10:07');
    assert.equal(times.day('2026-05-01T22:10:07.000Z'), '2026-05-02');
    assert.equal(times.note, 'Times are in Europe/Madrid (--utc: UTC).');
    const utc = new Times(() => 'UTC');
    assert.equal(utc.minute('1970-01-01T00:00:00.000Z'), '1970-01-01 00:00');
    assert.equal(utc.note, 'Times are in UTC.');
  });

  it('other text is printed unchanged', () => assert.equal(new Times(() => 'UTC').minute('then'), 'then'));
});

describe('The language of a terminal', () => {
  const cases: [variables: NodeJS.ProcessEnv, language: string][] = [
    [{ LANG: 'es_ES.UTF-8' }, 'es-ES'],
    [{ LANG: 'en_GB.UTF-8', LC_MESSAGES: 'pt_BR' }, 'pt-BR'],
    [{ LC_ALL: 'es', LC_MESSAGES: 'pt', LANG: 'en' }, 'es'],
    [{ LANG: 'ca_ES@valencia' }, 'ca-ES'],
    [{ LANG: 'C.UTF-8' }, 'en'],
    [{ LC_ALL: 'POSIX' }, 'en'],
    [{}, 'en'],
  ];
  for (const [variables, language] of cases) {
    it(JSON.stringify(variables), () => assert.equal(terminalLanguage(variables), language));
  }
});

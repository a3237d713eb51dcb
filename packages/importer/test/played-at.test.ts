import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { dayOf, orderOf, writtenDate } from '../src/cells/dates.ts';
import { inZone, readClock, readPlayedAt, type TimeRules } from '../src/cells/played-at.ts';
import { faultsIn, notesIn, opened, rowText, textIn } from './club-file.ts';

const MADRID: TimeRules = { order: 'dmy', timezone: 'Europe/Madrid', time: null };

function playedAt(date: string, time = '', rules: TimeRules = MADRID): string {
  const reading = readPlayedAt({ played_at: '', date, time }, rules, () => {});
  return 'value' in reading ? reading.value : textIn(reading.fault);
}

describe('A date and a time in a club’s file', () => {
  const readable: [date: string, time: string, instant: string][] = [
    ['25/04/2026', '21:30', '2026-04-25T21:30:00+02:00'],
    ['25-4-26', '9:30', '2026-04-25T09:30:00+02:00'],
    ['25.04.2026 21h30', '', '2026-04-25T21:30:00+02:00'],
    ['2026-01-25 21:30', '', '2026-01-25T21:30:00+01:00'],
    ['2026-01-25 21:30:00+00:00', '', '2026-01-25T21:30:00+00:00'],
    ['2026-04-25 00:00:00', '21:30', '2026-04-25T21:30:00+02:00'],
    ['sáb 25/04/2026', '21.30 h', '2026-04-25T21:30:00+02:00'],
    ['sábado, 25 de abril de 2026', '9:30 p. m.', '2026-04-25T21:30:00+02:00'],
    ['25-abr-26', '21h', '2026-04-25T21:00:00+02:00'],
    ['25 août 2026', '19:30 - 21:00', '2026-08-25T19:30:00+02:00'],
    ['Apr 25, 2026', '7:05 PM', '2026-04-25T19:05:00+02:00'],
    ['25/04/2026', '19:30Z', '2026-04-25T19:30:00Z'],
    ['25/04/2026', '19:30 -05:00', '2026-04-25T19:30:00-05:00'],
    ['25/04/2026', '02:30 - 03:00', '2026-04-25T02:30:00+02:00'],
    ['25/04/2026', '08:00-09:30', '2026-04-25T08:00:00+02:00'],
  ];
  for (const [date, time, instant] of readable) {
    it(`${date} ${time} is read`, () => assert.equal(playedAt(date, time), instant));
  }

  const faulty: [date: string, time: string, fault: RegExp][] = [
    ['31/04/2026', '21:30', /“31\/04\/2026” is not a date: day first, month 4 has 30 days/],
    ['04/25/2026', '21:30', /is not a date, day first/],
    ['2026-02-30', '21:30', /is not a date: month 2 has 28 days/],
    ['mañana', '21:30', /is not a date such as/],
    ['', '21:30', /the row has no date/],
    ['25/04/2026', '', /a date without a time/],
    ['25/04/2026', '25:30', /is not a time such as/],
    ['25/04/2026', '7', /is not a time such as/],
    ['25/04/2026', '02:30-03:00', /may be a span or a time with its zone; write “02:30 - 03:00” or “02:30 -03:00”/],
    ['25/04/2026 19:00', '21:30', /the row has two times, “19:00” and “21:30”/],
  ];
  for (const [date, time, fault] of faulty) {
    it(`${date} ${time} is rejected`, () => assert.match(playedAt(date, time), fault));
  }

  it('a time without a zone gets that of the options, and is rejected without one', () => {
    assert.match(playedAt('25/04/2026', '21:30', { ...MADRID, timezone: null }), /has no time zone/);
  });

  it('a row without a time gets the one from the options', () => {
    assert.equal(playedAt('25/04/2026', '', { ...MADRID, time: '20:00' }), '2026-04-25T20:00:00+02:00');
  });

  it('a time span means its start, even if it ends after midnight', () => {
    assert.deepEqual(readClock('19:30-21:00'), { value: { text: '19:30:00', zone: null } });
    assert.deepEqual(readClock('23:00-00:30'), { value: { text: '23:00:00', zone: null } });
    assert.ok('fault' in readClock('19:30-09:00'));
  });
});

describe('A time that the clocks of the zone show twice or never', () => {
  const cases: [day: [number, number, number], clock: string, zone: string, instant: string, remark: RegExp | null][] =
    [
      [
        [2026, 10, 25],
        '02:30:00',
        'Europe/Madrid',
        '2026-10-25T00:30:00Z',
        /occurs twice .* the first is taken, \+02:00/,
      ],
      [[2026, 3, 29], '02:30:00', 'Europe/Madrid', '2026-03-29T01:30:00Z', /does not exist .* taken as \+01:00/],
      [[2026, 10, 25], '03:00:00', 'Europe/Madrid', '2026-10-25T02:00:00Z', null],
      [[2026, 3, 29], '03:00:00', 'Europe/Madrid', '2026-03-29T01:00:00Z', null],
      [[2026, 4, 5], '01:45:00', 'Australia/Lord_Howe', '2026-04-04T14:45:00Z', /occurs twice/],
      [[2018, 11, 4], '00:30:00', 'America/Sao_Paulo', '2018-11-04T03:30:00Z', /does not exist/],
    ];
  for (const [[year, month, day], clock, zone, instant, expected] of cases) {
    it(`${clock} on ${year}-${month}-${day} in ${zone}`, () => {
      const remarks: string[] = [];
      const read = inZone({ year, month, day }, clock, zone, (note) => remarks.push(textIn(note)));
      assert.equal(Date.parse(read), Date.parse(instant));
      if (expected === null) assert.deepEqual(remarks, []);
      else assert.match(remarks.join(), expected);
    });
  }

  it('every other instant is read back from the local time', () => {
    const zones = fc.constantFrom('Europe/Madrid', 'America/Sao_Paulo', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC');
    const instants = fc.integer({ min: Date.UTC(2000, 0, 1) / 60_000, max: Date.UTC(2030, 0, 1) / 60_000 });
    fc.assert(
      fc.property(zones, instants, (zone, minute) => {
        const at = minute * 60_000;
        const parts = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(
          at,
        );
        const [date = '', clock = ''] = parts.split(' ');
        const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
        let isTwice = false;
        const read = inZone({ year, month, day }, clock, zone, () => {
          isTwice = true;
        });
        assert.ok(Date.parse(read) === at || isTwice, `${zone} ${parts} ${read}`);
      }),
    );
  });
});

describe('The order of day and month', () => {
  const evidenceIn = (year: number, texts: readonly string[]) =>
    orderOf(
      texts.map((text, index) => ({ line: index + 2, text })),
      () => true,
      Date.UTC(year, 6, 1),
    );
  const evidenceOf = (...texts: string[]) => evidenceIn(2026, texts);

  it('the order is undecided if every date fits both', () => {
    const open = { kind: 'open', orders: ['dmy', 'mdy'], example: { line: 2, text: '03/04/2026' } };
    assert.deepEqual(evidenceOf('03/04/2026', '05/04/2026', '12/12/2026'), open);
  });

  it('a single date can decide the order', () => {
    assert.deepEqual(evidenceOf('03/04/2026', '25/04/2026'), {
      kind: 'decided',
      order: 'dmy',
      by: { line: 3, text: '25/04/2026' },
    });
    assert.partialDeepStrictEqual(evidenceOf('03/04/26', '04/25/26'), { kind: 'decided', order: 'mdy' });
  });

  it('contradicting dates give a mixed order', () => {
    assert.equal(evidenceOf('25/04/2026', '04/25/2026').kind, 'mixed');
  });

  it('a date on no calendar, or only in a future year, does not decide the order', () => {
    const decided = { kind: 'decided', order: 'dmy', by: { line: 2, text: '25/10/25' } };
    for (const mistake of ['31/11/25', '30/02/24', '31/11/2025', '45/04/26', '04/13/62', '13/04/2062']) {
      assert.deepEqual(evidenceOf('25/10/25', '01/11/25', mistake), decided, mistake);
    }
    assert.deepEqual(evidenceIn(2040, ['25/10/25', '31/11/25']), decided);
    assert.equal(evidenceOf('25/10/25', '99/04/25').kind, 'mixed');
    assert.partialDeepStrictEqual(evidenceOf('25/11/28', '25/11/30'), { kind: 'decided', order: 'ymd' });
    assert.partialDeepStrictEqual(evidenceOf('25/12/2040'), { kind: 'decided', order: 'dmy' });
  });

  it('a leading year or a month name decides the order', () => {
    assert.deepEqual(evidenceOf('2026-03-04', '3 abr 2026', 'soon', ''), { kind: 'none' });
  });

  it('a short date whose first number may be the year causes a question', () => {
    assert.partialDeepStrictEqual(evidenceOf('26/05/01', '26/05/02', '26/05/03'), {
      kind: 'open',
      orders: ['dmy', 'ymd'],
    });
  });

  it('every written day is read back, in each order', () => {
    const days = fc.date({ min: new Date('1971-01-01'), max: new Date('2069-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, fc.constantFrom('/', '-', '.'), (date, separator) => {
        const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
        for (const [order, parts] of [
          ['dmy', [day.day, day.month, day.year]],
          ['mdy', [day.month, day.day, day.year]],
        ] as const) {
          const written = writtenDate(parts.join(separator));
          assert.deepEqual(written && dayOf(written, order), day);
        }
      }),
    );
  });
});

describe('Dates whose times are all midnight', () => {
  /** When each match was played, or the groups of its faults. */
  async function playedAt(header: string, rows: readonly string[], time = '') {
    const lines = rows.map((row) => `${row};Ana Ruiz / Marta Gil;Eva Sol / Rui Paz;6-4 6-3`);
    const content = [`${header};Pareja 1;Pareja 2;Resultado`, ...lines].join('\n');
    const source = await opened(content, { time, sessions: { name: null, isByDay: true } });
    const found = source.rows.map((row) =>
      row.faults.length === 0 ? `${row.match.played_at} ${row.match.session_external_ref}` : rowText(row),
    );
    return { found, notes: notesIn(source).join('\n') };
  }

  for (const [header, cell] of [
    ['Fecha', '2025-03-05 00:00:00'],
    ['Fecha', '2025-03-05T00:00:00.000Z'],
    ['Fecha', '2025-03-05 00:00:00+01:00'],
    ['Fecha', '5/3/2025 0:00'],
    ['Fecha', '5/3/2025 12:00:00 AM'],
    ['Fecha;Hora', '05/03/2025;00:00'],
    ['Fecha;Hora', '05/03/2025 00:00;0h00'],
  ] as const) {
    it(`have no times: ${cell}`, async () => {
      const evening = await playedAt(header, [cell], '20:00');
      assert.deepEqual(evening.found, ['2025-03-05T20:00:00+01:00 2025-03-05']);
      assert.match(evening.notes, /^Every time is midnight, so the dates have no times: line 2 has /m);
      assert.deepEqual((await playedAt(header, [cell])).found, ['no_time']);
    });
  }

  it('have times if one of them is not midnight', async () => {
    const { found } = await playedAt('Fecha', ['2025-03-05 00:00', '2025-03-05 23:30'], '20:00');
    assert.deepEqual(found, ['2025-03-05T00:00:00+01:00 2025-03-04', '2025-03-05T23:30:00+01:00 2025-03-05']);
  });
});

describe('A column with date and time beside columns of each', () => {
  const HEAD = 'Fecha y hora;Fecha;Hora;Pareja 1;Pareja 2;Resultado';
  const read = async (cells: string) => {
    const { rows } = await opened(`${HEAD}\n${cells};Ana Ruiz / Marta Gil;Eva Sol / Rui Paz;6-4 6-3`);
    return rows.map((row) => (row.faults.length === 0 ? row.match.played_at : faultsIn(row)));
  };

  it('is used if both are the same, or where one of them is empty', async () => {
    for (const cells of [
      '2026-04-25 21:30;25/04/2026;21:30',
      '2026-04-25T19:30:00Z;25/04/2026;21:30',
      '25/04/2026 21:30;25/04/2026;',
      ';25/04/2026;21:30',
      '25/04/2026 21:30;;',
      '25/04/2026;;21:30',
    ])
      assert.equal(Date.parse((await read(cells))[0] ?? ''), Date.parse('2026-04-25T19:30:00Z'), cells);
  });

  it('rejects the row if they differ', async () => {
    assert.deepEqual(await read('2026-04-24 21:30;25/04/2026;21:30'), [
      'Fecha y hora: the row has two dates, “2026-04-24 21:30” and “25/04/2026 21:30”',
    ]);
    assert.match((await read('2026-04-25 21:00;25/04/2026;21:30'))[0] ?? '', /two dates/);
    assert.match((await read('24/04/2026 21:30;25/04/2026;'))[0] ?? '', /two dates/);
  });
});

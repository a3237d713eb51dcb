import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unzipSync, zipSync } from 'fflate';
import { ImportFault } from '../src/message.ts';
import { type Changes, faultsIn, HEADER, notesIn, opened, openedFile, PLAYERS, rowText, textIn } from './club-file.ts';
import { workbook } from './messy/workbook.ts';

describe('A question that neither the file nor an option answers', () => {
  const rows = (...dates: string[]) => `${HEADER}\n${dates.map((date) => `${date};${PLAYERS};6-4 6-3;;`).join('\n')}\n`;
  const cases: [name: string, content: string, changes: Changes, message: RegExp][] = [
    [
      'the order of day and month',
      rows('3/4/2026;21:30'),
      { dates: null },
      /^Every date fits day first and month first, as 3\/4\/2026 in line 2\.$/,
    ],
    [
      'two orders in one file',
      rows('25/4/2026;21:30', '4/25/2026;21:30'),
      { dates: null },
      /two orders: day first \(line 2: 25\/4\/2026\), month first \(line 3: 4\/25\/2026\)\. Correct/,
    ],
    [
      'an answer that the file contradicts',
      rows('25/4/2026;21:30'),
      { dates: 'mdy' },
      /line 2 has 25\/4\/2026, which is day first/,
    ],
    [
      'the zone',
      rows('25/4/2026;21:30'),
      { timezone: null },
      /1 row has a time without a time zone, the first in line 2: /,
    ],
    [
      'what 2-1 counts',
      rows('25/4/2026;21:30').replace('6-4 6-3', '2-1'),
      {},
      /may count sets won or the games of one set, as 2-1 in line 2\.$/,
    ],
  ];
  for (const [name, content, changes, message] of cases) {
    it(`no row is read without an answer to: ${name}`, async () => {
      const source = await opened(content, changes);
      assert.throws(
        () => source.rows,
        (error) => {
          assert.ok(error instanceof ImportFault);
          assert.match(textIn(error.fault), message);
          return true;
        },
      );
    });
  }

  it('the file answers a question if it can, and the answer is reported', async () => {
    const source = await opened(rows('3/4/2026;21:30', '25/4/2026;21:30'), { dates: null });
    assert.ok(notesIn(source).includes('Dates are read day first: line 3 has 25/4/2026.'));
  });

  it('the samples of a column have no header that is repeated between rows', async () => {
    const row = `05/05/2026;20:00;${PLAYERS};6-4 6-3;;`;
    const { columns } = await opened([HEADER, row, HEADER, row.replace('20:00', '21:30')].join('\n'));
    assert.deepEqual(columns[1]?.samples, ['20:00', '21:30']);
  });

  it('headings between the rows are counted in one note', async () => {
    const { notes } = await opened(
      `${HEADER}\nJornada 1;;;;;;\n05/03/2026;19:30;${PLAYERS};6-4;;\nJornada 2;;;;;;\n${HEADER}\n12/03/2026;19:30;${PLAYERS};6-4;;`,
    );
    assert.ok(notes.map(textIn).includes('3 heading rows were skipped, such as “Jornada 1” in line 2.'));
  });

  it('the order of the games in scores is detected', async () => {
    const file = (...results: string[]) =>
      `${HEADER}\n${results.map((result) => `25/4/2026;21:30;${PLAYERS};${result};`).join('\n')}\n`;
    const winnerFirst = await opened(file('6-4 6-3;Pareja 1', '7-5 6-2;Pareja 2', '6-1 6-1;2'));
    assert.ok(notesIn(winnerFirst).includes('Scores have the winner first: line 3 has Pareja 2, 7-5 6-2.'));
    assert.deepEqual(winnerFirst.rows[1]?.match.set_scores, [
      { set_number: 1, team_a_games: 5, team_b_games: 7 },
      { set_number: 2, team_a_games: 2, team_b_games: 6 },
    ]);
    // Where rows contradict each other, or one alone may be a mistake, team A is first, and the service refuses the others.
    for (const results of [
      ['4-6 3-6;2', '7-5 6-2;2', '7-5 6-2;2'],
      ['6-4 6-3;1', '7-5 6-2;2'],
    ]) {
      const source = await opened(file(...results));
      assert.ok(!notesIn(source).some((note) => note.includes('winner first')));
    }
  });

  it('a score in sets provides only the winner', async () => {
    const source = await opened(rows('25/4/2026;21:30').replace('6-4 6-3', '1-2'), { scores: 'sets' });
    assert.deepEqual(source.rows.map(rowText), ['Eva Sol and Rui Paz beat Ana Ruiz and Marta Gil']);
  });

  it('the minority of rows is rejected if a file has two orders', async () => {
    const source = await opened(rows('25/4/2026;21:30', '4/25/2026;21:30'), { dates: 'dmy' });
    assert.deepEqual(
      source.rows.map((row) => rowText(row).slice(0, 4)),
      ['Ana ', 'date'],
    );
  });
});

describe('a workbook', () => {
  const sheets = {
    Portada: [['Club Norte']],
    Resultados: [
      ['Torneo de primavera'],
      [],
      ['Fecha', 'Hora', 'Pareja 1', null, 'Pareja 2', null, 'Resultado', 'Pista'],
      [{ day: '2026-04-03' }, { time: '21:30' }, 'Ana Ruiz', 'Marta Gil', 'Eva Sol', 'Rui Paz', '6-4 6-3', 3],
      [{ at: '2026-05-04T19:10' }, null, 'Ana Ruiz', 'Marta Gil', 'Eva Sol', 'Rui Paz', '4-6 3-6', 3],
    ],
  } as const;

  it('the dates and times of a workbook are unambiguous', async () => {
    const source = await openedFile('club.xlsx', workbook(sheets), { dates: null, sheet: 'Resultados' });
    const { rows } = source;
    assert.deepEqual(
      rows.map(({ line, match }) => [line, match.played_at, match.venue_label]),
      [
        [4, '2026-04-03T21:30:00+02:00', 'Pista 3'],
        [5, '2026-05-04T19:10:00+02:00', 'Pista 3'],
      ],
    );
    assert.deepEqual(rows.map(rowText)[1], 'Eva Sol and Rui Paz beat Ana Ruiz and Marta Gil 6-4 6-3');
    assert.match(notesIn(source).join('\n'), /Sheet “Resultados” is read\. Not read: Portada\.\nThe header is row 3/);
  });

  it('the first sheet is read unless another is named, and the sheets are listed', async () => {
    const open = (sheet: string | null) => openedFile('club.xlsx', workbook(sheets), { sheet });
    const first = await open(null);
    assert.throws(
      () => first.rows,
      (error) => {
        assert.ok(error instanceof ImportFault && error.also !== null);
        assert.match(textIn(error.fault), /^Missing: /);
        assert.equal(textIn(error.also), 'This is sheet “Portada”. Other sheets: Resultados.');
        return true;
      },
    );
    await assert.rejects(open('Mayo'), /file\.no_sheet .*Portada, Resultados/);
    assert.equal((await open('2')).rows.length, 2);
    await assert.rejects(openedFile('x.xlsx', 'text'), /file\.not_a_workbook/);
  });

  it('the value of cells that are merged down holds for each of their rows, and a workbook may count from 1904', async () => {
    const header = ['Fecha', 'Hora', 'Pareja 1', null, 'Pareja 2', null, 'Resultado'];
    const players = ['Ana Ruiz', 'Marta Gil', 'Eva Sol', 'Rui Paz', '6-4 6-3'];
    const night = (time: string, day: string | null = null) => [day === null ? null : { day }, { time }, ...players];
    const cells = [header, night('19:30', '2026-04-03'), night('20:30'), [null], night('21:30'), night('22:30')];
    const entries = Object.entries(unzipSync(workbook({ Mayo: cells })));
    const changed = (change: (xml: string) => string) =>
      zipSync(
        Object.fromEntries(
          entries.map(([path, content]) => [path, new TextEncoder().encode(change(new TextDecoder().decode(content)))]),
        ),
      );
    const withMerged = (xml: string) =>
      xml.replace(
        '</sheetData>',
        '</sheetData><mergeCells><mergeCell ref="C1:D1"/><mergeCell ref="A2:A5"/></mergeCells>',
      );
    const { rows } = await openedFile('mayo.xlsx', changed(withMerged), { dates: null });
    assert.deepEqual(
      rows.map(({ line, match }) => [line, match.played_at ?? null]),
      [
        [2, '2026-04-03T19:30:00+02:00'],
        [3, '2026-04-03T20:30:00+02:00'],
        [5, '2026-04-03T21:30:00+02:00'],
        [6, null],
      ],
    );
    assert.match(rows[3] ? faultsIn(rows[3]) : '', /the row has no date; if the date above holds for it, fill it down/);

    const since1904 = (xml: string) => withMerged(xml).replace('<sheets>', '<workbookPr date1904="1"/><sheets>');
    const other = await openedFile('mac.xlsx', changed(since1904), { dates: null });
    assert.equal(other.rows[0]?.match.played_at, '2030-04-04T19:30:00+02:00');
  });
});

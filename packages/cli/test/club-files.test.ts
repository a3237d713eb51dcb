import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FileFault } from '@bandeja/importer/file-fault';
import type { SourceOptions } from '@bandeja/importer/source';
import { unzip, zip } from '@bandeja/importer/zip';
import { openPath } from '../src/import/open-path.ts';
import { HEADER, OPTIONS, opened, PLAYERS, rowText } from './club-source.ts';
import { workbook } from './messy/workbook.ts';
import { aFile } from './run-cli.ts';

describe('A question that neither the file nor an option answers', () => {
  const rows = (...dates: string[]) => `${HEADER}\n${dates.map((date) => `${date};${PLAYERS};6-4 6-3;;`).join('\n')}\n`;
  const cases: [name: string, content: string, changes: Partial<SourceOptions>, message: RegExp][] = [
    [
      'the order of day and month',
      rows('3/4/2026;21:30'),
      { dates: null },
      /Every date fits day first and month first, as 3\/4\/2026 in line 2\. Say which: --dates dmy or --dates mdy\./,
    ],
    [
      'two orders in one file',
      rows('25/4/2026;21:30', '4/25/2026;21:30'),
      { dates: null },
      /two orders: day first \(line 2: 25\/4\/2026\), month first \(line 3: 4\/25\/2026\).*--dates dmy or --dates mdy/,
    ],
    [
      'an option that the file contradicts',
      rows('25/4/2026;21:30'),
      { dates: 'mdy' },
      /line 2 has 25\/4\/2026, which is day first/,
    ],
    [
      'the zone',
      rows('25/4/2026;21:30'),
      { timezone: null },
      /1 row has a time without a time zone, the first in line 2: .*--timezone/,
    ],
    [
      'what 2-1 counts',
      rows('25/4/2026;21:30').replace('6-4 6-3', '2-1'),
      {},
      /may count sets won or the games of one set, as 2-1 in line 2\. Say which: --scores sets or --scores games/,
    ],
  ];
  for (const [name, content, changes, message] of cases) {
    it(`a file is rejected without an answer to: ${name}`, async (t) => {
      await assert.rejects(opened(t, content, changes), (error) => {
        assert.ok(error instanceof FileFault);
        assert.match(error.message, message);
        return true;
      });
    });
  }

  it('the file answers a question if it can, and the answer is reported', async (t) => {
    const source = await opened(t, rows('3/4/2026;21:30', '25/4/2026;21:30'), { dates: null });
    assert.ok(source.notes.includes('Dates are read day first: line 3 has 25/4/2026.'), source.notes.join('\n'));
  });

  it('the order of the games in scores is detected', async (t) => {
    const file = (...results: string[]) =>
      `${HEADER}\n${results.map((result) => `25/4/2026;21:30;${PLAYERS};${result};`).join('\n')}\n`;
    const winnerFirst = await opened(t, file('6-4 6-3;Pareja 1', '7-5 6-2;Pareja 2', '6-1 6-1;2'));
    assert.ok(winnerFirst.notes.includes('Scores have the winner first: line 3 has Pareja 2, 7-5 6-2.'));
    const [, row] = await Array.fromAsync(winnerFirst.rows());
    assert.deepEqual(row?.kind === 'match' && row.submission['set_scores'], [
      { set_number: 1, team_a_games: 5, team_b_games: 7 },
      { set_number: 2, team_a_games: 2, team_b_games: 6 },
    ]);
    // Where rows contradict each other, or one alone may be a mistake, team A is first, and the service refuses the others.
    for (const results of [
      ['4-6 3-6;2', '7-5 6-2;2', '7-5 6-2;2'],
      ['6-4 6-3;1', '7-5 6-2;2'],
    ]) {
      const source = await opened(t, file(...results));
      assert.ok(!source.notes.some((note) => note.includes('winner first')));
    }
  });

  it('a score in sets provides only the winner', async (t) => {
    const source = await opened(t, rows('25/4/2026;21:30').replace('6-4 6-3', '1-2'), { scores: 'sets' });
    assert.deepEqual((await Array.fromAsync(source.rows())).map(rowText), [
      'Eva Sol and Rui Paz beat Ana Ruiz and Marta Gil',
    ]);
  });

  it('the minority of rows is rejected if a file has two orders', async (t) => {
    const source = await opened(t, rows('25/4/2026;21:30', '4/25/2026;21:30'), { dates: 'dmy' });
    assert.deepEqual(
      (await Array.fromAsync(source.rows())).map((row) => rowText(row).slice(0, 4)),
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

  it('the dates and times of a workbook are unambiguous', async (t) => {
    const file = await aFile(t, 'club.xlsx', workbook(sheets));
    const source = await openPath(file, process.stdin, { ...OPTIONS, dates: null, sheet: 'Resultados' });
    const rows = await Array.fromAsync(source.rows());
    assert.deepEqual(
      rows.map((row) =>
        row.kind === 'match' ? [row.line, row.submission['played_at'], row.submission['venue_label']] : [],
      ),
      [
        [4, '2026-04-03T21:30:00+02:00', 'Pista 3'],
        [5, '2026-05-04T19:10:00+02:00', 'Pista 3'],
      ],
    );
    assert.deepEqual(rows.map(rowText)[1], 'Eva Sol and Rui Paz beat Ana Ruiz and Marta Gil 6-4 6-3');
    assert.match(source.notes.join('\n'), /Sheet “Resultados” is read\. Not read: Portada\.\nThe header is row 3/);
  });

  it('the first sheet is read unless --sheet names another, and the sheets are listed', async (t) => {
    const file = await aFile(t, 'club.xlsx', workbook(sheets));
    const open = (sheet: string | null) => openPath(file, process.stdin, { ...OPTIONS, sheet });
    await assert.rejects(open(null), {
      message: /^Sheet “Portada”: Missing: .*Other sheets: Resultados\. Choose one with --sheet/,
    });
    await assert.rejects(open('Mayo'), /--sheet Mayo: there is no such sheet\. There are: Portada, Resultados\./);
    assert.equal((await open('2')).total, 2);
    await assert.rejects(
      openPath(await aFile(t, 'x.xlsx', 'text'), process.stdin, OPTIONS),
      /this is not an \.xlsx file/,
    );
  });

  it('the value of cells that are merged down holds for each of their rows, and a workbook may count from 1904', async (t) => {
    const header = ['Fecha', 'Hora', 'Pareja 1', null, 'Pareja 2', null, 'Resultado'];
    const players = ['Ana Ruiz', 'Marta Gil', 'Eva Sol', 'Rui Paz', '6-4 6-3'];
    const night = (time: string, day: string | null = null) => [day === null ? null : { day }, { time }, ...players];
    const cells = [header, night('19:30', '2026-04-03'), night('20:30'), [null], night('21:30'), night('22:30')];
    const entries = await unzip(workbook({ Mayo: cells }), () => true, 1e6);
    const changed = (change: (xml: string) => string) =>
      zip([...(entries ?? [])].map(([path, content]) => [path, Buffer.from(change(Buffer.from(content).toString()))]));
    const withMerged = (xml: string) =>
      xml.replace(
        '</sheetData>',
        '</sheetData><mergeCells><mergeCell ref="C1:D1"/><mergeCell ref="A2:A5"/></mergeCells>',
      );
    const file = await aFile(t, 'mayo.xlsx', changed(withMerged));
    const rows = await Array.fromAsync((await openPath(file, process.stdin, { ...OPTIONS, dates: null })).rows());
    assert.deepEqual(
      rows.map((row) => (row.kind === 'match' ? [row.line, row.submission['played_at']] : [])),
      [
        [2, '2026-04-03T19:30:00+02:00'],
        [3, '2026-04-03T20:30:00+02:00'],
        [5, '2026-04-03T21:30:00+02:00'],
        [6, null],
      ],
    );
    assert.match(JSON.stringify(rows.at(-1)), /the row has no date; if the date above holds for it, fill it down/);

    const since1904 = (xml: string) => withMerged(xml).replace('<sheets>', '<workbookPr date1904="1"/><sheets>');
    const other = await aFile(t, 'mac.xlsx', changed(since1904));
    const [first] = await Array.fromAsync((await openPath(other, process.stdin, { ...OPTIONS, dates: null })).rows());
    assert.equal(first?.kind === 'match' && first.submission['played_at'], '2030-04-04T19:30:00+02:00');
  });
});

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { CommandFailure } from '../../src/cli/exit.ts';
import { outcomeNamed, splitResult } from '../../src/cli/import/outcomes.ts';
import { splitPair } from '../../src/cli/import/pairs.ts';
import { inWords } from '../../src/cli/import/preview.ts';
import { OWN_REFERENCES } from '../../src/cli/import/references.ts';
import type { FileRow } from '../../src/cli/import/rows.ts';
import { NO_READING_OPTIONS } from '../../src/cli/import/settle.ts';
import { openSource, type Source, type SourceOptions } from '../../src/cli/import/source.ts';
import { readWinner } from '../../src/cli/import/winners.ts';
import { workbook } from './messy/workbook.ts';
import { aFile } from './run-cli.ts';

const OPTIONS: SourceOptions = {
  ...NO_READING_OPTIONS,
  dates: 'dmy',
  timezone: 'Europe/Madrid',
  mapping: new Map(),
  references: OWN_REFERENCES,
  sheet: null,
  competition: null,
};

async function opened(t: TestContext, content: string, changes: Partial<SourceOptions> = {}): Promise<Source> {
  const file = await aFile(t, 'club.csv', content);
  return await openSource(file, process.stdin, { ...OPTIONS, ...changes });
}

/** A row in words, or the groups of its faults. */
function told(row: FileRow): string {
  if (row.kind === 'ready') return row.json;
  if (row.kind === 'faulty' || row.faults.length > 0) return row.faults.map(({ group }) => group).join(' ');
  return inWords(row).replace(/^.*?\d\d:\d\d \S+: /, '');
}

const HEADER = 'Fecha;Hora;Pareja 1;Pareja 2;Resultado;Ganador;Estado';
const PLAYERS = 'Ana Ruiz / Marta Gil;Eva Sol - Rui Paz';

/** What a row of a club’s file says, from its result on. */
async function readResult(t: TestContext, result: string, players = PLAYERS): Promise<string> {
  const source = await opened(t, `${HEADER}\n1/5/2026;21:30;${players};${result}\n`);
  const [row] = await Array.fromAsync(source.rows());
  assert.ok(row);
  return told(row)
    .replace(/^Ana Ruiz and Marta Gil /, 'A ')
    .replace(/^Eva Sol and Rui Paz /, 'B ')
    .replace(/ (Ana|Eva) .* (Gil|Paz)/, '');
}

describe('the result of a match, as clubs write it', () => {
  const results: [text: string, told: string][] = [
    ['6/4 6/3;;', 'A beat 6-4 6-3'],
    ['6-4, 3-6, 10-8;Pareja 1;Finalizado', 'A beat 6-4 3-6 10-8'],
    ['4-6 6-7(5);;', 'B beat 6-4 7-6'],
    ['6-4 3-6 [8-10];Visitante;', 'B beat 4-6 6-3 10-8'],
    ['6-4 2-1 ret.;Local;', 'A beat 6-4 2-1 (retired)'],
    ['6-4 2-1;2;Retirada', 'B beat 4-6 1-2 (retired)'],
    ['6-4 2-1 Ab.;;', 'noWinner'],
    ['W.O.;Pareja 2;', 'B beat (walkover)'],
    ['6-0 6-0 W.O.;;', 'A beat (walkover)'],
    ['WO;;', 'noWinner'],
    ['12-12;;', 'A drew with 12-12'],
    ['12-12;Empate;', 'A drew with 12-12'],
    ['6-4 4-6;;', 'noWinner'],
    [';Ana Ruiz / Marta Gil;', 'A beat'],
    [';eva y rui;', 'B beat'],
    [';GIL;', 'A beat'],
    [';Pedro;', 'winner'],
    ['6-4 6-3;;Cancelado', 'outcome'],
    ['6-4 6-3;;Raro', 'outcome'],
    ['6-4 6-3 ret.;Pareja 1;W.O.', 'outcome'],
    ['06-abr;Pareja 1;', 'scoreAsDate'],
    ['seis-cuatro;Pareja 1;', 'score'],
  ];
  for (const [text, expected] of results) {
    it(`${text} → ${expected}`, async (t) => assert.equal(await readResult(t, text), expected));
  }

  it('has all of its faults told at once', async (t) => {
    assert.equal(await readResult(t, 'x;Pedro;Raro', 'Ana Ruiz;'), 'pair player score outcome');
  });

  it('may stand in a column per set, or per set and side, with sets that were not played as 0-0 or a dash', async (t) => {
    const perSet = await opened(
      t,
      'Fecha;Hora;Pareja 1;Pareja 2;Set 1;Set 2;Set 3\n' +
        `1/5/2026;21:30;${PLAYERS};6-4;3-6;10-8\n1/5/2026;21:30;${PLAYERS};6-4;6-3;-\n1/5/2026;21:30;${PLAYERS};6-4;6-3;0-0\n`,
    );
    const scores = (await Array.fromAsync(perSet.rows())).map((row) => told(row).replace(/.*Paz /, ''));
    assert.deepEqual(scores, ['6-4 3-6 10-8', '6-4 6-3', '6-4 6-3']);
    const perSide = await opened(
      t,
      'Fecha;Hora;Pareja 1;Pareja 2;Set 1 P1;Set 1 Pareja 1;Set 1 Pareja 2;Set 2 Pareja 1;Set 2 Pareja 2\n' +
        `1/5/2026;21:30;${PLAYERS};x;6;4;7(7);6(5)\n1/5/2026;21:30;${PLAYERS};x;6;;6;3\n`,
    );
    const [good, bad] = (await Array.fromAsync(perSide.rows())).map(told);
    assert.match(good ?? '', / 6-4 7-6$/);
    assert.equal(bad, 'score');
  });

  it('keeps the word for a walkover beside empty sets', async (t) => {
    const source = await opened(
      t,
      `Fecha;Hora;Pareja 1;Pareja 2;Set 1;Set 2;Resultado;Ganador\n1/5/2026;21:30;${PLAYERS};;;W.O.;Pareja 2\n`,
    );
    const [row] = await Array.fromAsync(source.rows());
    assert.match(row ? told(row) : '', /^Eva Sol and Rui Paz beat Ana Ruiz and Marta Gil \(walkover\)$/);
  });

  it('leaves the score of a walkover out, and says so', async (t) => {
    const remarks: string[] = [];
    const source = await opened(t, `${HEADER}\n1/5/2026;21:30;${PLAYERS};6-0 6-0 W.O.;;\n`);
    await Array.fromAsync(source.rows((line, group) => remarks.push(`${line} ${group}`)));
    assert.deepEqual(remarks, ['2 walkoverScore']);
  });

  it('is read or refused, whatever the cells hold', async (t) => {
    const texts = [
      '6-4',
      '25/04/2026',
      '21h30',
      'W.O.',
      'Pareja 1',
      ' / ',
      ',',
      '-',
      '(',
      '[',
      '10',
      'Ana',
      'é',
      '\u200b',
      '99',
      '',
    ];
    const cell = fc.array(fc.constantFrom(...texts), { maxLength: 4 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 7, maxLength: 7 }), { minLength: 1, maxLength: 20 }),
        async (rows) => {
          const content = `${HEADER}\n${rows.map((cells) => cells.map((text) => `"${text}"`).join(';')).join('\n')}\n`;
          const source = await opened(t, content, { scores: 'games' });
          const read = await Array.fromAsync(source.rows());
          assert.equal(read.length, rows.filter((cells) => cells.some((text) => text.trim() !== '')).length);
          assert.equal(read.length, source.total);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('with words in five languages', () => {
    assert.deepEqual(
      ['W.O.', 'w/o', 'Walkover', 'No presentado', 'Forfait'].map(outcomeNamed),
      Array(5).fill('walkover'),
    );
    assert.deepEqual(['ret.', 'Ab.', 'rit.', 'Abandon', 'Desistência'].map(outcomeNamed), Array(5).fill('retired'));
    assert.deepEqual(['Jugado', 'Concluído', 'Finita', 'Terminé', 'Played'].map(outcomeNamed), Array(5).fill('played'));
    assert.deepEqual(['Aplazado', 'Annullata', 'Adiado', 'Reporté'].map(outcomeNamed), Array(4).fill('not_played'));
    assert.deepEqual(splitResult('(ret.) 6-4 2-1'), { score: '6-4 2-1', outcome: 'retired' });
  });
});

describe('two players in one cell', () => {
  const cells: [text: string, pair: readonly [string, string] | null][] = [
    ['Ana Ruiz / Marta Gil', ['Ana Ruiz', 'Marta Gil']],
    ['Ana Ruiz/Marta Gil', ['Ana Ruiz', 'Marta Gil']],
    ['Ana - Marta', ['Ana', 'Marta']],
    ['Ana y Marta', ['Ana', 'Marta']],
    ['Ana e Marta', ['Ana', 'Marta']],
    ['Anne et Marie', ['Anne', 'Marie']],
    ['Ana & Marta', ['Ana', 'Marta']],
    ['Ana + Marta', ['Ana', 'Marta']],
    ['Ana\nMarta', ['Ana', 'Marta']],
    ['Ruiz, Ana / Gil, Marta', ['Ruiz, Ana', 'Gil, Marta']],
    ['Ruiz-Díaz, Ana - Gil, Marta', ['Ruiz-Díaz, Ana', 'Gil, Marta']],
    ['Ana   Ruiz ,Marta Gil', ['Ana Ruiz', 'Marta Gil']],
    ['ana-marta', ['ana', 'marta']],
    ['Ana Ruiz', null],
    ['Ana / Marta / Eva', null],
    ['Ana /', null],
    ['', null],
  ];
  for (const [text, pair] of cells) it(JSON.stringify(text), () => assert.deepEqual(splitPair(text), pair));
});

describe('a winner by name', () => {
  const players = ['Ana Ruiz', 'Marta Gil', 'Ana Sol', 'Rui Paz'];
  it('is the team all of whose names fit', () => {
    assert.deepEqual(readWinner('ana y marta', players), { value: 'A' });
    assert.deepEqual(readWinner('Rui', players), { value: 'B' });
    assert.deepEqual(readWinner('Ana Sol', players), { value: 'B' });
  });

  it('is not guessed where a name fits both teams, or none', () => {
    assert.match(JSON.stringify(readWinner('Ana', players)), /names players of both teams/);
    assert.match(JSON.stringify(readWinner('Eva', players)), /neither a team/);
    assert.match(JSON.stringify(readWinner('Ana y Eva', players)), /neither a team/);
  });
});

describe('a question that neither the file nor an option answers', () => {
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
    it(`${name}: the file is refused`, async (t) => {
      await assert.rejects(opened(t, content, changes), (error) => {
        assert.ok(error instanceof CommandFailure);
        assert.equal(error.exitCode, 2);
        assert.match(error.message, message);
        return true;
      });
    });
  }

  it('is answered by the file itself where it can be, and said', async (t) => {
    const source = await opened(t, rows('3/4/2026;21:30', '25/4/2026;21:30'), { dates: null });
    assert.ok(source.notes.includes('Dates are read day first: line 3 has 25/4/2026.'), source.notes.join('\n'));
  });

  it('finds out whose games stand first in the scores', async (t) => {
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

  it('takes the winner alone from a score that counts sets', async (t) => {
    const source = await opened(t, rows('25/4/2026;21:30').replace('6-4 6-3', '1-2'), { scores: 'sets' });
    assert.deepEqual((await Array.fromAsync(source.rows())).map(told), [
      'Eva Sol and Rui Paz beat Ana Ruiz and Marta Gil',
    ]);
  });

  it('rejects the other rows of a file with two orders', async (t) => {
    const source = await opened(t, rows('25/4/2026;21:30', '4/25/2026;21:30'), { dates: 'dmy' });
    assert.deepEqual(
      (await Array.fromAsync(source.rows())).map((row) => told(row).slice(0, 4)),
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

  it('has real dates and times, which leave nothing open', async (t) => {
    const file = await aFile(t, 'club.xlsx', workbook(sheets));
    const source = await openSource(file, process.stdin, { ...OPTIONS, dates: null, sheet: 'Resultados' });
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
    assert.deepEqual(rows.map(told)[1], 'Eva Sol and Rui Paz beat Ana Ruiz and Marta Gil 6-4 6-3');
    assert.match(source.notes.join('\n'), /Sheet “Resultados” is read\. Not read: Portada\.\nThe header is row 3/);
  });

  it('is read from its first sheet unless one is named, and says which there are', async (t) => {
    const file = await aFile(t, 'club.xlsx', workbook(sheets));
    const open = (sheet: string | null) => openSource(file, process.stdin, { ...OPTIONS, sheet });
    await assert.rejects(open(null), {
      message: /^Sheet “Portada”: Missing: .*Other sheets: Resultados\. Choose one with --sheet/,
    });
    await assert.rejects(open('Mayo'), /--sheet Mayo: there is no such sheet\. There are: Portada, Resultados\./);
    assert.equal((await open('2')).total, 2);
    await assert.rejects(
      openSource(await aFile(t, 'x.xlsx', 'text'), process.stdin, OPTIONS),
      /this is no \.xlsx file/,
    );
  });
});

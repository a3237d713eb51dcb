import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { brokenWord } from '../src/file/broken-text.ts';
import { encodingNamed } from '../src/file/code-pages.ts';
import { readCsv } from '../src/file/csv.ts';
import { decodeText } from '../src/file/text.ts';
import { Import } from '../src/import.ts';
import { ImportFault } from '../src/message.ts';
import { openedFile, PLAYERS, rowText, textIn } from './club-file.ts';

const HEADER = 'match_id,played_at,a1,a2,b1,b2,winner,set_scores';
const ROW = 'm1,2026-05-01T19:10:00Z,ana,eva,rui,tom,A,6-4 6-3';

const open = (content: string | Uint8Array) => openedFile('results.csv', content);

async function brief(content: string | Uint8Array): Promise<string[]> {
  const { rows } = await open(content);
  return rows.map((row) => `${row.line} ${row.externalRef} ${row.faults.length === 0 ? 'read' : rowText(row)}`);
}

/** Refuses the file with this text. */
const refused = (work: Promise<unknown>, message: RegExp): Promise<void> =>
  assert.rejects(work, (error) => {
    assert.ok(error instanceof ImportFault, String(error));
    assert.match(textIn(error.fault), message);
    return true;
  });

describe('CSV files', () => {
  const odd: [name: string, content: string, rows: string[]][] = [
    ['a byte order mark', `\ufeff${HEADER}\n${ROW}`, ['2 m1 read']],
    ['CRLF', `${HEADER}\r\n${ROW}\r\n`, ['2 m1 read']],
    ['the line ends of old Macs', `${HEADER}\r${ROW}\r`, ['2 m1 read']],
    ['no line end at the end', `${HEADER}\n${ROW}`, ['2 m1 read']],
    ['empty lines, also before the header', `\n\n${HEADER}\n\n${ROW}\n\n\n${ROW}\n\n`, ['5 m1 read', '8 m1 read']],
    ['rows of empty cells', `${HEADER}\n,,,,,,,\n , ,,,,,,\n${ROW}\n`, ['4 m1 read']],
    ['quoted cells', `${HEADER}\n"m,1",2026-05-01T19:10:00Z,"ana",eva,rui,tom,A,"6-4, 6-3"`, ['2 m,1 read']],
    ['doubled quotes', `${HEADER}\n"m ""1""",2026-05-01T19:10:00Z,ana,eva,rui,tom,A,6-4`, ['2 m "1" read']],
    [
      'a line end within quotes',
      `${HEADER}\r\n"m\r\n1",2026-05-01T19:10:00Z,ana,eva,rui,tom,A,6-4\r\n${ROW}`,
      ['2 m\n1 read', '4 m1 read'],
    ],
    ['semicolons', `${HEADER}\n${ROW}`.replaceAll(',', ';'), ['2 m1 read']],
    ['tabs', `${HEADER}\n${ROW}`.replaceAll(',', '\t'), ['2 m1 read']],
    ['a row too short', `${HEADER}\nm1,2026-05-01T19:10:00Z,ana\n${ROW}`, ['2 m1 cells', '3 m1 read']],
    ['a row too long', `${HEADER}\n${ROW},more\n${ROW}`, ['2 m1 cells', '3 m1 read']],
    ['blank cells past the end', `${HEADER}\n${ROW},, \n`, ['2 m1 read']],
    ['a header alone', `${HEADER}\n`, []],
    ['a total between the rows', `${HEADER}\nTotal: 45,,,,,,,`, ['2  text']],
    [
      'titles above the header, and the header again',
      `Club Norte\nTorneo de primavera, 2026\n\n${HEADER}\n${ROW}\n${HEADER}\n${ROW}\n`,
      ['5 m1 read', '7 m1 read'],
    ],
    [
      'the header again in other letters, with blanks and empty cells',
      `${HEADER}\n${ROW}\n ${HEADER.toUpperCase()} ,,\n`,
      ['2 m1 read'],
    ],
    [
      'titles above the matches of a round or a court',
      `${HEADER}\n,"Jornada 3, 12 de mayo",,,,,,\n${ROW}\nPista 2\n${ROW}`,
      ['3 m1 read', '5 m1 read'],
    ],
    [
      'a row in one cell, which is not a title',
      `${HEADER}\n"Jornada 3;2026-05-01T19:10:00Z;ana;eva;rui;tom;A;6-4",,,,,,,`,
      ['2  text'],
    ],
  ];
  for (const [name, content, rows] of odd) {
    it(`may have ${name}`, async () => assert.deepEqual(await brief(content), rows));
  }

  const bad: [name: string, content: string | Uint8Array, message: RegExp][] = [
    ['an empty file', '', /results\.csv is empty/],
    ['a file of blanks', ' \n\n', /results\.csv is empty/],
    ['a quote never closed', `${HEADER}\n"${ROW}\n${ROW}`, /results\.csv, line 2: a quote .* never closed/],
    ['a quote inside a cell', `${HEADER}\n${ROW}\nm"2,x`, /results\.csv, line 3: a quote \("\) inside a cell/],
    ['text behind a quoted cell', `${HEADER}\n${ROW}\n"m2"x,y`, /line 3: a quote \("\) inside a cell/],
  ];
  for (const [name, content, message] of bad) {
    it(`are refused: ${name}`, () => refused(open(content), message));
  }

  it('with an unclosed quote in a large text are refused with the line of the quote', async () => {
    const text = `${HEADER}\n"${`${ROW}\n`.repeat(100_000)}"`;
    await assert.rejects(readCsv(text, 'results.csv', ','), { message: /file\.open_quote .*"line":"2"/ });
  });

  it('have the cells that were written', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'é', '😀', ';'), maxLength: 8 });
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(rows, async (cells) => {
        const text = ['x,y', ...cells.map((row) => row.map(quoted).join(','))].join('\n');
        const expected = cells.filter((row) => row.some((one) => one.trim() !== ''));
        const whole = await readCsv(text, 'x', ',');
        assert.deepEqual(
          whole.slice(1).map((record) => record.cells),
          expected,
        );
      }),
      { numRuns: 100 },
    );
  });
});

describe('The encoding of a text', () => {
  it('is recognized', () => {
    const encodings: [content: Uint8Array, encoding: string][] = [
      [Buffer.from('Sánchez'), 'utf-8'],
      [Buffer.from('\ufeffSánchez'), 'utf-8'],
      [Buffer.from('Sánchez', 'latin1'), 'windows-1252'],
      [Buffer.from('\ufeffSánchez', 'utf16le'), 'utf-16le'],
    ];
    for (const [content, encoding] of encodings)
      assert.deepEqual(decodeText(content, 'x.csv', null), { text: 'Sánchez', encoding, choices: [] });
  });

  it('a word that no language has is found, and words of many languages are not', () => {
    const broken =
      'Èâàí;Ãéþñãïò;Mu¤oz;Jos‚;AndrŽs;£ukasz;Wiœniewski;JosÃ©;RÃ­os;MÃ¼ller;Ã\u0081ngel;Ã‘iquez;NÂº;Ð\u0098Ð²Ð°Ð½;Å‚ukasz;Jos\ufffd';
    for (const word of broken.split(';')) assert.equal(brokenWord(`Ana ${word}`), word);
    const right =
      'José Íñigo Ángel;IRMÃ;“IRMÔ;AÇÕES;Łukasz Wiśniewski;Þórður Æði;Ïñaki;Nguyễn Đỗ;Иван Петров;Γιώργος;李小龙;Mª José;Nº 3;Qua¿;¿Ana?;Seán O’Brien;' +
      'Cœur;Ana´s;Ruiz–Gil;Ana²;20 €;“Chus”;«Chus»;Ana…;Željko;Müller-Özdemir;Çağla Şahin;Ñañez;İpek;🎾';
    for (const text of right.split(';')) assert.equal(brokenWord(text), null, text);
  });

  const FILE = `Fecha;Hora;Pareja 1;Pareja 2;Resultado\n1/5/2026;21:30;${PLAYERS};6-4 6-3\n`;
  const named = (name: string) => FILE.replace('Ana Ruiz', name);
  const inBytes = (text: string, letters: Readonly<Record<string, number>>): Uint8Array =>
    Uint8Array.from([...text], (letter) => letters[letter] ?? letter.charCodeAt(0));

  for (const [name, what, content, encoding] of [
    ['Íñigo Muñoz', 'DOS', inBytes(named('Íñigo Muñoz'), { Í: 0xd6, ñ: 0xa4 }), 'ibm850'],
    ['Agüero Peña', 'DOS, unlike Windows', inBytes(named('Agüero Peña'), { ü: 0x81, ñ: 0xa4 }), 'ibm850'],
    ['José Peña', 'DOS, as in America', inBytes(named('José Peña'), { é: 0x82, ñ: 0xa4 }), 'ibm850'],
    ['Иван Петров', 'Cyrillic', inBytes(named('Иван Петров'), cyrillic('Иванпетров', 'Петров')), 'windows-1251'],
    ['Şahin Işık', 'Turkish', inBytes(named('Şahin Işık'), { Ş: 0xde, ş: 0xfe, ı: 0xfd }), 'windows-1254'],
  ] as const) {
    it(`is asked about if there are several: ${what}`, async () => {
      const asked = await open(content);
      const [question] = asked.questions;
      assert.ok(question?.code === 'encoding' && question.isOpen);
      assert.ok(
        question.choices.some((one) => one.encoding === encoding && one.example === name.split(' ')[0]),
        JSON.stringify(question.choices),
      );
      assert.throws(() => asked.rows, /question\.encoding/);
      const read = await openedFile('results.csv', content, { encoding });
      assert.equal(read.rows[0]?.players[0], name);
    });
  }

  it('has the names that people use', () => {
    assert.deepEqual(['CP850', 'ibm437', 'latin1', 'Windows-1254', 'klingon'].map(encodingNamed), [
      'ibm850',
      'ibm437',
      'windows-1252',
      'windows-1254',
      null,
    ]);
  });

  it('damaged UTF-8, pictures and packed files are refused without guessing', async () => {
    const damaged = Buffer.concat([Buffer.from('José Sánchez, Íñigo'), Buffer.from([0xc3]), Buffer.from(' x')]);
    for (const [content, message] of [
      [damaged, /some bytes are damaged/],
      [Buffer.from('504b0304', 'hex'), /name it \.xlsx/],
      [Buffer.from('d0cf11e0a1', 'hex'), /an old Excel file\. Save it as \.xlsx or CSV/],
      [Buffer.from('\x25PDF-1.7\n'), /this is a picture or a PDF/],
      [Buffer.from(named('JosÃ©')), /line 2: “JosÃ©” is in no language\. The program that wrote/],
    ] as const)
      await refused(open(content), message);
  });

  it('is of texts only, and sheets are of workbooks', async () => {
    await refused(openedFile('x.xlsx', 'x', { encoding: 'windows-1251' }), /Only a text/);
    await refused(openedFile('x.csv', 'x', { sheet: 'Mayo' }), /Only an \.xlsx file/);
  });
});

/** The bytes of Cyrillic letters in Windows-1251. */
function cyrillic(...words: readonly string[]): Record<string, number> {
  const FIRST = 0x410;
  return Object.fromEntries([...words.join('')].map((letter) => [letter, letter.charCodeAt(0) - FIRST + 0xc0]));
}

describe('The hash of a file', () => {
  it('is that of its bytes', async () => {
    const { file } = await open(`${HEADER}\n${ROW}`);
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${HEADER}\n${ROW}`));
    assert.equal(file.sha256, Buffer.from(digest).toString('hex'));
    assert.ok((await open(ROW)) instanceof Import);
  });
});

/** Fifteen files of invented clubs, each in another dialect of spreadsheets, with their rows and questions. No service is needed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Changes, faultsIn, notesIn, openedFile, rowText } from './club-file.ts';
import { cp1252 } from './messy/files.ts';
import { workbook } from './messy/workbook.ts';

interface Dialect {
  readonly name: string;
  readonly what: string;
  readonly content: string | Uint8Array;
  readonly changes?: Changes;
  /** The codes of the questions that stay open. */
  readonly open?: readonly string[];
  readonly rows?: readonly string[];
  /** A part of one of the notes. */
  readonly note?: string;
}

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

/** Of a code page that has one byte a letter. */
const inBytes = (text: string, letters: Readonly<Record<string, number>>): Uint8Array =>
  Uint8Array.from([...text].map((letter) => letters[letter] ?? letter.charCodeAt(0)));

const dialects: readonly Dialect[] = [
  {
    name: 'torneo.csv',
    what: 'Italian, semicolons, times with a dot',
    content: lines(
      'Data;Ora;Coppia 1;Coppia 2;Risultato',
      '25/04/2026;20.30;Gaia Neri / Ugo Riva;Ada Luce / Ivo Sala;6-4 7-5',
      '26/04/2026;20.30;Ada Luce / Ivo Sala;Gaia Neri / Ugo Riva;2-6 6-7',
    ),
    rows: [
      'Gaia Neri and Ugo Riva beat Ada Luce and Ivo Sala 6-4 7-5',
      'Gaia Neri and Ugo Riva beat Ada Luce and Ivo Sala 6-2 7-6',
    ],
  },
  {
    name: 'tournoi.tsv',
    what: 'French, tabs, hours with h',
    content: lines(
      'Date\tHeure\tÉquipe 1\tÉquipe 2\tScore',
      '25/04/2026\t19h30\tÉlise Roy & Luc Petit\tNoé Caron & Zoé Blanc\t6/3 6/4',
      '25/04/2026\t20h45\tÉlise Roy & Noé Caron\tLuc Petit & Zoé Blanc\t4/6 6/3 10/8',
    ),
    rows: [
      'Élise Roy and Luc Petit beat Noé Caron and Zoé Blanc 6-3 6-4',
      'Élise Roy and Noé Caron beat Luc Petit and Zoé Blanc 4-6 6-3 10-8',
    ],
  },
  {
    name: 'liga.csv',
    what: 'German, Windows-1252: its headers are not known, so its columns are asked',
    content: cp1252(
      lines(
        'Datum;Uhrzeit;Team 1;Team 2;Ergebnis',
        '25.04.2026;19:30;Jörg Groß / Käthe Maß;Uwe Süß / Rolf Öst;6:4 6:3',
        '02.05.2026;19:30;Jörg Groß / Uwe Süß;Käthe Maß / Rolf Öst;3:6 6:4 7:6',
      ),
    ),
    open: ['columns'],
  },
  {
    name: 'lliga.csv',
    what: 'Catalan, a player in each column',
    content: lines(
      'Dia;Hora;Jugador 1;Jugador 2;Jugador 3;Jugador 4;Resultat',
      '25/04/2026;19:30;Mercè Pla;Jordi Mas;Núria Coll;Pol Roig;6-4 6-3',
    ),
    rows: ['Mercè Pla and Jordi Mas beat Núria Coll and Pol Roig 6-4 6-3'],
  },
  {
    name: 'rodada.csv',
    what: 'Brazilian, placar and dupla, games in columns of two header rows',
    content: lines(
      'Data;Horário;Dupla 1;Dupla 2;Set 1;;Set 2;',
      ';;;;Dupla 1;Dupla 2;Dupla 1;Dupla 2',
      '25/04/2026;19:30;Caio Luz / Davi Reis;Enzo Vaz / Gael Pinto;6;4;6;2',
      '26/04/2026;19:30;Caio Luz / Enzo Vaz;Davi Reis / Gael Pinto;3;6;4;6',
    ),
    rows: [
      'Caio Luz and Davi Reis beat Enzo Vaz and Gael Pinto 6-4 6-2',
      'Davi Reis and Gael Pinto beat Caio Luz and Enzo Vaz 6-3 6-4',
    ],
    note: 'two rows',
  },
  {
    name: 'league.csv',
    what: 'American dates with the month first, noon and midnight with AM and PM',
    content: lines(
      'Date,Time,Team A,Team B,Score',
      '4/25/2026,12:15 PM,Ivy Dale / Una Marsh,Tess Boyd / Gwen Hart,6-4 6-2',
      '4/26/2026,12:15 AM,Ivy Dale / Tess Boyd,Una Marsh / Gwen Hart,1-6 6-3 1-0',
    ),
    changes: { dates: null },
    rows: [
      'Ivy Dale and Una Marsh beat Tess Boyd and Gwen Hart 6-4 6-2',
      'Ivy Dale and Tess Boyd beat Una Marsh and Gwen Hart 1-6 6-3 1-0',
    ],
  },
  {
    name: 'isimler.csv',
    what: 'Turkish letters in Windows-1254, whose bytes fit Windows-1252, too',
    content: inBytes(
      lines('Date;Time;Team A;Team B;Score', '25/04/2026;19:30;Şule Işık / Ece Ay;Ayşe Dağ / Can Er;6-4 6-3'),
      { Ş: 0xde, ş: 0xfe, ı: 0xfd, ğ: 0xf0 },
    ),
    changes: { encoding: 'windows-1254' },
    rows: ['Şule Işık and Ece Ay beat Ayşe Dağ and Can Er 6-4 6-3'],
  },
  {
    name: 'dos.csv',
    what: 'an old program with code page 850',
    content: inBytes(
      lines(
        'Fecha;Hora;Pareja 1;Pareja 2;Resultado',
        '25/04/2026;19:30;Íñigo Peña / Úrsula Niño;Óscar Gómez / Inés Paz;6-4 6-3',
      ),
      { Í: 0xd6, ñ: 0xa4, Ú: 0xe9, Ó: 0xe0, ó: 0xa2, é: 0x82 },
    ),
    changes: { encoding: 'ibm850' },
    rows: ['Íñigo Peña and Úrsula Niño beat Óscar Gómez and Inés Paz 6-4 6-3'],
  },
  {
    name: 'americano.csv',
    what: 'an evening of points among matches in sets',
    content: lines(
      'Fecha;Hora;Pareja 1;Pareja 2;Resultado',
      '25/04/2026;19:30;Ana Ruiz / Marta Gil;Eva Sol / Rui Paz;6-4 6-3',
      '25/04/2026;20:30;Ana Ruiz / Eva Sol;Marta Gil / Rui Paz;21-11',
      '25/04/2026;20:50;Ana Ruiz / Rui Paz;Marta Gil / Eva Sol;18-14',
      '25/04/2026;21:10;Ana Ruiz / Marta Gil;Eva Sol / Rui Paz;16-16',
    ),
    rows: [
      'Ana Ruiz and Marta Gil beat Eva Sol and Rui Paz 6-4 6-3',
      'Ana Ruiz and Eva Sol beat Marta Gil and Rui Paz 21-11',
      'Ana Ruiz and Rui Paz beat Marta Gil and Eva Sol 18-14',
      'Ana Ruiz and Marta Gil drew with Eva Sol and Rui Paz 16-16',
    ],
  },
  {
    name: 'open.csv',
    what: 'sets won or the games of a set: it is asked',
    content: lines(
      'Fecha;Hora;Pareja 1;Pareja 2;Resultado',
      '25/04/2026;19:30;Ana Ruiz / Marta Gil;Eva Sol / Rui Paz;2-1',
      '25/04/2026;20:00;Ana Ruiz / Eva Sol;Marta Gil / Rui Paz;0-2',
    ),
    open: ['scores'],
  },
  {
    name: 'dates.csv',
    what: 'every date fits two orders: it is asked',
    content: lines(
      'Fecha;Hora;Pareja 1;Pareja 2;Resultado',
      '03/04/2026;19:30;Ana Ruiz / Marta Gil;Eva Sol / Rui Paz;6-4 6-3',
    ),
    changes: { dates: null },
    open: ['dates'],
  },
  {
    name: 'twice.csv',
    what: 'two columns that look like the score: it is asked',
    content: lines(
      'Fecha;Hora;Pareja 1;Pareja 2;Resultado;Marcador',
      '25/04/2026;19:30;Ana Ruiz / Marta Gil;Eva Sol / Rui Paz;6-4 6-3;6-4 6-2',
    ),
    open: ['columns'],
  },
  {
    name: 'moments.csv',
    what: 'a date and time beside a date and a time that differ: the row is rejected',
    content: lines(
      'played_at;Fecha;Hora;Pareja 1;Pareja 2;Resultado',
      '2026-04-25T19:30:00+02:00;25/04/2026;19:30;Ana Ruiz / Marta Gil;Eva Sol / Rui Paz;6-4 6-3',
      '2026-04-25T19:30:00+02:00;26/04/2026;19:30;Ana Ruiz / Eva Sol;Marta Gil / Rui Paz;6-4 6-3',
    ),
    rows: [
      'Ana Ruiz and Marta Gil beat Eva Sol and Rui Paz 6-4 6-3',
      'date: played_at: the row has two dates, “2026-04-25T19:30:00+02:00” and “26/04/2026 19:30”',
    ],
  },
  {
    name: 'libro.xlsx',
    what: 'a workbook with titles, a blank row, and a sheet that is not read',
    content: workbook({
      Resultados: [
        ['Club Sur'],
        [],
        ['Fecha', 'Hora', 'Pareja 1', 'Pareja 2', 'Resultado'],
        ['25/04/2026', '19:30', 'Ana Ruiz / Marta Gil', 'Eva Sol / Rui Paz', '6-4 6-3'],
      ],
      Socios: [['Nombre'], ['Ana Ruiz']],
    }),
    rows: ['Ana Ruiz and Marta Gil beat Eva Sol and Rui Paz 6-4 6-3'],
    note: 'Socios',
  },
  {
    name: 'lista.json',
    what: 'a list of flat matches with other names of their fields',
    content: JSON.stringify([
      {
        fecha: '25/04/2026',
        hora: '19:30',
        pareja_1: 'Ana Ruiz / Marta Gil',
        pareja_2: 'Eva Sol / Rui Paz',
        resultado: '6-4 6-3',
      },
    ]),
    changes: { fromContent: true },
    rows: ['Ana Ruiz and Marta Gil beat Eva Sol and Rui Paz 6-4 6-3'],
  },
];

describe('A file of a club in another dialect', () => {
  for (const { name, what, content, changes = {}, open = [], rows, note } of dialects) {
    it(`${name}: ${what}`, async () => {
      const reading = await openedFile(name, content, changes);
      assert.deepEqual(
        reading.questions.filter(({ isOpen }) => isOpen).map(({ code }) => code),
        open,
      );
      if (rows !== undefined)
        assert.deepEqual(
          reading.rows.map((row) => [rowText(row), faultsIn(row)].filter((text) => text !== '').join(': ')),
          rows,
        );
      if (note !== undefined)
        assert.ok(
          notesIn(reading).some((text) => text.includes(note)),
          notesIn(reading).join('\n'),
        );
    });
  }
});

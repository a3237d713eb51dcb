/** Twelve files as clubs export them, with people who do not exist. Each is real bytes of its format. */
import { workbook } from './workbook.ts';

/** A file, how it is imported, and what becomes of its rows. */
export interface MessyFile {
  readonly name: string;
  readonly what: string;
  readonly bytes: Uint8Array;
  /** Options beside `--names --register`. */
  readonly options: readonly string[];
  readonly rows: number;
  readonly created: number;
  readonly rejected: number;
  /** Different people in the rows that are stored. */
  readonly people: number;
  /** How many rows each reason rejects. */
  readonly problems?: Readonly<Record<string, number>>;
  /** A file of players that goes with `--players`. */
  readonly players?: string;
}

const lines = (...rows: readonly string[]): string => `${rows.join('\r\n')}\r\n`;
const utf8 = (text: string): Uint8Array => Buffer.from(text);
/** The letters of these files are the same in Latin-1 and Windows-1252. */
export const cp1252 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const utf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le');

const MADRID = ['--timezone', 'Europe/Madrid'];
const LISBON = ['--timezone', 'Europe/Lisbon'];

const month = (number: string, scores: readonly string[]): string =>
  lines(
    'Nº partido;Fecha;Hora;Pareja 1;Pareja 2;Resultado;Pista',
    `1;${number === '05' ? '05' : '02'}/${number}/2026;19:30;Ana Ruiz / Marta Gil;Eva Sol / Inés Paz;${scores[0]};1`,
    `2;${number === '05' ? '12' : '09'}/${number}/2026;19:30;Ana Ruiz / Eva Sol;Marta Gil / Inés Paz;${scores[1]};2`,
    `3;${number === '05' ? '19' : '16'}/${number}/2026;19:30;Ana Ruiz / Inés Paz;Marta Gil / Eva Sol;${scores[2]};1`,
  );

export const messyFiles: readonly MessyFile[] = [
  {
    name: '01-liga-mayo.csv',
    what: 'Spanish, Windows-1252, semicolons, one column per pair, matches numbered from 1',
    bytes: cp1252(month('05', ['6/4 6/3', '3-6, 6-4, 10-8', '7-6(5) 6-4'])),
    options: MADRID,
    rows: 3,
    created: 3,
    rejected: 0,
    people: 4,
  },
  {
    name: '02-liga-junio.csv',
    what: 'the next month of the same league, numbered from 1 again',
    bytes: cp1252(month('06', ['6-1 6-2', '6-4 6-4', '4-6 7-5 8-10'])),
    options: [...MADRID, '--ref-prefix', '2026-06-'],
    rows: 3,
    created: 3,
    rejected: 0,
    people: 4,
  },
  {
    name: '03-torneio.csv',
    what: 'Portuguese, UTF-8 with a mark, titles above the header, 21h30, a column per set, winner by name',
    bytes: utf8(
      `\ufeff${lines(
        'Torneio de Verão;;;;;;;;',
        'Clube da Praia;;;;;;;;',
        ';;;;;;;;',
        'Data;Horário;Dupla 1;Dupla 2;Set 1;Set 2;Set 3;Vencedor;Quadra',
        '13/06/2026;9h00;João Reis e Tiago Vaz;Rui Sá e Luís Pó;6-4;6-3;;João Reis e Tiago Vaz;1',
        '13/06/2026;10h30;Nuno Luz e Zé Melo;Caio Brás e Davi Cruz;4-6;6-2;10-7;Nuno e Zé;2',
        '14/06/2026;11h;João Reis e Tiago Vaz;Nuno Luz e Zé Melo;6-7;7-5;8-10;Zé Melo;1',
        'Organização: Clube da Praia;;;;;;;;',
      )}`,
    ),
    options: LISBON,
    rows: 4,
    created: 3,
    rejected: 1,
    people: 8,
    problems: { 'a single cell is filled, so the row is not a match': 1 },
  },
  {
    name: '04-coppa.tsv',
    what: 'Italian, tabs, `Cognome, Nome` in cells, retirements and a walkover, `Coppia 2` as winner',
    bytes: utf8(
      lines(
        'Data\tOra\tCoppia 1\tCoppia 2\tRisultato\tVincitore\tCampo',
        'sab 18/04/2026\t09:30\tRossi, Carlo / Bruni, Aldo\tNeri, Ugo / Testa, Ivo\t6-4, 3-6, 10-8\tCoppia 1\tCentrale',
        'sab 18/04/2026\t11.00\tGalli, Dino / Serra, Elio\tMonti, Gino / Valle, Pio\t6-4 2-1 rit.\tCoppia 2\t2',
        'dom 19/04/2026\t09:30\tRossi, Carlo / Bruni, Aldo\tMonti, Gino / Valle, Pio\tW.O.\tCoppia 1\tCentrale',
        'dom 19/04/2026\t11.00\tNeri, Ugo / Testa, Ivo\tGalli, Dino / Serra, Elio\t6-0 1-0 rit.\t\t2',
      ),
    ),
    options: ['--timezone', 'Europe/Rome'],
    rows: 4,
    created: 3,
    rejected: 1,
    people: 8,
    problems: { 'no winner: neither the row nor its score has one': 1 },
  },
  {
    name: '05-tournoi.txt',
    what: 'French, UTF-16 with tabs (the Unicode text of Excel), months as words, visitors and home',
    bytes: utf16(
      lines(
        'Date\tHeure de début\tÉquipe domicile\tÉquipe visiteur\tRésultat\tVainqueur',
        'samedi 4 avril 2026\t14h\tLéa Petit et Zoé Blanc\tChloé Roux et Anaïs Roy\t6/2 6/3\tdomicile',
        'dimanche 5 avril 2026\t10h30\tLéa Petit et Chloé Roux\tZoé Blanc et Anaïs Roy\t4/6 6/4 7/10\tvisiteur',
        '1er mai 2026\t10h30\tLéa Petit et Anaïs Roy\tZoé Blanc et Chloé Roux\tForfait\tdomicile',
      ),
    ),
    options: ['--timezone', 'Europe/Paris'],
    rows: 3,
    created: 3,
    rejected: 0,
    people: 4,
  },
  {
    name: '06-americano.xlsx',
    what: 'a workbook of two sheets: real dates and times, four columns of players, points per pair, draws',
    bytes: workbook({
      Americano: [
        ['Americano del jueves'],
        [],
        [
          'Fecha',
          'Hora',
          'Jugador 1',
          'Jugador 2',
          'Jugador 3',
          'Jugador 4',
          'Puntos pareja 1',
          'Puntos pareja 2',
          'Pista',
        ],
        [{ day: '2026-03-05' }, { time: '20:00' }, 'Olga Mar', 'Rosa Rey', 'Sara Paz', 'Vera Gil', 12, 12, 1],
        [{ day: '2026-03-05' }, { time: '20:20' }, 'Olga Mar', 'Sara Paz', 'Rosa Rey', 'Vera Gil', 14, 10, 1],
        [{ day: '2026-03-05' }, { time: '20:40' }, 'Olga Mar', 'Vera Gil', 'Rosa Rey', 'Sara Paz', 12, 12, 2],
      ],
      Ranking: [['Olga Mar', 38]],
    }),
    options: MADRID,
    rows: 3,
    created: 3,
    rejected: 0,
    people: 4,
  },
  {
    name: '07-incidencias.csv',
    what: 'walkovers with and without a score, retirements, matches that were put off, an unknown outcome',
    bytes: utf8(
      lines(
        'Fecha,Hora,Local,Visitante,Resultado,Ganador,Estado,Observaciones',
        '25/02/2026,18:00,Pol Mas / Jan Rius,Iu Font / Quim Bosch,6-4 6-4,Local,Finalizado,',
        '25/02/2026,19:30,Pol Mas / Iu Font,Jan Rius / Quim Bosch,W.O. 6-0 6-0,,Finalizado,no llegan',
        '26/02/2026,18:00,Pol Mas / Quim Bosch,Jan Rius / Iu Font,WO,Visitante,,',
        '26/02/2026,19:30,Pol Mas / Jan Rius,Iu Font / Quim Bosch,6-4 3-2,Visitante,Retirada,lesión',
        '27/02/2026,18:00,Pol Mas / Iu Font,Jan Rius / Quim Bosch,2-6 1-0 Ab.,Local,,',
        '27/02/2026,19:30,Pol Mas / Quim Bosch,Jan Rius / Iu Font,,,Aplazado,lluvia',
        '28/02/2026,18:00,Pol Mas / Jan Rius,Iu Font / Quim Bosch,WO,,,',
        '28/02/2026,19:30,Pol Mas / Iu Font,Jan Rius / Quim Bosch,6-4 6-4,,Revisar,',
      ),
    ),
    options: MADRID,
    rows: 8,
    created: 5,
    rejected: 3,
    people: 4,
    problems: {
      'a match that was not played, or whose outcome cannot be read': 2,
      'no winner: neither the row nor its score has one': 1,
    },
  },
  {
    name: '08-homonimos.csv',
    what: 'two people of one name, and a short form of another: settled by a file of players',
    bytes: utf8(
      lines(
        'Fecha;Hora;Pareja 1;Pareja 2;Resultado',
        '20/01/2026;20:00;Antonio García (padre) / Lola Vidal;Pepe Oliva / Toni Serrat;6-4 6-3',
        '21/01/2026;20:00;Antonio García (hijo) / Lola Vidal;Pepe Oliva / Toni Serrat;4-6 3-6',
        '22/01/2026;20:00;Antonio García (padre) / Antonio García (hijo);Pepe Oliva / Lola V.;6-2 6-2',
      ),
    ),
    options: MADRID,
    players: lines(
      'name,username,display_name',
      'Antonio García (padre),norte.antonio.1,Antonio García',
      'Antonio García (hijo),norte.antonio.2,Antonio García',
      'Lola V.,norte.lola,Lola Vidal',
      'Lola Vidal,norte.lola,Lola Vidal',
    ),
    rows: 3,
    created: 3,
    rejected: 0,
    people: 5,
  },
  {
    name: '09-sin-zona.csv',
    what: 'times without a zone: both changes of daylight saving, am and pm, a span, a date without a time, no such time',
    bytes: utf8(
      lines(
        'Fecha y hora;Jugador 1;Jugador 2;Jugador 3;Jugador 4;Resultado',
        '29/03/2026 02:30;Ada Cid;Bea Fox;Cira Gay;Dora Haro;6-4 6-4',
        '26/10/2025 02:30;Ada Cid;Cira Gay;Bea Fox;Dora Haro;6-4 6-4',
        '15/11/2025 9:30 p. m.;Ada Cid;Dora Haro;Bea Fox;Cira Gay;6-4 6-4',
        '16/11/2025 19:30-21:00;Ada Cid;Bea Fox;Cira Gay;Dora Haro;6-1 6-4',
        '17/11/2025;Ada Cid;Bea Fox;Cira Gay;Dora Haro;6-2 6-4',
        '18/11/2025 25:00;Ada Cid;Bea Fox;Cira Gay;Dora Haro;6-3 6-4',
      ),
    ),
    options: MADRID,
    rows: 6,
    created: 4,
    rejected: 2,
    people: 4,
    problems: { 'a date without a time: use --time 20:00': 1, 'a date or time that cannot be read': 1 },
  },
  {
    name: '10-export-us.csv',
    what: 'English, month first, quoted cells with commas, games per side and set, winner by surname',
    bytes: utf8(
      lines(
        'Match ID,Date,Start time,Team A player 1,Team A player 2,Team B player 1,Team B player 2,Set 1 A,Set 1 B,Set 2 A,Set 2 B,Set 3 A,Set 3 B,Winner,Club',
        'S-101,4/25/2026,7:30 PM,Amy Fox,Zoe Hall,Kim Lane,Joy West,6,4,6,3,0,0,Fox,"Bay Club, North"',
        'S-102,4/26/2026,7:30 PM,Amy Fox,Kim Lane,Zoe Hall,Joy West,4,6,7(7),6(5),8,10,Hall / West,"Bay Club, North"',
        'S-103,5/3/2026,7:30 PM,Amy Fox,Joy West,Zoe Hall,Kim Lane,6,1,6,,,,Team A,"Bay Club, North"',
      ),
    ),
    options: ['--timezone', 'America/New_York'],
    rows: 3,
    created: 2,
    rejected: 1,
    people: 4,
    problems: { 'a score that cannot be read': 1 },
  },
  {
    name: '11-combinadas.xlsx',
    what: 'merged cells in the header, the header again on the second page, scores that Excel turned into dates, a total',
    bytes: workbook({
      Liga: [
        ['Fecha', 'Pareja 1', null, 'Pareja 2', null, 'Resultado', null, null, 'Club'],
        [{ at: '2026-02-07T10:00' }, 'Noa Pla', 'Ona Roca', 'Mar Sala', 'Nil Tort', '6-4', '3-6', '10-8', 'Norte'],
        [
          { at: '2026-02-07T11:30' },
          'Noa Pla',
          'Mar Sala',
          'Ona Roca',
          'Nil Tort',
          { day: '2026-04-06' },
          '6-3',
          null,
          'Norte',
        ],
        ['Fecha', 'Pareja 1', null, 'Pareja 2', null, 'Resultado', null, null, 'Club'],
        [{ at: '2026-02-08T10:00' }, 'Noa Pla', 'Nil Tort', 'Ona Roca', 'Mar Sala', '6-4', '6-4', null, 'Norte'],
        ['Total: 3'],
      ],
    }),
    options: MADRID,
    rows: 4,
    created: 2,
    rejected: 2,
    people: 4,
    problems: {
      'a score that a spreadsheet turned into a date: enter scores as text': 1,
      'a single cell is filled, so the row is not a match': 1,
    },
  },
  {
    name: '12-social.csv',
    what: 'every date fits two orders, short years, sets won in place of scores, a row twice, one player missing',
    bytes: utf8(
      lines(
        '"Día";"Hora";"Equipo 1";"Equipo 2";"Marcador"',
        '03/04/26;20:00;Abel + Bruno;Ciro + Dani;2-1',
        '03/04/26;21:00;Abel + Ciro;Bruno + Dani;0-2',
        '03/04/26;21:00;Abel + Ciro;Bruno + Dani;0-2',
        '10/04/26;20:00;Abel + Dani;Bruno;2-0',
      ),
    ),
    options: [...MADRID, '--dates', 'dmy', '--scores', 'sets'],
    rows: 4,
    created: 2,
    rejected: 2,
    people: 4,
    problems: {
      'the same as an earlier row: if both were played, give each a reference': 1,
      'a cell without exactly two players': 1,
    },
  },
];

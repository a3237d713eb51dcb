/** Twelve more files, with a column for each player under headers of many kinds. */
import { cp1252, lines, type MessyFile, utf8, utf16 } from './files.ts';
import { workbook } from './workbook.ts';

const MADRID = ['--timezone', 'Europe/Madrid'];
const LISBON = ['--timezone', 'Europe/Lisbon'];

const UNREADABLE_DATE = 'a date or time that cannot be read';
const MISSING_PLAYER = 'a player is missing';
const CONTRADICTION =
  'the score and the winner contradict each other: correct one of them, or add “ret.” if the match was stopped';
const UNCLEAR = 'an unclear name: settle it with --players FILE (--players-out FILE writes one to start from)';

export const moreFiles: readonly MessyFile[] = [
  {
    name: '13-jugador-a.csv',
    what: 'Pareja 1 Jugador A in the last columns, short years, one date on no calendar, courts without a club',
    bytes: cp1252(
      lines(
        'Pista;Resultado;Pareja 2 Jugador B;Pareja 2 Jugador A;Pareja 1 Jugador B;Pareja 1 Jugador A;Hora;Fecha',
        '1;6-4 6-3;Inés Paz;Eva Sol;Marta Gil;Ana Ruiz;19:30;03/11/25',
        '2;4-6 6-4 10-7;Inés Paz;Ana Ruiz;Marta Gil;Eva Sol;19:30;10/11/25',
        '1;6-1 6-0;Marta Gil;Eva Sol;Inés Paz;Ana Ruiz;19:30;31/11/25',
        '2;6-2 6-2;Marta Gil;Ana Ruiz;Inés Paz;Eva Sol;19:30;24/11/25',
      ),
    ),
    options: [...MADRID, '--venue', 'Club Norte', '--session-by-day'],
    rows: 4,
    created: 3,
    rejected: 1,
    people: 4,
    problems: { [UNREADABLE_DATE]: 1 },
  },
  {
    name: '14-local-visitante.csv',
    what: 'Local 1 to Visitante 2 between other columns, a winner against the score, a winner by surname',
    bytes: utf8(
      lines(
        'Día,Local 1,Visitante 1,Local 2,Visitante 2,Horario,Marcador,Ganadores,Notas',
        '25/02/2026,Begoña Sanz,Olga Rey,Íñigo Peña,Luis Mas,18:00 h,6/4 6/3,local,',
        '26/02/2026,Begoña Sanz,Íñigo Peña,Olga Rey,Luis Mas,18:00 h,6/4 6/3,visitante,¿al revés?',
        '27/02/2026,Begoña Sanz,Olga Rey,Luis Mas,Íñigo Peña,18:00 h,4/6 3/6,Rey y Peña,',
      ),
    ),
    options: MADRID,
    rows: 3,
    created: 2,
    rejected: 1,
    people: 4,
    problems: { [CONTRADICTION]: 1 },
  },
  {
    name: '15-teams.tsv',
    what: 'English, tabs, month first, Team 1 Player A, a date of a future year',
    bytes: utf8(
      lines(
        'Match date\tStart time\tTeam 1 Player A\tTeam 1 Player B\tTeam 2 Player A\tTeam 2 Player B\tResult\tCourt',
        '2/25/2026\t7:30 PM\tIvy Dale\tUna Marsh\tTess Boyd\tGwen Hart\t6-4 6-2\tCourt 3',
        '2/26/2026\t7:30 PM\tIvy Dale\tTess Boyd\tUna Marsh\tGwen Hart\t3-6 6-3 [10-6]\tCourt 3',
        '27/2/2062\t7:30 PM\tIvy Dale\tGwen Hart\tUna Marsh\tTess Boyd\t6-0 6-1\tCourt 3',
      ),
    ),
    options: ['--timezone', 'Europe/London'],
    rows: 3,
    created: 2,
    rejected: 1,
    people: 4,
    problems: { [UNREADABLE_DATE]: 1 },
  },
  {
    name: '16-equipa.csv',
    what: 'Portuguese, Equipa A – Jogador 1, 21h30, a nickname beside the full name',
    bytes: utf8(
      lines(
        'Data;Hora;Equipa A – Jogador 1;Equipa A – Jogador 2;Equipa B – Jogador 1;Equipa B – Jogador 2;Pontuação;Jornada',
        '13/01/2026;21h30;José Teles;Rui Bastos;Luís Moura;Nuno Faria;6-4 6-4;1',
        '20/01/2026;21h30;José Teles;Luís Moura;Rui Bastos;Nuno Faria;6-7 6-3 7-5;2',
        '27/01/2026;21h30;Zé Teles;Nuno Faria;Rui Bastos;Luís Moura;6-1 6-1;3',
      ),
    ),
    options: [...LISBON, '--session', 'Liga de inverno'],
    rows: 3,
    created: 2,
    rejected: 1,
    people: 4,
    problems: { [UNCLEAR]: 1 },
  },
  {
    name: '17-coppie.csv',
    what: 'Italian, Prima coppia, primo giocatore; a column per set, a set that one side lacks',
    bytes: cp1252(
      lines(
        'Giorno;Orario;Prima coppia, primo giocatore;Prima coppia, secondo giocatore;Seconda coppia, primo giocatore;Seconda coppia, secondo giocatore;1° set;2° set;3° set;Sede',
        'lunedì 19/01/2026;20.30;Aldo Fini;Bruno Galli;Carlo Neri;Dino Valle;6-4;6-2;;Padel Roma',
        'lunedì 26/01/2026;20.30;Aldo Fini;Carlo Neri;Bruno Galli;Dino Valle;4-6;6-3;10-8;Padel Roma',
        'lunedì 02/02/2026;20.30;Aldo Fini;Dino Valle;Bruno Galli;Carlo Neri;6-4;6-;;Padel Roma',
      ),
    ),
    options: ['--timezone', 'Europe/Rome'],
    rows: 3,
    created: 2,
    rejected: 1,
    people: 4,
    problems: { 'a score that cannot be read': 1 },
  },
  {
    name: '18-paires.xlsx',
    what: 'a French workbook: Paire 1 joueur A, real dates, a title above the header, a cell without a player',
    bytes: workbook({
      Résultats: [
        ['Championnat par équipes'],
        [
          'Paire 1 joueur A',
          'Paire 1 joueur B',
          'Date',
          'Heure',
          'Paire 2 joueur A',
          'Paire 2 joueur B',
          'Résultat',
          'Terrain',
        ],
        ['Inès Faure', 'Jade Brun', { day: '2026-01-10' }, { time: '09:30' }, 'Lise Noir', 'Maud Gris', '6/4 6/4', 1],
        [
          'Inès Faure',
          'Lise Noir',
          { day: '2026-01-17' },
          { time: '09:30' },
          'Jade Brun',
          'Maud Gris',
          '7/6 3/6 6/4',
          2,
        ],
        ['Inès Faure', null, { day: '2026-01-24' }, { time: '09:30' }, 'Jade Brun', 'Lise Noir', '6/1 6/1', 1],
      ],
    }),
    options: ['--timezone', 'Europe/Paris'],
    rows: 3,
    created: 2,
    rejected: 1,
    people: 4,
    problems: { [MISSING_PLAYER]: 1 },
  },
  {
    name: '19-drive-reves.csv',
    what: 'the sides of the court as headers, months as words, a walkover and a retirement',
    bytes: utf8(
      lines(
        'P1 drive;P1 revés;P2 drive;P2 revés;Fecha y hora;Marcador;Pareja ganadora',
        'Gala Ros;Hebe Mir;Irma Pla;Juno Rius;5 feb 2026 20:00;6-4 6-4;1',
        'Gala Ros;Irma Pla;Hebe Mir;Juno Rius;12 feb 2026 20:00;W.O.;2',
        'Gala Ros;Juno Rius;Hebe Mir;Irma Pla;19 feb 2026 20:00;6-4 1-3 ret.;2',
      ),
    ),
    options: MADRID,
    rows: 3,
    created: 3,
    rejected: 0,
    people: 4,
  },
  {
    name: '20-jugador-abcd.csv',
    what: 'Jugador A to Jugador D, the games of each pair per set, one player twice in a match',
    bytes: utf8(
      lines(
        'Nº partido;Fecha;Hora;Jugador A;Jugador B;Jugador C;Jugador D;Set 1 pareja 1;Set 1 pareja 2;Set 2 pareja 1;Set 2 pareja 2',
        '1;14/03/2026;10:00;Kai Soto;Lara Vega;Mara Polo;Nora Cruz;6;4;6;2',
        '2;14/03/2026;11:30;Kai Soto;Mara Polo;Lara Vega;Nora Cruz;3;6;4;6',
        '3;14/03/2026;13:00;Kai Soto;Nora Cruz;KAI SOTO;Mara Polo;6;0;6;0',
      ),
    ),
    options: MADRID,
    rows: 3,
    created: 2,
    rejected: 1,
    people: 4,
    problems: {
      'the same player twice in a match; if two people have one name, give one of them another, such as “Marta Gil (jr)”': 1,
    },
  },
  {
    name: '21-codigos.txt',
    what: 'UTF-16 with tabs, E1J1 to E2J2, spans of time, a line of text at the end',
    bytes: utf16(
      lines(
        'Fecha\tHora\tE1J1\tE1J2\tE2J1\tE2J2\tResultado\tClub',
        '2026-03-02\t19:30-21:00\tOlaf Díaz\tPere Font\tQuim Vall\tRoc Serra\t6-3 6-3\tClub Sur',
        '2026-03-09\t19:30-21:00\tOlaf Díaz\tQuim Vall\tPere Font\tRoc Serra\t6-4 4-6 6-7\tClub Sur',
        'Fin del listado\t\t\t\t\t\t\t',
      ),
    ),
    options: MADRID,
    rows: 3,
    created: 2,
    rejected: 1,
    people: 4,
    problems: { 'a single cell is filled, so the row is not a match': 1 },
  },
  {
    name: '22-points.csv',
    what: 'Home 1 and Guest 2, points per side, a draw, a row without points',
    bytes: utf8(
      lines(
        'Date,Time,Home 1,Home 2,Guest 1,Guest 2,Home points,Guest points,Event',
        '2026-03-20,18:00,Sia Holm,Tove Lind,Ulla Berg,Vera Dahl,17,15,Mexicano',
        '2026-03-20,18:30,Sia Holm,Ulla Berg,Tove Lind,Vera Dahl,16,16,Mexicano',
        '2026-03-20,19:00,Sia Holm,Vera Dahl,Tove Lind,Ulla Berg,,,Mexicano',
      ),
    ),
    options: ['--timezone', 'Europe/Stockholm', '--competition', 'social'],
    rows: 3,
    created: 2,
    rejected: 1,
    people: 4,
    problems: { 'no winner: neither the row nor its score has one': 1 },
  },
  {
    name: '23-abreviaturas.csv',
    what: 'abbreviated names: Fco., Mª and initials are asked about, and a players file settles them',
    bytes: utf8(
      lines(
        'Fecha;Hora;1ª pareja 1º jugador;1ª pareja 2º jugador;2ª pareja 1º jugador;2ª pareja 2º jugador;Resultado',
        '16/04/2026;20:00;Francisco Lara;Mª José Ríos;Wanda Prat;Yago Nieto;6-4 6-3',
        '23/04/2026;20:00;Fco. Lara;María José Ríos;Wanda Prat;Yago Nieto;6-7 4-6',
        '30/04/2026;20:00;Paco Lara;Wanda Prat;M. J. Ríos;Yago Nieto;6-2 6-2',
      ),
    ),
    options: MADRID,
    players: lines(
      'name,username',
      'Fco. Lara,norte.lara',
      'Francisco Lara,norte.lara',
      'Mª José Ríos,norte.rios',
      'María José Ríos,norte.rios',
    ),
    rows: 3,
    created: 2,
    rejected: 1,
    people: 4,
    problems: { [UNCLEAR]: 1 },
  },
  {
    name: '24-calendario.csv',
    what: 'Jugadores 1 with two names in a cell, dates without times, rounds, matches still to be played',
    bytes: utf8(
      lines(
        'Jornada;Fecha;Jugadores 1;Jugadores 2;Resultado;Estado;Pista',
        '1;18/03/2026;Zoa Blasco / Abril Cano;Berta Duque / Celia Ferrer;6-4 6-3;Jugado;2',
        '2;25/03/2026;Zoa Blasco / Berta Duque;Abril Cano / Celia Ferrer;2-6 6-7(3);Jugado;2',
        '3;01/04/2026;Zoa Blasco / Celia Ferrer;Abril Cano / Berta Duque;;Aplazado;',
      ),
    ),
    options: [...MADRID, '--time', '20:00', '--venue', 'Club Sur', '--session', 'Liga'],
    rows: 3,
    created: 2,
    rejected: 1,
    people: 4,
    problems: { 'a match that was not played, or whose outcome cannot be read': 1 },
  },
];

/** The columns of a table, and what can be wrong with a row, in the languages of the console. */
import { type Column, plainColumns, setColumns } from '@bandeja/importer/column-names';
import type { Gap } from '@bandeja/importer/columns';
import type { DateOrder } from '@bandeja/importer/dates';
import type { DifferingPart } from '@bandeja/importer/differences';
import { faultGroups } from '@bandeja/importer/faults';
import { fill, texts } from '../../language.ts';
import { translate } from './translate.ts';

const columnTexts = texts({
  external_ref: ['Reference', 'Referencia', 'Referência'],
  played_at: ['Date and time', 'Fecha y hora', 'Data e hora'],
  date: ['Date', 'Fecha', 'Data'],
  time: ['Time', 'Hora', 'Hora'],
  team_a: ['Team A: both players', 'Pareja A: los dos jugadores', 'Dupla A: os dois jogadores'],
  team_b: ['Team B: both players', 'Pareja B: los dos jugadores', 'Dupla B: os dois jogadores'],
  team_a_1: ['Team A: player 1', 'Pareja A: jugador 1', 'Dupla A: jogador 1'],
  team_a_2: ['Team A: player 2', 'Pareja A: jugador 2', 'Dupla A: jogador 2'],
  team_b_1: ['Team B: player 1', 'Pareja B: jugador 1', 'Dupla B: jogador 1'],
  team_b_2: ['Team B: player 2', 'Pareja B: jugador 2', 'Dupla B: jogador 2'],
  team_a_name: ['Team A: name of the team', 'Pareja A: nombre de la pareja', 'Dupla A: nome da dupla'],
  team_b_name: ['Team B: name of the team', 'Pareja B: nombre de la pareja', 'Dupla B: nome da dupla'],
  winner: ['Winner', 'Ganador', 'Vencedor'],
  set_scores: ['Score', 'Marcador', 'Resultado'],
  games_a: ['Team A: games in all sets', 'Pareja A: juegos en total', 'Dupla A: jogos no total'],
  games_b: ['Team B: games in all sets', 'Pareja B: juegos en total', 'Dupla B: jogos no total'],
  trust_tier: ['How it was verified', 'Cómo se verificó', 'Como foi verificado'],
  competition_type: ['Kind of competition', 'Tipo de competición', 'Tipo de competição'],
  duration_minutes: ['Minutes', 'Minutos', 'Minutos'],
  venue_label: ['Venue', 'Lugar', 'Local'],
  court: ['Court', 'Pista', 'Campo'],
  session_external_ref: ['Session or tournament', 'Sesión o torneo', 'Sessão ou torneio'],
  round: ['Round', 'Jornada', 'Jornada'],
  outcome: ['Played, retired, walkover', 'Jugado, abandono, W.O.', 'Jogado, desistência, W.O.'],
  scoring: ['What the score counts', 'Qué cuenta el marcador', 'O que o resultado conta'],
});

const setTexts = texts({
  set: ['Set {n}', 'Set {n}', 'Set {n}'],
  side: ['Set {n}: team {team}', 'Set {n}: pareja {team}', 'Set {n}: dupla {team}'],
});

function setLabel(column: string): string {
  const [, n = '', team = ''] = /^set_(\d)(?:_([ab]))?$/.exec(column) ?? [];
  return fill(team === '' ? setTexts.set : setTexts.side, { n, team: team.toUpperCase() });
}

export const columnLabel = (column: Column): string =>
  (columnTexts as Readonly<Record<string, string>>)[column] ?? setLabel(column);

const groupTexts = texts({
  when: ['When', 'Cuándo', 'Quando'],
  players: ['Players', 'Jugadores', 'Jogadores'],
  result: ['Result', 'Resultado', 'Resultado'],
  sets: ['Sets in their own columns', 'Sets en columnas propias', 'Sets em colunas próprias'],
  other: ['Other', 'Otros', 'Outros'],
});

const startsWith = (...beginnings: readonly string[]) =>
  plainColumns.filter((column) => beginnings.some((beginning) => column.startsWith(beginning)));
const placed = {
  when: ['played_at', 'date', 'time'],
  players: startsWith('team_'),
  result: ['set_scores', 'games_a', 'games_b', 'winner', 'outcome', 'scoring'],
} as const satisfies Readonly<Record<string, readonly Column[]>>;
const others = plainColumns.filter((column) => !Object.values(placed).flat().includes(column));

/** The meanings of a column, for a list. */
export const columnGroups: readonly (readonly [label: string, columns: readonly Column[]])[] = [
  [groupTexts.when, placed.when],
  [groupTexts.players, placed.players],
  [groupTexts.result, placed.result],
  [groupTexts.other, others],
  [groupTexts.sets, setColumns.flat()],
];

const gapTexts = texts({
  date: ['a date', 'una fecha', 'uma data'],
  team_a: ['the players of team A', 'los jugadores de la pareja A', 'os jogadores da dupla A'],
  team_b: ['the players of team B', 'los jugadores de la pareja B', 'os jogadores da dupla B'],
  result: ['a score or a winner', 'un marcador o un ganador', 'um resultado ou um vencedor'],
});

export const gapText = (gap: Gap): string =>
  gap in gapTexts ? gapTexts[gap as keyof typeof gapTexts] : columnLabel(gap as Column);

export const orderTexts: Readonly<Record<DateOrder, string>> = texts({
  dmy: ['day first', 'primero el día', 'primeiro o dia'],
  mdy: ['month first', 'primero el mes', 'primeiro o mês'],
  ymd: ['year first', 'primero el año', 'primeiro o ano'],
});

/** Faults whose sentence in the command names options of the command. */
const ownFaults: Readonly<Record<string, string>> = texts({
  names: [
    'names where usernames belong: go back and say that the file has names',
    'nombres en lugar de usuarios: vuelve atrás e indica que el archivo tiene nombres',
    'nomes em vez de utilizadores: volte atrás e indique que o ficheiro tem nomes',
  ],
  unclear: [
    'an unclear name: decide it in the step “Players”',
    'un nombre dudoso: decídelo en el paso «Jugadores»',
    'um nome duvidoso: decida-o no passo «Jogadores»',
  ],
  placeholder: [
    'a placeholder instead of a player: enter the name in the file, or choose the player in the step “Players”',
    'un comodín en lugar de un jugador: escribe el nombre en el archivo, o elige el jugador en el paso «Jugadores»',
    'um nome genérico em vez de um jogador: escreva o nome no ficheiro, ou escolha o jogador no passo «Jogadores»',
  ],
  externalId: [
    'an id that no player has: store it on the player’s page, or correct it',
    'un identificador que ningún jugador tiene: guárdalo en la página del jugador, o corrígelo',
    'um identificador que nenhum jogador tem: guarde-o na página do jogador, ou corrija-o',
  ],
  unknownPlayer: [
    'an unknown name: have unknown players registered in the step “Players”',
    'un nombre desconocido: deja que se registren los jugadores nuevos en el paso «Jugadores»',
    'um nome desconhecido: deixe registar os jogadores novos no passo «Jogadores»',
  ],
  noTime: [
    'a date without a time: enter one in the step “Columns”',
    'una fecha sin hora: indica una en el paso «Columnas»',
    'uma data sem hora: indique uma no passo «Colunas»',
  ],
  reference: [
    'no reference: derive references in the step “Columns”',
    'sin referencia: deriva las referencias en el paso «Columnas»',
    'sem referência: derive as referências no passo «Colunas»',
  ],
  warned: ['rows with warnings, left out', 'filas con avisos, dejadas fuera', 'linhas com avisos, deixadas de fora'],
  strict: ['rows with warnings, left out', 'filas con avisos, dejadas fuera', 'linhas com avisos, deixadas de fora'],
  ineligible: [
    'a player who does not exist, or is private and not shared with you',
    'un jugador que no existe, o es privado y no se comparte contigo',
    'um jogador que não existe, ou é privado e não é partilhado consigo',
  ],
});

const groupOfSentence = new Map<string, string>(
  Object.entries(faultGroups).map(([group, sentence]) => [sentence, group]),
);

/** What the rows of a group have in common. */
export function faultText(problem: string): string {
  if (problem.startsWith('participant_not_eligible')) return ownFaults['ineligible'] ?? problem;
  return ownFaults[groupOfSentence.get(problem) ?? ''] ?? translate(problem);
}

const warningTexts: Readonly<Record<string, string>> = texts({
  stored_that_day: [
    'a match of that day with the same players and score is stored: check the time zone',
    'ya hay guardado un partido de ese día con los mismos jugadores y marcador: comprueba la zona horaria',
    'já está guardado um encontro desse dia com os mesmos jogadores e resultado: verifique o fuso horário',
  ],
  stored_with_another_player: [
    'three of the four players have a stored match at the same time: if a name was corrected, amend that match or merge the players',
    'tres de los cuatro jugadores tienen un partido guardado a la misma hora: si se corrigió un nombre, corrige ese partido o fusiona los jugadores',
    'três dos quatro jogadores têm um encontro guardado à mesma hora: se um nome foi corrigido, corrija esse encontro ou junte os jogadores',
  ],
});

export const warningText = (code: string, problem: string): string => warningTexts[code] ?? translate(problem);

export const partTexts: Readonly<Record<DifferingPart, string>> = texts({
  time: ['the time', 'la hora', 'a hora'],
  players: ['the players', 'los jugadores', 'os jogadores'],
  winner: ['the winner', 'el ganador', 'o vencedor'],
  score: ['the score', 'el marcador', 'o resultado'],
  outcome: ['the outcome', 'el desenlace', 'o desfecho'],
  session: ['the session', 'la sesión', 'a sessão'],
  venue: ['the venue', 'el lugar', 'o local'],
  competition: ['the kind of competition', 'el tipo de competición', 'o tipo de competição'],
  minutes: ['the minutes', 'los minutos', 'os minutos'],
  tier: ['the trust tier', 'el nivel de confianza', 'o nível de confiança'],
  positions: ['the sides of the court', 'los lados de la pista', 'os lados do campo'],
  servers: ['who served first', 'quién sacó primero', 'quem serviu primeiro'],
  games: ['the winners of the games', 'los ganadores de los juegos', 'os vencedores dos jogos'],
  sides: ['which pair is named first', 'qué pareja va primero', 'que dupla vem primeiro'],
  scoring: ['what the score counts', 'qué cuenta el marcador', 'o que o resultado conta'],
});

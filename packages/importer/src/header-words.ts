/** What the words of a header mean, in English, Spanish, Portuguese, Italian and French. */
import type { Column, PlayerColumn, SetColumn } from './column-names.ts';

/** The words by meaning, in lower case without accents. A header that holds any other word is not recognised. */
const vocabulary = {
  // “Jugadores 1” are a pair.
  team: 'team equipo equipa pareja pair dupla coppia squadra equipe paire par parella binome eq players jugadores jugadoras giocatori joueurs joueuses jogadores jogadoras',
  player:
    'player jugador jugadora jug giocatore giocatrice joueur joueuse jogador jogadora atleta username usuario utente utilisateur utilizador',
  // The sides of the court on which the two players of a pair play.
  right: 'right drive derecha direita destra droite',
  left: 'left reves backhand izquierda esquerda sinistra gauche',
  home: 'home host local locales casa domicile locaux mandante',
  away: 'away guest visitante visitantes visitor visitors fuera fora ospite ospiti trasferta exterieur visiteur visiteurs',
  set: 'set sets parcial parziale manche',
  score:
    'score scores scoreline resultado resultados marcador risultato punteggio placar resultat pontuacao tanteo result',
  units: 'points games puntos juegos pontos punti giochi jeux',
  tieBreak: 'tiebreak',
  superTieBreak: 'supertiebreak matchtiebreak stb',
  winner:
    'winner winners ganador ganadora ganadores vencedor vencedora vencedores vincitore vincitori vincente vainqueur vainqueurs gagnant gagnante gagnants won winning ganadoras vencedoras vincitrici gagnantes vincenti',
  loser:
    'loser losers losing lost perdedor perdedora perdedores perdedoras vencido vencida vencidos vencidas derrotado derrotada derrotados derrotadas perdente perdenti sconfitti perdant perdante perdants perdantes',
  date: 'date fecha data dia jour giorno day',
  time: 'time hora ora heure horario orario horaire hour',
  start: 'start inicio inizio debut comienzo',
  venue: 'venue club clube circolo sede lugar lieu luogo recinto',
  court: 'court pista quadra campo cancha terrain piste',
  session:
    'session sesion sessao sessione evento event tournament torneo torneio tournoi league liga lega ligue competition competicion competicao competizione',
  round: 'round matchday jornada ronda rodada giornata journee',
  outcome: 'outcome status estado stato etat situacao situacion',
  duration: 'duration duracion duracao durata duree minutes minutos minuti',
  reference: 'id ref reference referencia riferimento codigo codice',
  number: 'number numero num n no nr',
  game: 'match game partido partita partida jogo encuentro incontro rencontre',
  filler:
    'de del della dello da do du des di d l la las el los le les il lo the of y e et and name nombre nome nom er eme o final played',
} as const;
type Meaning = keyof typeof vocabulary;

const meanings = new Map<string, Meaning>(
  Object.entries(vocabulary).flatMap(([meaning, words]) => words.split(' ').map((word) => [word, meaning as Meaning])),
);

const ordinals = [
  'first primer primera primero primeiro primeira primo prima premier premiere',
  'second segundo segunda secondo seconda deuxieme',
  'third tercer tercero terceiro terzo troisieme',
].map((words) => words.split(' '));

/** Text in lower case, without accents and without the marks of ordinals (1º, 2ª). */
export function folded(text: string): string {
  return text.replaceAll(/[ºª°]/g, '').normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

type Side = 'a' | 'b';
type Token =
  | { readonly kind: 'number' | 'letter'; readonly value: number }
  | { readonly kind: Exclude<Meaning, 'number'> | 'count' };

/** The tokens of a header without its fillers; null if a word is not known. */
function tokensOf(text: string): Token[] | null {
  const joined = folded(text.replaceAll(/#(?!\s*\d)/g, ' number ').replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' '))
    .replaceAll(/tie[\s_-]?break/g, 'tiebreak')
    .replaceAll(/\b(super|match)[\s_-]?tiebreak/g, '$1tiebreak');
  const words = joined.match(/\p{L}+|\d+/gu) ?? [];
  const tokens: Token[] = [];
  for (const at of words.keys()) {
    const token = tokenOf(words, at);
    if (token === null) return null;
    if (token.kind !== 'filler') tokens.push(token);
  }
  return tokens;
}

/** Initials before a number: “E1 J2” is the second player of the first team, and so are “P1 J2” and “T1P2”. */
const INITIALS = { team: /^[pecdt]$/, player: /^[jpg]$/ } as const;

const isSeat = (word: string, isNumbered: boolean): boolean =>
  isNumbered ? INITIALS.player.test(word) : ['player', 'right', 'left'].includes(meanings.get(word) ?? '');

function tokenOf(words: readonly string[], at: number): Token | null {
  const word = words[at] ?? '';
  if (/^\d+$/.test(word)) return { kind: 'number', value: Number(word) };
  const ordinal = ordinals.findIndex((group) => group.includes(word));
  if (ordinal >= 0) return { kind: 'number', value: ordinal + 1 };
  const isNumbered = (place: number): boolean => /^\d$/.test(words[place + 1] ?? '');
  if (isNumbered(at)) {
    if (word === 's') return { kind: 'set' };
    if (INITIALS.team.test(word) && isSeat(words[at + 2] ?? '', isNumbered(at + 2))) return { kind: 'team' };
    if (INITIALS.player.test(word)) return { kind: 'player' };
  }
  const letter = 'abcd'.indexOf(word);
  if (word.length === 1 && letter >= 0) return { kind: 'letter', value: letter + 1 };
  const kind = meanings.get(word);
  if (kind === undefined) return null;
  return { kind: kind === 'number' ? 'count' : kind };
}

/** The column that a header names in one of the languages, or null. */
export function columnNamed(header: string): Column | null {
  const tokens = tokensOf(header);
  if (tokens === null || tokens.length === 0) return null;
  const has: Has = (...kinds) => tokens.some(({ kind }) => kinds.includes(kind));
  const only: Has = (...kinds) => tokens.every(({ kind }) => kinds.includes(kind));
  if (has('winner')) return only('winner', 'team', 'player', 'game') ? 'winner' : null;
  if (has('set', 'superTieBreak', 'score', 'units')) return scoreColumnOf(tokens, has, only);
  if (has('date', 'time', 'start')) {
    if (!only('date', 'time', 'start', 'game')) return null;
    if (has('date') === has('time')) return 'played_at';
    return has('date') ? 'date' : 'time';
  }
  if (only('player', 'right', 'left', ...SIDES)) return playerColumnOf(tokens);
  const club = placeOf(tokens);
  if (has('venue') && club.side !== null && club.player === null && only('venue', ...SIDES))
    return `team_${club.side}_name`;
  const isReference = only('reference', 'game', 'count') && (has('reference') || (has('count') && has('game')));
  if (isReference) return 'external_ref';
  return (
    plain.find(([kind]) => has(kind) && only(kind, 'game', ...(kind === 'round' ? (['count'] as const) : [])))?.[1] ??
    null
  );
}

/** Whether a header is “Start” alone: the time of day, or the date with it. */
export function isStart(header: string): boolean {
  const tokens = tokensOf(header) ?? [];
  return tokens.length > 0 && tokens.every(({ kind }) => kind === 'start' || kind === 'game');
}

/** A pair that won or lost each match, or a player of it. */
interface ResultSeat {
  readonly team: 'winners' | 'losers';
  /** Null for the pair. */
  readonly player: 1 | 2 | null;
}

/** What a header such as “Ganadores”, “Pareja perdedora” or “Loser 2” names; null for nothing of the kind. */
export function resultSeat(header: string): ResultSeat | null {
  const tokens = tokensOf(header) ?? [];
  const kinds = new Set(tokens.map(({ kind }) => kind));
  if (kinds.has('winner') === kinds.has('loser')) return null;
  const others = ['team', 'player', 'game', 'right', 'left', 'number', 'letter'];
  if (!tokens.every(({ kind }) => kind === 'winner' || kind === 'loser' || others.includes(kind))) return null;
  const numbers = tokens.flatMap((token) => ('value' in token ? [token.value] : []));
  const seats = [...numbers, ...(kinds.has('right') ? [1] : []), ...(kinds.has('left') ? [2] : [])];
  const [player = null, ...more] = seats;
  if (more.length > 0 || (player !== null && player !== 1 && player !== 2)) return null;
  return { team: kinds.has('winner') ? 'winners' : 'losers', player };
}

type Has = (...kinds: readonly Token['kind'][]) => boolean;

function scoreColumnOf(tokens: readonly Token[], has: Has, only: Has): Column | null {
  if (has('set', 'superTieBreak')) {
    if (only('set') || (has('score') && only('set', 'score', 'game'))) return 'set_scores';
    return only('set', 'superTieBreak', 'score', 'units', ...SIDES) ? setColumnOf(tokens) : null;
  }
  if (has('score') && only('score', 'game')) return 'set_scores';
  const { side, player } = placeOf(tokens);
  return only('score', 'units', ...SIDES) && side !== null && player === null ? `games_${side}` : null;
}

const SIDES = ['team', 'home', 'away', 'letter', 'number'] as const;

const plain = [
  ['venue', 'venue_label'],
  ['court', 'court'],
  ['session', 'session_external_ref'],
  ['round', 'round'],
  ['outcome', 'outcome'],
  ['duration', 'duration_minutes'],
] as const satisfies readonly (readonly [Meaning, Column])[];

const sideOfNumber = (number: number | undefined): Side | null => (number === 1 ? 'a' : number === 2 ? 'b' : null);

/**
 * Which side the tokens name, and which player. A number or letter belongs to the word before it, or to the word after it if that
 * one is free: “Pareja 1 Jugador B”, “2º jugador, 1ª pareja”. What belongs to no word, or to one that has its number already, is the
 * side if that is open, else the player.
 */
function placeOf(tokens: readonly Token[]): { side: Side | null; player: number | null } {
  const has: Has = (...kinds) => tokens.some(({ kind }) => kinds.includes(kind));
  let side: Side | null = has('home') ? 'a' : has('away') ? 'b' : null;
  let player = has('right') ? 1 : has('left') ? 2 : null;
  const loose: number[] = [];
  const marks = tokens.filter((token) => token.kind === 'number' || token.kind === 'letter');
  // “Jugador A1”: the letter is the side.
  const isCoded = !has('team', 'home', 'away') && marks.length === 2 && marks[0]?.kind !== marks[1]?.kind;
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'number' && token.kind !== 'letter') continue;
    const owner = ownerOf(tokens, at);
    if (isCoded && token.kind === 'letter') side = sideOfNumber(token.value);
    else if (owner === 'player' && player === null) player = token.value;
    else if (owner === 'team' && side === null) side = sideOfNumber(token.value);
    else loose.push(token.value);
  }
  for (const number of loose) {
    if (side === null) side = sideOfNumber(number);
    else player ??= number;
  }
  return { side, player };
}

/** The kind of the word that a number or letter belongs to; undefined for none. */
function ownerOf(tokens: readonly Token[], at: number): Token['kind'] | undefined {
  const isMark = (token: Token | undefined): boolean => token?.kind === 'number' || token?.kind === 'letter';
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  // The number before the word before it may be that word’s: “1ª pareja 2º jugador”.
  const isTaken = isMark(before) || (isMark(tokens[at - 2]) && at === 2 && after !== undefined && !isMark(after));
  return isTaken || before === undefined ? (isMark(after) ? undefined : after?.kind) : before.kind;
}

function playerColumnOf(tokens: readonly Token[]): Column | null {
  // “a, a” and “1 2” are cells of a row, not headers. “A1” is a header.
  const kinds = new Set(tokens.map(({ kind }) => kind));
  if (kinds.size === 1 && (kinds.has('letter') || kinds.has('number'))) return null;
  const { side, player } = placeOf(tokens);
  const isOfPlayers = tokens.some(({ kind }) => kind === 'player');
  if (side === null) {
    // Jugador 1 to Jugador 4, or A to D: the first two are a team.
    const places: readonly PlayerColumn[] = ['team_a_1', 'team_a_2', 'team_b_1', 'team_b_2'];
    return isOfPlayers && player !== null ? (places[player - 1] ?? null) : null;
  }
  if (player === null) {
    // A bare “A” or “1” says too little.
    return tokens.some(({ kind }) => kind !== 'letter' && kind !== 'number') ? `team_${side}` : null;
  }
  return player === 1 || player === 2 ? `team_${side}_${player}` : null;
}

function setColumnOf(tokens: readonly Token[]): SetColumn | null {
  let set = tokens.some(({ kind }) => kind === 'superTieBreak') ? 3 : null;
  const others: Token[] = [];
  for (const [at, token] of tokens.entries()) {
    const owner = (tokens[at - 1] ?? tokens[at + 1])?.kind;
    const isOfTheSet = token.kind === 'number' && set === null && (owner === 'set' || tokens[at + 1]?.kind === 'set');
    if (isOfTheSet) set = token.value;
    else if (token.kind !== 'set' && token.kind !== 'superTieBreak') others.push(token);
  }
  if (set === null || set < 1 || set > 5) return null;
  const { side } = placeOf(others);
  const number = set as 1 | 2 | 3 | 4 | 5;
  if (side !== null) return `set_${number}_${side}`;
  return others.every(({ kind }) => kind === 'score') ? `set_${number}` : null;
}

/** Whether a header names points, and not games: “Puntos pareja 1”. */
export function isAboutPoints(header: string): boolean {
  return /\b(?:points|puntos|pontos|punti)\b/.test(folded(header)) && tokensOf(header) !== null;
}

/** The number in a text such as “0” or “Team 1”, if it is 0 or 1 and may name a side; null for any other text. */
export function zeroOrOne(text: string): 0 | 1 | null {
  const [, words = '', digit] = /^([^\d-]*)([01])(?:\.0)?$/.exec(text.trim()) ?? [];
  if (digit === undefined || sideNamed(`${words}1`) === null) return null;
  return digit === '0' ? 0 : 1;
}

/** Whether a header names the winner by a noun. “Won” may also ask whether the first team won. */
export function isWinnerNoun(header: string): boolean {
  return columnNamed(header) === 'winner' && !/won|winning/.test(folded(header));
}

/** The side that a text names, such as “Pareja 1”, “Local” or “B”; null for none. */
export function sideNamed(text: string): 'A' | 'B' | null {
  if (/^[-\u2212]\s?\d/.test(text)) return null;
  const tokens = tokensOf(text);
  if (tokens === null || tokens.length === 0) return null;
  if (!tokens.every(({ kind }) => kind === 'winner' || SIDES.some((side) => side === kind))) return null;
  const { side, player } = placeOf(tokens);
  return side === null || player !== null ? null : side === 'a' ? 'A' : 'B';
}

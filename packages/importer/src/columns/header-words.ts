/** What the words of a header mean. */
import headers from '../words/headers.json' with { type: 'json' };
import { folded, kindsOf } from '../words/words.ts';
import { type Column, playerColumns, type SetColumn } from './names.ts';

type Meaning = keyof typeof headers.en;

const meanings = kindsOf(headers, Object.keys(headers.en) as Meaning[]);

/** The languages of the words, whose months and weekdays are known, too. */
export const languages: readonly string[] = Object.keys(headers);

type Kind = Meaning | 'letter' | 'count';

interface Token {
  readonly kind: Kind;
  /** Of a number or a letter. */
  readonly value?: number;
}

const has = (tokens: readonly Token[], ...kinds: readonly Kind[]): boolean =>
  tokens.some(({ kind }) => kinds.includes(kind));
const only = (tokens: readonly Token[], ...kinds: readonly Kind[]): boolean =>
  tokens.every(({ kind }) => kinds.includes(kind));
const isMark = (token: Token | undefined): boolean => token?.kind === 'number' || token?.kind === 'letter';

/** The tokens of a header without its fillers; none if a word is not known. */
function tokensOf(text: string): readonly Token[] {
  const joined = folded(text.replaceAll(/#(?!\s*\d)/g, ' number ').replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' '))
    .replaceAll(/tie[\s_-]?break/g, 'tiebreak')
    .replaceAll(/\b(super|match)[\s_-]?tiebreak/g, '$1tiebreak');
  const words = joined.match(/\p{L}+|\d+/gu) ?? [];
  const tokens = words.map((_, at) => tokenOf(words, at));
  return tokens.every((token) => token !== null) ? tokens.filter(({ kind }) => kind !== 'filler') : [];
}

/** Initials before a number: “E1 J2” is the second player of the first team, and so are “P1 J2” and “T1P2”. */
const INITIALS = { team: /^[pecdt]$/, player: /^[jpg]$/ } as const;
const ORDINALS: readonly Kind[] = ['first', 'second', 'third'];

function tokenOf(words: readonly string[], at: number): Token | null {
  const word = words[at] ?? '';
  if (/^\d+$/.test(word)) return { kind: 'number', value: Number(word) };
  const isNumbered = (place: number): boolean => /^\d$/.test(words[place + 1] ?? '');
  const isSeat = (place: number): boolean => {
    const seat = words[place] ?? '';
    return isNumbered(place)
      ? INITIALS.player.test(seat)
      : ['player', 'right', 'left'].includes(meanings.get(seat) ?? '');
  };
  if (isNumbered(at)) {
    if (word === 's') return { kind: 'set' };
    if (INITIALS.team.test(word) && isSeat(at + 2)) return { kind: 'team' };
    if (INITIALS.player.test(word)) return { kind: 'player' };
  }
  if (/^[a-d]$/.test(word)) return { kind: 'letter', value: 'abcd'.indexOf(word) + 1 };
  const kind = meanings.get(word);
  if (kind === undefined) return null;
  const ordinal = ORDINALS.indexOf(kind);
  if (ordinal >= 0) return { kind: 'number', value: ordinal + 1 };
  return { kind: kind === 'number' ? 'count' : kind };
}

const SIDES = ['team', 'home', 'away', 'letter', 'number'] as const;

const PLAIN: readonly (readonly [Kind, Column, ...others: Kind[]])[] = [
  ['venue', 'venue_label'],
  ['court', 'court'],
  ['session', 'session_external_ref'],
  ['round', 'round', 'count'],
  ['outcome', 'outcome'],
  ['duration', 'duration_minutes'],
];

/** The column that a header names, or null. */
export function columnNamed(header: string): Column | null {
  const tokens = tokensOf(header);
  if (tokens.length === 0) return null;
  if (has(tokens, 'winner')) return only(tokens, 'winner', 'team', 'player', 'match') ? 'winner' : null;
  if (has(tokens, 'set', 'match_tie_break', 'score', 'points', 'games')) return scoreColumnOf(tokens);
  if (has(tokens, 'date', 'time', 'start')) {
    if (!only(tokens, 'date', 'time', 'start', 'match')) return null;
    if (has(tokens, 'date') === has(tokens, 'time')) return 'played_at';
    return has(tokens, 'date') ? 'date' : 'time';
  }
  if (only(tokens, 'player', 'right', 'left', ...SIDES)) return playerColumnOf(tokens);
  const { side, player } = placeOf(tokens);
  if (has(tokens, 'venue') && only(tokens, 'venue', ...SIDES) && side !== null && player === null)
    return `team_${side}_name`;
  const isReference = has(tokens, 'reference') || (has(tokens, 'count') && has(tokens, 'match'));
  if (isReference && only(tokens, 'reference', 'match', 'count')) return 'external_ref';
  const plain = PLAIN.find(([kind, , ...others]) => has(tokens, kind) && only(tokens, kind, 'match', ...others));
  return plain?.[1] ?? null;
}

/** Whether a header is “Start” alone: the time of day, or the date with it. */
export function isStart(header: string): boolean {
  const tokens = tokensOf(header);
  return tokens.length > 0 && only(tokens, 'start', 'match');
}

/** A pair that won or lost each match, or a player of it. */
interface ResultSeat {
  readonly team: 'winners' | 'losers';
  /** Null for the pair. */
  readonly player: 1 | 2 | null;
}

/** What a header such as “Ganadores”, “Pareja perdedora” or “Loser 2” names; null for nothing of the kind. */
export function resultSeat(header: string): ResultSeat | null {
  const tokens = tokensOf(header);
  if (has(tokens, 'winner') === has(tokens, 'loser')) return null;
  const known = ['winner', 'loser', 'team', 'player', 'match', 'right', 'left', 'number', 'letter'] as const;
  if (!only(tokens, ...known)) return null;
  const numbers = tokens.flatMap(({ value }) => value ?? []);
  const sides = [...(has(tokens, 'right') ? [1] : []), ...(has(tokens, 'left') ? [2] : [])];
  const [player = null, ...more] = [...numbers, ...sides];
  if (more.length > 0 || (player !== null && player !== 1 && player !== 2)) return null;
  return { team: has(tokens, 'winner') ? 'winners' : 'losers', player };
}

type Side = 'a' | 'b';
const sideOfNumber = (number: number | undefined): Side | null => (number === 1 ? 'a' : number === 2 ? 'b' : null);

/**
 * Which side the tokens name, and which player. A number or letter belongs to the word before it, or to the word after it if that
 * one is free: “Pareja 1 Jugador B”, “2º jugador, 1ª pareja”. One that belongs to no word, or to a word that has its number already,
 * is the side if that is open, else the player.
 */
function placeOf(tokens: readonly Token[]): { side: Side | null; player: number | null } {
  let side: Side | null = has(tokens, 'home') ? 'a' : has(tokens, 'away') ? 'b' : null;
  let player = has(tokens, 'right') ? 1 : has(tokens, 'left') ? 2 : null;
  const loose: number[] = [];
  const marks = tokens.filter(isMark);
  // “Jugador A1”: the letter is the side.
  const isCoded = !has(tokens, 'team', 'home', 'away') && marks.length === 2 && marks[0]?.kind !== marks[1]?.kind;
  for (const [at, token] of tokens.entries()) {
    if (token.value === undefined) continue;
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
function ownerOf(tokens: readonly Token[], at: number): Kind | undefined {
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  // The number before the word before it may be that word’s: “1ª pareja 2º jugador”.
  const isTaken = isMark(before) || (isMark(tokens[at - 2]) && at === 2 && after !== undefined && !isMark(after));
  return isTaken || before === undefined ? (isMark(after) ? undefined : after?.kind) : before.kind;
}

function playerColumnOf(tokens: readonly Token[]): Column | null {
  // “a, a” and “1 2” are cells of a row, not headers. “A1” is a header.
  if (only(tokens, 'letter') || only(tokens, 'number')) return null;
  const { side, player } = placeOf(tokens);
  // Jugador 1 to Jugador 4, or A to D: the first two are a team.
  if (side === null) return has(tokens, 'player') && player !== null ? (playerColumns[player - 1] ?? null) : null;
  // A bare “A” or “1” says too little.
  if (player === null) return tokens.every(isMark) ? null : `team_${side}`;
  return player === 1 || player === 2 ? `team_${side}_${player}` : null;
}

function scoreColumnOf(tokens: readonly Token[]): Column | null {
  if (has(tokens, 'set', 'match_tie_break')) {
    if (only(tokens, 'set') || (has(tokens, 'score') && only(tokens, 'set', 'score', 'match'))) return 'set_scores';
    const isOfSet = only(tokens, 'set', 'match_tie_break', 'score', 'points', 'games', ...SIDES);
    return isOfSet ? setColumnOf(tokens) : null;
  }
  if (has(tokens, 'score') && only(tokens, 'score', 'match')) return 'set_scores';
  const { side, player } = placeOf(tokens);
  const isTotal = only(tokens, 'score', 'points', 'games', ...SIDES) && side !== null && player === null;
  return isTotal ? `games_${side}` : null;
}

function setColumnOf(tokens: readonly Token[]): SetColumn | null {
  const isOfTheSet = ({ kind }: Token, at: number): boolean =>
    kind === 'number' && ((tokens[at - 1] ?? tokens[at + 1])?.kind === 'set' || tokens[at + 1]?.kind === 'set');
  const place = has(tokens, 'match_tie_break') ? -1 : tokens.findIndex(isOfTheSet);
  const set = has(tokens, 'match_tie_break') ? 3 : (tokens[place]?.value ?? 0);
  if (set < 1 || set > 5) return null;
  const others = tokens.filter(({ kind }, at) => at !== place && kind !== 'set' && kind !== 'match_tie_break');
  const { side } = placeOf(others);
  const number = set as 1 | 2 | 3 | 4 | 5;
  if (side !== null) return `set_${number}_${side}`;
  return only(others, 'score') ? `set_${number}` : null;
}

/** Whether a header names points, and not games: “Puntos pareja 1”. */
export const isAboutPoints = (header: string): boolean => has(tokensOf(header), 'points');

/** The number in a text such as “0” or “Team 1”, if it is 0 or 1 and may name a side; null for any other text. */
export function zeroOrOne(text: string): 0 | 1 | null {
  const [, words = '', digit] = /^([^\d-]*)([01])(?:\.0)?$/.exec(text.trim()) ?? [];
  if (digit === undefined || sideNamed(`${words}1`) === null) return null;
  return digit === '0' ? 0 : 1;
}

/** Whether a header names the winner by a noun. “Won” may also ask whether the first team won. */
export const isWinnerNoun = (header: string): boolean =>
  columnNamed(header) === 'winner' && !/won|winning/.test(folded(header));

const TITLE_WORDS_MAX = 8;

/** Whether the only text of a row is a title, such as “Jornada 3”, “Pista 2, 12 de mayo” or “Liga de mayo”. */
export function isTitle(text: string): boolean {
  const words = folded(text).match(/\p{L}+|\d+/gu) ?? [];
  const isOfTitles = (word: string): boolean => ['round', 'session', 'court'].includes(meanings.get(word) ?? '');
  return words.length <= TITLE_WORDS_MAX && words.some(isOfTitles);
}

/** The side that a text names, such as “Pareja 1”, “Local” or “B”; null for none. */
export function sideNamed(text: string): 'A' | 'B' | null {
  if (/^[-\u2212]\s?\d/.test(text)) return null;
  const tokens = tokensOf(text);
  if (tokens.length === 0 || !only(tokens, 'winner', ...SIDES)) return null;
  const { side, player } = placeOf(tokens);
  return side === null || player !== null ? null : side === 'a' ? 'A' : 'B';
}

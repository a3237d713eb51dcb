/** The score of a row, and how its match ended. */
import { type Column, type Fields, setColumns, type UnusedCell } from '../columns/names.ts';
import { type Misreading, misread, type Reading } from '../message.ts';
import { looksLikeDate } from './dates.ts';
import { outcomeNamed, splitResult, type WrittenOutcome } from './outcomes.ts';
import { DASH, formatScore, isMatchTieBreak, readScore, type SetGames } from './score.ts';
import { outcomesIn } from './unused-outcomes.ts';

export interface Result {
  readonly sets: readonly SetGames[];
  readonly text: string;
  readonly outcome: WrittenOutcome | null;
}

export type OnFault = (columns: readonly Column[], reading: { readonly fault: Misreading }) => void;

/** The score and how the match ended; null if either cannot be read. */
export function readResult(fields: Fields, unused: readonly UnusedCell[], onFault: OnFault = () => {}): Result | null {
  let isFaulty = false;
  const fail: OnFault = (columns, reading) => {
    isFaulty = true;
    onFault(columns, reading);
  };
  const inSets = splitResult(setCells(fields, fail));
  const inScore = splitResult(blankIfDash(fields.set_scores));
  const score = inSets.score || inScore.score;
  const reading = readScore(score);
  if (inSets.score !== '' && inScore.score !== '') compareScores(fields, reading, inScore.score, fail);
  const scoreColumns: readonly Column[] = inSets.score === '' ? ['set_scores'] : filledSets(fields);
  const unknown = inSets.unknown || inScore.unknown;
  if (unknown !== '')
    fail(
      inSets.unknown === '' ? ['set_scores'] : filledSets(fields),
      misread('fault.unknown_outcome', { text: unknown }),
    );
  const inUnused = outcomesIn(unused);
  const named: WrittenOutcome | 'unknown' | null =
    fields.outcome === '' ? null : (outcomeNamed(fields.outcome, score !== '') ?? 'unknown');
  const outcomes = new Set([named, inSets.outcome, inScore.outcome, ...inUnused.flags].filter((one) => one !== null));
  // A match that ended by retirement is also called “Finalizado”.
  if (outcomes.size > 1) outcomes.delete('played');
  const [outcome = null, other] = outcomes;
  if ('fault' in reading)
    fail(scoreColumns, looksLikeDate(score) ? misread('fault.score_as_date', { text: score.trim() }) : reading);
  if (outcome === 'unknown') fail(['outcome'], misread('fault.unknown_outcome', { text: fields.outcome }));
  else if (outcome === 'not_played')
    fail([fields.outcome === '' ? 'set_scores' : 'outcome'], misread('fault.not_played', { text: resultText(fields) }));
  else if (other !== undefined && outcome !== null && other !== 'unknown')
    fail(['outcome'], misread('fault.two_outcomes', { one: outcome, other }));
  for (const note of inUnused.notes) if (note.outcome !== outcome) fail([], note);
  if (isFaulty || 'fault' in reading || outcome === 'unknown') return null;
  return { sets: withoutUnplayed(reading.value), text: score, outcome };
}

const resultText = (fields: Fields): string =>
  fields.outcome || fields.set_scores || setColumns.flatMap(([whole]) => fields[whole] || []).join(' ');

const ONLY_DASH = new RegExp(`^${DASH}$`);
export const blankIfDash = (text: string): string => (ONLY_DASH.test(text) ? '' : text);

const TIE_BREAK_POINTS = /\s*\(\d+\)$/;

export function setCells(fields: Fields, onFault: OnFault): string {
  const sets = setColumns.map(([whole, a, b]) => {
    const cells = [fields[a], fields[b]].map(blankIfDash);
    const [one, other] = cells.map((text) => text.replace(TIE_BREAK_POINTS, ''));
    const [points = ''] = cells.flatMap((text) => TIE_BREAK_POINTS.exec(text) ?? []);
    const sided = one !== '' && other !== '' ? `${one}-${other}${points}` : '';
    if (sided === '' && one !== other) onFault([a, b], misread('fault.one_side_empty'));
    const text = blankIfDash(fields[whole]);
    if (text === '' || sided === '') return text || sided;
    if (!isSameScore(readScore(text), readScore(sided)))
      onFault([whole, a, b], misread('fault.scores_differ', { text, other: sided }));
    return text;
  });
  return sets.filter((set) => set !== '').join(' ');
}

/** Without the sets at the end that were not played: a table, or a scoreline of a fixed length, has 0-0 there. */
function withoutUnplayed(sets: readonly SetGames[]): readonly SetGames[] {
  const last = sets.findLastIndex(({ a, b }) => a > 0 || b > 0);
  return sets.slice(0, last + 1);
}

const filledSets = (fields: Fields) => setColumns.flat().filter((column) => fields[column] !== '');

const isSameScore = (one: Reading<readonly SetGames[]>, other: Reading<readonly SetGames[]>): boolean =>
  'value' in one &&
  'value' in other &&
  formatScore(withoutUnplayed(one.value)) === formatScore(withoutUnplayed(other.value));

/** A row with its score in a column and in those of the sets must have one score. The column may also count sets (2-1) or games. */
function compareScores(fields: Fields, inSets: Reading<readonly SetGames[]>, text: string, onFault: OnFault): void {
  const score = readScore(text);
  if ('fault' in inSets || isSameScore(inSets, score)) return;
  const counts = [setsWon(inSets.value), ...gamesWon(inSets.value)].map((count) => formatScore([count]));
  if ('value' in score && counts.includes(formatScore(score.value))) return;
  const other = formatScore(inSets.value);
  onFault(['set_scores', ...filledSets(fields)], misread('fault.scores_differ', { text, other }));
}

/** Compares the games in all sets, if the row has them, with its score. */
export function compareTotals(fields: Fields, { sets, outcome }: Omit<Result, 'text'>, onFault: OnFault): void {
  const [a, b] = [blankIfDash(fields.games_a), blankIfDash(fields.games_b)];
  if (outcome === 'walkover' || Number(a) + Number(b) === 0) return;
  const isTotal = (total: SetGames): boolean =>
    (a === '' || Number(a) === total.a) && (b === '' || Number(b) === total.b);
  const played = gamesWon(sets);
  if ([setsWon(sets), ...played].some(isTotal)) return;
  const games = `${a}-${b}`;
  const differing = { score: formatScore(sets), games: formatScore(played.slice(0, 1)), other: games };
  const fault =
    sets.length === 0 ? misread('fault.games_without_score', { games }) : misread('fault.games_differ', differing);
  onFault(['set_scores', 'games_a', 'games_b'], fault);
}

function setsWon(sets: readonly SetGames[]): SetGames {
  return { a: sets.filter(({ a, b }) => a > b).length, b: sets.filter(({ a, b }) => b > a).length };
}

/** The games of both teams. A match tie-break counts by its points, as one game, or not at all: clubs differ. */
function gamesWon(sets: readonly SetGames[]): readonly SetGames[] {
  const sum = (all: readonly SetGames[]): SetGames => ({
    a: all.reduce((total, { a }) => total + a, 0),
    b: all.reduce((total, { b }) => total + b, 0),
  });
  const last = sets.at(-1);
  if (last === undefined || !isMatchTieBreak(sets, sets.length - 1)) return [sum(sets)];
  const before = sets.slice(0, -1);
  return [sum(sets), sum([...before, setsWon([last])]), sum(before)];
}

/** The score of a row, and how its match ended. */
import { DASH, formatScore, isMatchTieBreak, type Reading, readScore, type SetGames } from './cells.ts';
import { setColumns, type UnusedCell } from './column-names.ts';
import type { Fields } from './columns.ts';
import { looksLikeDate } from './dates.ts';
import type { RowFault } from './faults.ts';
import { outcomeNamed, splitResult, type WrittenOutcome } from './outcomes.ts';
import { faultsOfNotes, outcomesIn } from './unused-outcomes.ts';

export interface Result {
  readonly sets: readonly SetGames[];
  /** The scoreline as the file has it. */
  readonly text: string;
  /** Null if the row does not say. */
  readonly outcome: WrittenOutcome | null;
}

/** The score and how the match ended; null if either cannot be read. */
export function readResult(fields: Fields, unused: readonly UnusedCell[], faults: RowFault[]): Result | null {
  const before = faults.length;
  const inSets = splitResult(setCells(fields, faults));
  const inScore = splitResult(blankIfDash(fields.set_scores));
  const score = inSets.score || inScore.score;
  const reading = readScore(score);
  if (inSets.score !== '' && inScore.score !== '') faults.push(...differences(fields, reading, inScore.score));
  const unknown = inSets.unknown || inScore.unknown;
  if (unknown !== '') {
    const column = inSets.unknown === '' ? ['set_scores' as const] : filledSets(fields);
    faults.push({ group: 'outcome', columns: column, detail: `“${unknown}” is not an outcome` });
  }
  const inUnused = outcomesIn(unused);
  const outcomes = [outcomeOf(fields.outcome, score !== ''), inSets.outcome, inScore.outcome, ...inUnused.flags].filter(
    (outcome) => outcome !== null,
  );
  // A match that ended by retirement is also called “Finalizado”.
  const ends = [...new Set(outcomes)].filter((outcome, _, all) => outcome !== 'played' || all.length === 1);
  const [outcome = null, other] = ends;
  if ('fault' in reading) {
    const group = looksLikeDate(score) ? 'scoreAsDate' : 'score';
    const columns = inSets.score === '' ? (['set_scores'] as const) : filledSets(fields);
    faults.push({ group, columns, detail: reading.fault });
  }
  if (outcome === 'unknown')
    faults.push({ group: 'outcome', columns: ['outcome'], detail: `“${fields.outcome}” is not an outcome` });
  else if (outcome === 'not_played') {
    faults.push({
      group: 'outcome',
      columns: [fields.outcome === '' ? 'set_scores' : 'outcome'],
      detail: `“${
        fields.outcome ||
        fields.set_scores ||
        setColumns
          .map(([whole]) => fields[whole])
          .join(' ')
          .trim()
      }” is not a match that was played`,
    });
  } else if (other !== undefined) {
    faults.push({ group: 'outcome', columns: ['outcome'], detail: `the row contains both ${outcome} and ${other}` });
  }
  faults.push(...faultsOfNotes(inUnused, outcome));
  if (faults.length > before || 'fault' in reading || outcome === 'unknown') return null;
  return { sets: withoutUnplayed(reading.value), text: score, outcome };
}

export const scoreText = ({ sets }: Result): string => formatScore(sets);

function outcomeOf(text: string, hasScore: boolean): WrittenOutcome | 'unknown' | null {
  return text === '' ? null : (outcomeNamed(text, hasScore) ?? 'unknown');
}

const ONLY_DASH = new RegExp(`^${DASH}$`);
export const blankIfDash = (text: string): string => (ONLY_DASH.test(text) ? '' : text);

const TIE_BREAK_POINTS = /\s*\(\d+\)$/;

/** The scoreline of the columns of the sets. */
export function setCells(fields: Fields, faults: RowFault[]): string {
  const sets = setColumns.map(([whole, a, b]) => {
    const cells = [fields[a], fields[b]].map(blankIfDash);
    const [one, other] = cells.map((text) => text.replace(TIE_BREAK_POINTS, ''));
    const [points = ''] = cells.flatMap((text) => TIE_BREAK_POINTS.exec(text) ?? []);
    const sided = one !== '' && other !== '' ? `${one}-${other}${points}` : '';
    if (sided === '' && one !== other)
      faults.push({ group: 'score', columns: [a, b], detail: 'one side has no games' });
    const text = blankIfDash(fields[whole]);
    if (text === '' || sided === '') return text || sided;
    if (!isSameScore(readScore(text), readScore(sided)))
      faults.push({ group: 'twoScores', columns: [whole, a, b], detail: differ(text, sided) });
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

const differ = (one: string, other: string): string => `“${one}” and “${other}” differ`;

const isSameScore = (one: Reading<readonly SetGames[]>, other: Reading<readonly SetGames[]>): boolean =>
  'value' in one &&
  'value' in other &&
  formatScore(withoutUnplayed(one.value)) === formatScore(withoutUnplayed(other.value));

/** A row with its score in a column and in those of the sets must have one score. The column may also count sets (2-1) or games. */
function differences(fields: Fields, inSets: Reading<readonly SetGames[]>, text: string): readonly RowFault[] {
  const score = readScore(text);
  if ('fault' in inSets || isSameScore(inSets, score)) return [];
  if ('value' in score && score.value.length === 1) {
    const counts = [setsWon(inSets.value), ...gamesWon(inSets.value)];
    if (counts.some((count) => formatScore([count]) === formatScore(score.value))) return [];
  }
  return [
    {
      group: 'twoScores',
      columns: ['set_scores', ...filledSets(fields)],
      detail: differ(text, formatScore(inSets.value)),
    },
  ];
}

/** Compares the games in all sets, if the row has them, with its score. */
export function faultOfTotals(fields: Fields, { sets, outcome }: Pick<Result, 'sets' | 'outcome'>): RowFault | null {
  const [a, b] = [blankIfDash(fields.games_a), blankIfDash(fields.games_b)];
  if (outcome === 'walkover' || Number(a) + Number(b) === 0) return null;
  const isTotal = (total: SetGames): boolean =>
    (a === '' || Number(a) === total.a) && (b === '' || Number(b) === total.b);
  if ([setsWon(sets), ...gamesWon(sets)].some(isTotal)) return null;
  const [played] = gamesWon(sets);
  const detail =
    sets.length === 0 || played === undefined
      ? `the row has ${a}-${b} games, and no score`
      : `${formatScore(sets)} has ${formatScore([played])} games, not ${a}-${b}`;
  return { group: 'twoScores', columns: ['set_scores', 'games_a', 'games_b'], detail };
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

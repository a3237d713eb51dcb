import { wrongUse } from '@bandeja/cli/exit';
import { instantFault, scoreFault } from '@bandeja/cli/misreadings';
import { type CsvRecord, readInstant, readScore, type SetGames } from '@bandeja/importer';
import {
  type CompetitionType,
  competitionWeights,
  MODEL,
  type Pair,
  pairEvidenceOf,
  type Scoring,
  type SetScore,
  scorings,
  type Units,
  unitsOf,
} from '@bandeja/rating';
import { columns, neededColumns, type PredictColumn, playerColumns } from './columns.ts';

/** The index of each column; an optional one may be absent. */
export interface PredictPlan {
  readonly places: ReadonlyMap<PredictColumn, number>;
  /** Cells of the header. */
  readonly width: number;
}

/** The cells of one row by column, trimmed; empty where the file has nothing. */
export type PredictFields = Readonly<Record<PredictColumn, string>>;

/**
 * Finds the columns in a header, by name and in any case; other columns are passed over.
 *
 * @param line where the header stands, from 1
 * @throws {CommandFailure} for a column that is missing or there twice
 */
export function planPredictColumns(header: readonly string[], line: number): PredictPlan {
  const names = header.map((name) => name.trim().toLowerCase());
  const places = new Map<PredictColumn, number>();
  for (const column of columns) {
    const place = names.indexOf(column);
    if (place !== names.lastIndexOf(column)) {
      throw wrongUse(`standard input, line ${line}: the column ${column} appears twice.`);
    }
    if (place >= 0) places.set(column, place);
  }
  const missing = neededColumns.filter((column) => !places.has(column));
  if (missing.length > 0) {
    const found = names.filter((name) => name !== '').join(', ') || 'no names at all';
    throw wrongUse(`standard input, line ${line}: the header lacks ${missing.join(', ')}. Found: ${found}.`);
  }
  return { places, width: header.length };
}

export function predictFieldsOf(cells: readonly string[], plan: PredictPlan): PredictFields {
  const cellOf = (column: PredictColumn): string => (cells[plan.places.get(column) ?? -1] ?? '').trim();
  return Object.fromEntries(columns.map((column) => [column, cellOf(column)])) as PredictFields;
}

/** A match for the model. The result is apart, because a prediction must not use it. */
export interface PlayedMatch {
  readonly teamA: Pair<string>;
  readonly teamB: Pair<string>;
  /** Ms when it was played. */
  readonly at: number;
  /** ℓ, planned length over a standard match, above 0, at most 1. */
  readonly length: number;
  /** u: 1 where partners choose each other, else 0. */
  readonly pairEvidence: number;
  /** Not used in this match's own prediction. */
  readonly result: {
    readonly winner: 'A' | 'B';
    /** Seen by the winners; null without a scoreline. */
    readonly units: Units | null;
  };
}

const NUMBER = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Reads one row.
 *
 * @param after ms of the row above, which this one must not be before
 * @throws {CommandFailure} naming the line and everything that is wrong with it
 */
export function readMatchRow({ line, cells }: CsvRecord, plan: PredictPlan, after: number): PlayedMatch {
  const faults: string[] = [];
  const accept = <T>(column: string, reading: Reading<T>, otherwise: T): T => {
    if ('value' in reading) return reading.value;
    faults.push(`${column}: ${reading.fault}`);
    return otherwise;
  };
  const refuse = (): never => {
    throw wrongUse(`standard input, line ${line}: ${faults.join('; ')}.`);
  };
  // Spreadsheets write blank cells at the end.
  if (cells.length < plan.width || cells.slice(plan.width).some((cell) => cell.trim() !== '')) {
    faults.push(`the row has ${cells.length} cells where the header has ${plan.width}`);
    return refuse();
  }
  const fields = predictFieldsOf(cells, plan);
  accept('match_id', readName(fields.match_id), '');
  const at = accept('played_at', readPlayedAt(fields.played_at, after), 0);
  const [a1, a2, b1, b2] = playerColumns.map((column) => accept(column, readName(fields[column]), ''));
  for (const column of playerColumns) accept(column, readOnlyHere(column, fields), '');
  const winner = accept('winner', readWinner(fields.winner), 'A');
  const sets = accept('set_scores', readSets(fields.set_scores), []);
  const unit = accept('unit', readUnit(fields.unit), 'games');
  const std = accept('std', readStd(fields.std, unit), 1);
  const length = accept('length', readLength(fields.length), 1);
  const competition = accept('competition_type', readCompetition(fields.competition_type), 'tournament');
  if (faults.length > 0) return refuse();

  const units = unitsOf(
    sets.map(({ a, b }): SetScore => (winner === 'A' ? [a, b] : [b, a])),
    unit,
  );
  return {
    teamA: [a1 ?? '', a2 ?? ''],
    teamB: [b1 ?? '', b2 ?? ''],
    at,
    length,
    pairEvidence: pairEvidenceOf(competition),
    result: { winner, units: units && { ...units, std } },
  };
}

/** A value read from text, or what is wrong with the text. */
type Reading<T> = { readonly value: T } | { readonly fault: string };

function readSets(text: string): Reading<readonly SetGames[]> {
  const score = readScore(text);
  return 'fault' in score ? { fault: scoreFault(text, score.fault) } : score;
}

function readName(text: string): Reading<string> {
  return text === '' ? { fault: 'the row has none' } : { value: text };
}

function readPlayedAt(text: string, after: number): Reading<number> {
  const instant = readInstant(text);
  if ('fault' in instant) return { fault: instantFault(text, instant.fault) };
  const at = Date.parse(instant.value);
  // Otherwise a prediction would use matches that were played later.
  return at < after ? { fault: `“${text}” is before the row above; rows go in the order of play` } : { value: at };
}

function readOnlyHere(column: (typeof playerColumns)[number], fields: PredictFields): Reading<string> {
  const earlier = playerColumns.slice(0, playerColumns.indexOf(column));
  const same = earlier.find((other) => fields[other] !== '' && fields[other] === fields[column]);
  return same === undefined ? { value: '' } : { fault: `“${fields[column]}” is ${same} already` };
}

function readWinner(text: string): Reading<'A' | 'B'> {
  const team = text.toUpperCase();
  return team === 'A' || team === 'B' ? { value: team } : { fault: `“${text}” is neither A nor B` };
}

function readUnit(text: string): Reading<Scoring> {
  if (text === '') return { value: 'games' };
  const unit = scorings.find((scoring) => scoring === text.toLowerCase());
  return unit === undefined ? { fault: `“${text}” is neither games nor points` } : { value: unit };
}

function readStd(text: string, unit: Scoring): Reading<number> {
  if (text === '') return { value: unit === 'games' ? MODEL.STD_GAMES : MODEL.STD_POINTS };
  const std = NUMBER.test(text) ? Number(text) : 0;
  return std > 0 && Number.isFinite(std) ? { value: std } : { fault: `“${text}” is not a number above 0` };
}

function readLength(text: string): Reading<number> {
  if (text === '') return { value: 1 };
  const length = NUMBER.test(text) ? Number(text) : 0;
  return length > 0 && length <= 1 ? { value: length } : { fault: `“${text}” is not a number above 0 and at most 1` };
}

/** The files that are predicted are of tournaments as a rule. */
function readCompetition(text: string): Reading<CompetitionType> {
  if (text === '') return { value: 'tournament' };
  const types = Object.keys(competitionWeights) as CompetitionType[];
  const type = types.find((name) => name === text.toLowerCase());
  return type === undefined ? { fault: `“${text}” is none of ${types.join(', ')}` } : { value: type };
}

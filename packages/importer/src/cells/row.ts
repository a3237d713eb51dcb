import { type ColumnPlan, columnName } from '../columns/header.ts';
import { type Column, type Fields, setColumns } from '../columns/names.ts';
import type { FlatRow } from '../columns/table.ts';
import { type Fault, faultOf, type Misreading, message, misread, type Note, type Reading } from '../message.ts';
import type { Row, RowMatch } from '../rows.ts';
import { splitResult } from './outcomes.ts';
import { collapsed, splitPair } from './pairs.ts';
import { hasOpenDate, isWithoutTime, NO_TIME_RULES, readClock, readPlayedAt, type TimeRules } from './played-at.ts';
import { blankIfDash, compareTotals, type OnFault, type Result, readResult, setCells } from './result.ts';
import { formatScore, readScore, type SetGames, winnerByScore } from './score.ts';
import { NO_SESSION_RULES, type SessionRules, sessionOf } from './sessions.ts';
import { readWinner, type Winner, winnerOf } from './winner.ts';

/** How the rows of a file are read where their cells alone do not say it. */
export interface RowRules {
  readonly times: TimeRules;
  readonly sessions: SessionRules;
  readonly needsReference: boolean;
  /** The venue of a row without one; empty for none. */
  readonly venue: string;
  /** What the numbers of a score count: the games of each set, or (2-1) the sets won, which decide only the winner. */
  readonly scores: 'games' | 'sets';
  /** The unit of scores whose row does not have it; empty: the service infers it. */
  readonly scoring: 'games' | 'points' | '';
  /** The unit is of rows with a single pair of numbers only; the others are sets. */
  readonly isMixed: boolean;
  /** Whose games stand first in a score. */
  readonly first: 'team_a' | 'winner';
  /** The team that 0 means in the column of the winner; null: teams are counted from 1. */
  readonly zero: 'A' | 'B' | null;
}

const PLAIN_RULES: RowRules = {
  times: NO_TIME_RULES,
  sessions: NO_SESSION_RULES,
  needsReference: true,
  venue: '',
  scores: 'games',
  scoring: '',
  isMixed: false,
  first: 'team_a',
  zero: null,
};

/** The members that have a value. The service validates them. */
const filled = (members: Partial<Record<keyof RowMatch, unknown>>): RowMatch =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== '' && value !== null));

/** Reads a flat row: a match whose players are texts, with everything that is wrong with the row. */
export function readRow(
  { line, fields, unused }: FlatRow,
  rules: RowRules = PLAIN_RULES,
  plan: ColumnPlan | null = null,
): Row {
  const faults: Fault[] = [];
  const notes: Note[] = [];
  const fail: OnFault = (columns, { fault }) => {
    faults.push(faultOf(fault, [...new Set(columns.map((column) => columnName(plan, column)))]));
  };
  const accept = <T>(column: Column, reading: Reading<T>): T | null => {
    if ('value' in reading) return reading.value;
    fail([column], reading);
    return null;
  };
  if (fields.external_ref === '' && rules.needsReference) fail(['external_ref'], misread('fault.no_reference'));
  const players = (['a', 'b'] as const).flatMap((side) => playersOf(fields, side, fail));
  const moment = readPlayedAt(fields, rules.times, (note) => notes.push(note));
  // If all rows of a file are rejected, the order of day and month stays unknown. Then the date is not the fault.
  const isOpen = 'fault' in moment && hasOpenDate(fields, rules.times) && !isOfTime(fields, moment.fault);
  const playedAt = isOpen ? null : accept(columnOfTime(fields, moment), moment);
  const result = readResult(fields, unused, fail);
  const isOfUnit = fields.scoring === '' && !(rules.isMixed && result?.sets.length !== 1);
  const scoring = isOfUnit ? rules.scoring : '';
  const named = { players, teams: teamNames(fields), zero: rules.zero, unused };
  const winner = result && winnerOfRow(fields, result, { ...named, scoring }, fail);
  const duration = accept('duration_minutes', readDuration(fields.duration_minutes));
  const { sets: written = [], text = '', outcome = null } = result ?? {};
  const isTurned = rules.first === 'winner' && winner === 'B' && fields.winner !== '';
  const sets = isTurned ? written.map(({ a, b }) => ({ a: b, b: a })) : written;
  if (result !== null && rules.scores === 'games') compareTotals(fields, { sets, outcome }, fail);
  if (isOpen && faults.length === 0 && 'fault' in moment) fail(['played_at'], moment);
  const isWalkover = outcome === 'walkover';
  if (isWalkover && sets.length > 0) notes.push(message('note.walkover_score', { score: formatScore(sets) }));
  const venue = fields.venue_label || rules.venue;
  const hasScore = sets.length > 0 && rules.scores === 'games' && !isWalkover;
  const match: RowMatch = {
    winning_team: winner,
    ...filled({
      played_at: playedAt,
      set_scores: hasScore ? sets.map(wireSet) : null,
      outcome: outcome === 'played' || outcome === 'not_played' ? null : outcome,
      duration_minutes: duration,
      scoring: fields.scoring || (hasScore ? scoring : ''),
      trust_tier: fields.trust_tier,
      competition_type: fields.competition_type,
      session_external_ref: sessionOf({ ...fields, venue_label: venue }, playedAt, rules.sessions),
      venue_label: [venue, fields.court].filter((text) => text !== '').join(', '),
    }),
  };
  const score = fields.set_scores || text;
  const scoreWinner = winnerByScore(sets);
  return {
    ...{ line, externalRef: fields.external_ref, players, match, participants: null, faults, notes },
    written: { winner: fields.winner, score, sets: written, hasTime: !isWithoutTime(fields), scoreWinner },
  };
}

const isOfTime = ({ time }: Fields, { code }: Misreading): boolean =>
  code === 'fault.no_time' || (time !== '' && (code === 'fault.not_a_time' || code === 'fault.span_or_zone'));

function columnOfTime(fields: Fields, moment: Reading<string>): Column {
  const isTime = 'fault' in moment && fields.time !== '' && 'fault' in readClock(fields.time);
  return isTime && isOfTime(fields, moment.fault) ? 'time' : 'played_at';
}

const wireSet = ({ a, b }: SetGames, index: number) => ({ set_number: index + 1, team_a_games: a, team_b_games: b });

/** The two players of a side, from a cell each or from one cell. Empty where one is missing, which is a fault. */
function playersOf(fields: Fields, side: 'a' | 'b', onFault: OnFault): readonly string[] {
  const columns = [`team_${side}_1`, `team_${side}_2`] as const;
  const texts = columns.map((column) => collapsed(fields[column]));
  if (texts.every((text) => text !== '')) return texts;
  const cell = fields[`team_${side}`];
  const pair = splitPair(cell);
  if (pair !== null) return pair;
  const missing = columns.filter((column) => fields[column] === '');
  if (cell === '') onFault(missing, misread('fault.player_missing'));
  else onFault([`team_${side}`], misread('fault.not_a_pair', { text: collapsed(cell) }));
  return texts;
}

const teamNames = (fields: Fields) => [fields.team_a_name, fields.team_b_name] as const;

function winnerOfRow(
  fields: Fields,
  { sets, outcome }: Result,
  named: Parameters<typeof readWinner>[1] & { readonly scoring: string },
  onFault: OnFault,
): Winner {
  const isNamed = fields.winner !== '';
  const evidence = { sets, outcome: outcome ?? 'played', scoring: fields.scoring || named.scoring };
  const reading = isNamed ? readWinner(collapsed(fields.winner), named) : winnerOf(evidence);
  if ('value' in reading) return reading.value;
  onFault(isNamed || evidence.outcome !== 'played' ? ['winner'] : [], reading);
  return null;
}

function readDuration(text: string): Reading<number | null> {
  if (text === '') return { value: null };
  return /^\d{1,6}(\.\d{1,9})?$/.test(text) ? { value: Number(text) } : misread('fault.not_minutes', { text });
}

/** Who won by the winner’s cell, and by the score with team A first; null if either does not say. */
export function sidesOf(
  { fields, unused }: Pick<FlatRow, 'fields' | 'unused'>,
  zero: 'A' | 'B' | null = null,
): { readonly winner: 'A' | 'B'; readonly leader: 'A' | 'B'; readonly score: string } | null {
  // Columns of a side say whose games they are.
  if (fields.winner === '' || setColumns.some(([, a, b]) => fields[a] !== '' || fields[b] !== '')) return null;
  const result = readResult(fields, unused);
  if (result === null || (result.outcome !== null && result.outcome !== 'played')) return null;
  const players = (['a', 'b'] as const).flatMap((side) => playersOf(fields, side, () => {}));
  const winner = readWinner(collapsed(fields.winner), { players, teams: teamNames(fields), zero });
  const leader = winnerByScore(result.sets);
  if ('fault' in winner || winner.value === null || leader === null) return null;
  return { winner: winner.value, leader, score: formatScore(result.sets) };
}

/** Whether a score may count sets won, such as 2-1: a single pair of numbers up to 3. */
export function mayCountSets(fields: Fields): boolean | null {
  const { score } = splitResult(blankIfDash(fields.set_scores));
  if (score === '') return null;
  if (setCells(fields, () => {}) !== '') return false;
  const reading = readScore(score);
  if ('fault' in reading || reading.value.length !== 1) return false;
  const [set] = reading.value;
  return set !== undefined && Math.max(set.a, set.b) <= 3 && winnerByScore(reading.value) !== null;
}

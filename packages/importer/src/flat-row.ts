import { type Reading, readScore, type SetGames, winnerByScore } from './cells.ts';
import { type Column, setColumns, type UnusedCell } from './column-names.ts';
import type { Fields } from './columns.ts';
import type { FaultGroup, RowFault } from './faults.ts';
import { splitResult } from './outcomes.ts';
import { collapsed, splitPair } from './pairs.ts';
import { hasOpenDate, isWithoutTime, NO_TIME_RULES, readClock, readPlayedAt, type TimeRules } from './played-at.ts';
import { OWN_REFERENCES, type ReferenceRules } from './references.ts';
import type { Remark } from './remarks.ts';
import { blankIfDash, faultOfTotals, type Result, readResult, scoreText, setCells } from './row-result.ts';
import type { MatchRow } from './rows.ts';
import { NO_SESSION_RULES, type SessionRules, sessionOf } from './sessions.ts';
import type { FlatEntry } from './table.ts';
import { readWinner, type Winner, winnerOf } from './winners.ts';

/** How the rows of a file are read where their cells alone do not say it. */
export interface RowRules {
  readonly times: TimeRules;
  readonly references: ReferenceRules;
  readonly sessions: SessionRules;
  /** The venue of a row without one; empty for none. */
  readonly venue: string;
  /** What the numbers of a score count: the games of each set, or (2-1) the sets won, which decide only the winner. */
  readonly scores: 'games' | 'sets';
  /** The unit of scores whose row does not have it; empty: the service infers it. */
  readonly scoring: 'games' | 'points' | '';
  /** Whose games stand first in a score. */
  readonly first: 'team_a' | 'winner';
  /** The team that 0 means in the column of the winner; null: teams are counted from 1. */
  readonly zero: 'A' | 'B' | null;
}

export const PLAIN_RULES: RowRules = {
  times: NO_TIME_RULES,
  references: OWN_REFERENCES,
  sessions: NO_SESSION_RULES,
  venue: '',
  scores: 'games',
  scoring: '',
  first: 'team_a',
  zero: null,
};

/** For a file without the column: old results are unconfirmed. */
const TRUST_TIER_DEFAULT = 'imported';

/** Columns that are sent unchanged; the service validates them. */
const PLAIN = ['competition_type', 'scoring'] as const;

/** Reads a flat row: a match whose players are texts, with everything that is wrong with the row. */
export function readFlatRow(
  line: number,
  fields: Fields,
  rules: RowRules = PLAIN_RULES,
  remark?: Remark,
  unused: readonly UnusedCell[] = [],
): MatchRow {
  const faults: RowFault[] = [];
  const accept = <T>(column: Column, group: FaultGroup, reading: Reading<T>): T | null => {
    if ('value' in reading) return reading.value;
    faults.push({ group, columns: [column], detail: reading.fault });
    return null;
  };
  if (fields.external_ref === '' && !rules.references.fromContent) {
    faults.push({ group: 'reference', columns: ['external_ref'], detail: 'the row has none' });
  }
  const players = (['a', 'b'] as const).flatMap((side) => playersOf(fields, side, faults));
  const remarkOnClocks = (detail: string): void => remark?.('clocks', detail);
  const isTimeless = isWithoutTime(fields) && rules.times.time === null;
  const moment = readPlayedAt(fields, rules.times, remarkOnClocks);
  const playedAt = accept(columnOfFault(fields, moment), isTimeless ? 'noTime' : 'date', moment);
  const result = readResult(fields, unused, faults);
  const named = { ...namedBy(fields, players), zero: rules.zero, unused, scoring: rules.scoring };
  const winner = result && winnerOfRow(fields, result, named, faults);
  const duration = accept('duration_minutes', 'duration', readDuration(fields.duration_minutes));

  const submission: Record<string, unknown> = {
    played_at: playedAt,
    winning_team: winner,
    trust_tier: fields.trust_tier || TRUST_TIER_DEFAULT,
  };
  const { sets: written = [], text = '', outcome = null } = result ?? {};
  const isTurned = rules.first === 'winner' && winner === 'B' && fields.winner !== '';
  const sets = isTurned ? written.map(({ a, b }) => ({ a: b, b: a })) : written;
  const totals = result && rules.scores === 'games' ? faultOfTotals(fields, { sets, outcome }) : null;
  if (totals !== null) faults.push(totals);
  if (outcome === 'walkover' && sets.length > 0)
    remark?.('walkoverScore', sets.map(({ a, b }) => `${a}-${b}`).join(' '));
  else if (sets.length > 0 && rules.scores === 'games') submission['set_scores'] = sets.map(wireSet);
  if (outcome !== null && outcome !== 'played') submission['outcome'] = outcome;
  if (duration !== null) submission['duration_minutes'] = duration;
  Object.assign(submission, unitIn(submission, rules));
  for (const column of PLAIN) if (fields[column] !== '') submission[column] = fields[column];
  Object.assign(submission, placeOf({ ...fields, venue_label: fields.venue_label || rules.venue }, playedAt, rules));
  const score = fields.set_scores || text;
  const hasTime = !isWithoutTime(fields);
  const words = { players, winner: fields.winner, score, sets: written, hasTime, scoreWinner: winnerByScore(sets) };
  const found = hasOpenDate(fields, rules.times) ? withoutDate(faults) : faults;
  return { kind: 'match', line, externalRef: fields.external_ref, players, submission, written: words, faults: found };
}

/** If all rows of a file are rejected, the order of day and month stays unknown. Then the date is not the fault. */
function withoutDate(faults: readonly RowFault[]): readonly RowFault[] {
  const others = faults.filter(({ group, columns }) => group !== 'date' || columns?.includes('time'));
  return others.length === 0 ? faults : others;
}

/** The column to name if `moment` has a fault. */
function columnOfFault({ time }: Fields, moment: Reading<string>): Column {
  if ('value' in moment || time === '') return 'played_at';
  const clock = readClock(time);
  return 'fault' in clock && clock.fault === moment.fault ? 'time' : 'played_at';
}

/** The unit of a score whose row does not have it. */
const unitIn = (submission: object, { scoring }: RowRules): object =>
  scoring === '' || !('set_scores' in submission) ? {} : { scoring };

/** The session and the venue of a row, where it has them. */
function placeOf(fields: Fields, playedAt: string | null, { sessions }: RowRules): object {
  const session = sessionOf(fields, playedAt, sessions);
  const venue = [fields.venue_label, fields.court].filter((text) => text !== '').join(', ');
  return {
    ...(session === '' ? {} : { session_external_ref: session }),
    ...(venue === '' ? {} : { venue_label: venue }),
  };
}

function wireSet({ a, b }: SetGames, index: number): object {
  return { set_number: index + 1, team_a_games: a, team_b_games: b };
}

/** The two players of a side, from a cell each or from one cell. Empty where one is missing, which is a fault. */
function playersOf(fields: Fields, side: 'a' | 'b', faults: RowFault[]): readonly string[] {
  const columns = [`team_${side}_1`, `team_${side}_2`] as const;
  const texts = columns.map((column) => collapsed(fields[column]));
  if (texts.every((text) => text !== '')) return texts;
  const cell = fields[`team_${side}`];
  if (cell === '') {
    const missing = columns.filter((column) => fields[column] === '');
    faults.push({ group: 'player', columns: missing, detail: 'the player is missing' });
    return texts;
  }
  const pair = splitPair(cell);
  if (pair !== null) return pair;
  faults.push({ group: 'pair', columns: [`team_${side}`], detail: `“${collapsed(cell)}” is not two players` });
  return texts;
}

const namedBy = (fields: Fields, players: readonly string[]) => ({
  players,
  teams: [fields.team_a_name, fields.team_b_name] as const,
});

function winnerOfRow(
  fields: Fields,
  result: Result,
  named: Parameters<typeof readWinner>[1] & { readonly scoring: string },
  faults: RowFault[],
): Winner {
  const isNamed = fields.winner !== '';
  const { sets, outcome } = result;
  const evidence = { sets, outcome: outcome ?? 'played', scoring: fields.scoring || named.scoring };
  const reading = isNamed ? readWinner(collapsed(fields.winner), named) : winnerOf(evidence);
  if ('value' in reading) return reading.value;
  const isOfColumn = isNamed || evidence.outcome !== 'played';
  faults.push({ group: isNamed ? 'winner' : 'noWinner', columns: isOfColumn ? ['winner'] : [], detail: reading.fault });
  return null;
}

function readDuration(text: string): Reading<number | null> {
  if (text === '') return { value: null };
  return /^\d{1,6}(\.\d{1,9})?$/.test(text)
    ? { value: Number(text) }
    : { fault: `“${text}” is not a number of minutes` };
}

/** Who won by the winner’s cell, and by the score with team A first; null if either does not say. */
export function sidesOf(
  { fields, unused }: Pick<FlatEntry, 'fields' | 'unused'>,
  zero: 'A' | 'B' | null = null,
): { readonly winner: 'A' | 'B'; readonly leader: 'A' | 'B'; readonly score: string } | null {
  // Columns of a side say whose games they are.
  if (fields.winner === '' || setColumns.some(([, a, b]) => fields[a] !== '' || fields[b] !== '')) return null;
  const ignored: RowFault[] = [];
  const result = readResult(fields, unused, ignored);
  if (result === null || (result.outcome !== null && result.outcome !== 'played')) return null;
  const players = (['a', 'b'] as const).flatMap((side) => playersOf(fields, side, ignored));
  const winner = readWinner(collapsed(fields.winner), { ...namedBy(fields, players), zero });
  const leader = winnerByScore(result.sets);
  if ('fault' in winner || winner.value === null || leader === null) return null;
  return { winner: winner.value, leader, score: scoreText(result) };
}

/** Whether a score may count sets won, such as 2-1: a single pair of numbers up to 3. */
export function mayCountSets(fields: Fields): boolean | null {
  const { score } = splitResult(blankIfDash(fields.set_scores));
  if (score === '') return null;
  if (setCells(fields, []) !== '') return false;
  const reading = readScore(score);
  if ('fault' in reading || reading.value.length !== 1) return false;
  const [set] = reading.value;
  return set !== undefined && Math.max(set.a, set.b) <= 3 && winnerByScore(reading.value) !== null;
}

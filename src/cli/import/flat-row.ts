import { type Reading, readInstant, readScore, type SetGames, winnerByScore } from './cells.ts';
import { type Column, type Fields, playerColumns } from './columns.ts';
import type { FaultGroup, RowFault } from './faults.ts';
import { OWN_REFERENCES } from './references.ts';
import type { MatchRow } from './rows.ts';

/** For a file without the column: old results that nobody attests now. */
const TRUST_TIER_DEFAULT = 'imported';

/** Columns that are sent unchanged; the service validates them. */
const PLAIN: readonly Column[] = ['competition_type', 'venue_label', 'session_external_ref', 'outcome', 'scoring'];

const TEAMS: ReadonlyMap<string, 'A' | 'B'> = new Map([
  ['a', 'A'],
  ['b', 'B'],
  ['1', 'A'],
  ['2', 'B'],
]);

/** Reads a flat row: a match whose players are texts, with everything that is wrong with the row. */
export function readFlatRow(line: number, fields: Fields, references = OWN_REFERENCES): MatchRow {
  const faults: RowFault[] = [];
  const accept = <T>(column: Column, group: FaultGroup, reading: Reading<T>): T | null => {
    if ('value' in reading) return reading.value;
    faults.push({ group, detail: `${column}: ${reading.fault}` });
    return null;
  };
  if (fields.external_ref === '' && !references.fromContent) {
    faults.push({ group: 'reference', detail: 'external_ref: the row has none' });
  }
  const playedAt = accept('played_at', 'date', readInstant(fields.played_at));
  const sets = accept('set_scores', 'score', readScore(fields.set_scores));
  const winner = sets && accept('winner', 'winner', readWinner(fields, sets));
  const duration = accept('duration_minutes', 'duration', readDuration(fields.duration_minutes));

  const submission: Record<string, unknown> = {
    played_at: playedAt,
    winning_team: winner,
    trust_tier: fields.trust_tier || TRUST_TIER_DEFAULT,
  };
  if (sets && sets.length > 0) submission['set_scores'] = sets.map(wireSet);
  if (duration !== null) submission['duration_minutes'] = duration;
  for (const column of PLAIN) if (fields[column] !== '') submission[column] = fields[column];
  const players = playerColumns.map((column) => fields[column].replaceAll(/\s+/g, ' '));
  return { kind: 'match', line, externalRef: fields.external_ref, players, submission, faults };
}

function wireSet({ a, b }: SetGames, index: number): object {
  return { set_number: index + 1, team_a_games: a, team_b_games: b };
}

function readWinner(fields: Fields, sets: readonly SetGames[]): Reading<'A' | 'B'> {
  const text = fields.winner.toLowerCase();
  if (text !== '') {
    const team = TEAMS.get(text);
    return team ? { value: team } : { fault: `“${fields.winner}” is neither A nor B (nor 1 or 2)` };
  }
  // In a match that was broken off or not played, the score does not tell the winner.
  if (fields.outcome !== '' && fields.outcome !== 'played') {
    return { fault: `a match with the outcome ${fields.outcome} needs its winner` };
  }
  const team = winnerByScore(sets);
  if (team !== null) return { value: team };
  return {
    fault: sets.length === 0 ? 'neither a winner nor a score' : 'the score is level, so the row needs its winner',
  };
}

function readDuration(text: string): Reading<number | null> {
  if (text === '') return { value: null };
  return /^\d{1,6}(\.\d{1,9})?$/.test(text) ? { value: Number(text) } : { fault: `“${text}” is no number of minutes` };
}

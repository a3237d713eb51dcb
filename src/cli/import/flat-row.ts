import { isUsername, type Reading, readInstant, readScore, type SetGames, winnerByScore } from './cells.ts';
import { type Column, type Fields, playerColumns } from './columns.ts';
import { madeReference, OWN_REFERENCES } from './references.ts';
import { faultyRow, type ImportRow, readyRow } from './rows.ts';

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

/** Turns a flat row into a submission, or collects everything that is wrong with it. */
export function readFlatRow(line: number, fields: Fields, references = OWN_REFERENCES): ImportRow {
  const faults: string[] = [];
  const accept = <T>(column: Column, reading: Reading<T>): T | null => {
    if ('value' in reading) return reading.value;
    faults.push(`${column}: ${reading.fault}`);
    return null;
  };
  if (fields.external_ref === '' && !references.fromContent) {
    faults.push('external_ref: the row has none; --refs-from-content makes references of the rows’ content');
  }
  const usernames = playerColumns.map((column) => accept(column, readPlayer(column, fields[column])));
  const playedAt = accept('played_at', readInstant(fields.played_at));
  const sets = accept('set_scores', readScore(fields.set_scores));
  const winner = sets && accept('winner', readWinner(fields, sets));
  const duration = accept('duration_minutes', readDuration(fields.duration_minutes));
  if (faults.length > 0) return faultyRow(line, fields.external_ref, faults);

  const externalRef = references.fromContent
    ? madeReference(
        { playedAt, teamA: usernames.slice(0, 2), teamB: usernames.slice(2), winner, sets },
        references.prefix,
      )
    : `${references.prefix}${fields.external_ref}`;
  const submission: Record<string, unknown> = {
    external_ref: externalRef,
    played_at: playedAt,
    winning_team: winner,
    trust_tier: fields.trust_tier || TRUST_TIER_DEFAULT,
    participants: usernames.map((username, place) => ({ username, team: place < 2 ? 'A' : 'B' })),
  };
  if (sets && sets.length > 0) submission['set_scores'] = sets.map(wireSet);
  if (duration !== null) submission['duration_minutes'] = duration;
  for (const column of PLAIN) if (fields[column] !== '') submission[column] = fields[column];
  return readyRow(line, externalRef, JSON.stringify(submission), usernames, references.fromContent);
}

function wireSet({ a, b }: SetGames, index: number): object {
  return { set_number: index + 1, team_a_games: a, team_b_games: b };
}

function readPlayer(column: Column, text: string): Reading<string> {
  if (text === '') return { fault: 'the row names no player' };
  const username = text.toLowerCase();
  if (isUsername(username)) return { value: username };
  return {
    fault:
      `“${text}” is no username (2 to 40 of a–z, 0–9, “.”, “_” and “-”, a letter or digit at both ends, not “search”); ` +
      `if usernames stand in another column, name it: --map ${column}=NAME`,
  };
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

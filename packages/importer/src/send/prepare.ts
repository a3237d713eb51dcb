/** The rows of a file as they are sent, or why they are not. */
import type { Api } from '@bandeja/client';
import { type Fault, faultOf, misread, placeOf } from '../message.ts';
import type { Players } from '../names/players.ts';
import type { Reading } from '../reading.ts';
import type { Row } from '../rows.ts';
import { NearRows } from './near-rows.ts';
import type { PreparedRow } from './prepared-row.ts';
import { madeReference } from './references.ts';
import { scoreWarnings } from './score-warnings.ts';

export function prepareRows(reading: Reading, players: Players): readonly PreparedRow[] {
  const { rowName } = reading.file;
  const near = new NearRows(rowName);
  const first = new Map<string, number>();
  return reading.rows.map((row) => {
    const lineup = players.lineupOf(row);
    if ('faults' in lineup) return rejected(row, lineup.faults);
    const reference = referenceOf(reading, players, row);
    // Whether one match was written down twice or two were played, only a person knows.
    const line = reading.makesReferences ? first.get(reference) : undefined;
    if (line !== undefined) return rejected(row, [faultOf(misread('fault.repeats_row', placeOf(rowName, line)).fault)]);
    first.set(reference, row.line);
    const { participants, persons } = lineup;
    const match = { external_ref: reference, ...row.match, participants } as Api.ImportMatch;
    if (isTooLarge(JSON.stringify(match))) return rejected(row, [faultOf(misread('fault.too_large').fault)]);
    const prepared = { row, match, faults: [], warnings: scoreWarnings(match, row.written?.score), persons };
    return { ...prepared, warnings: [...prepared.warnings, ...near.compare(prepared)] };
  });
}

const rejected = (row: Row, faults: readonly Fault[]): PreparedRow => ({
  ...{ row, match: null, faults, warnings: [], persons: [] },
});

function referenceOf({ answers, makesReferences }: Reading, players: Players, row: Row): string {
  if (!makesReferences) return `${answers.prefix}${row.externalRef}`;
  const { played_at: playedAt, winning_team: winner, set_scores: sets } = row.match;
  const identities = players.identitiesOf(row);
  const sideOf = (team: string): readonly unknown[] =>
    row.participants === null
      ? identities.slice(team === 'A' ? 0 : 2, team === 'A' ? 2 : 4)
      : identities.filter((_, place) => teamAt(row.participants?.sent, place) === team);
  return madeReference({ playedAt, teamA: sideOf('A'), teamB: sideOf('B'), winner, sets }, answers.prefix);
}

const teamAt = (sent: unknown, place: number): unknown =>
  (Array.isArray(sent) ? (sent as readonly ({ readonly team?: unknown } | null)[]) : [])[place]?.team;

/** With the fields that all rows have in common, a larger match may not fit into a request. */
const MATCH_BYTES_MAX = 100 * 1024;

/** A character takes at most three bytes of UTF-8, so nearly no row is encoded. */
const isTooLarge = (text: string): boolean =>
  text.length * 3 > MATCH_BYTES_MAX && new TextEncoder().encode(text).length > MATCH_BYTES_MAX;

/** What stored matches say otherwise than the rows that have their references. */
import { BandejaError } from '@bandeja/client';
import type { Client } from '../api/client.ts';
import { CommandFailure } from '../exit.ts';
import { type JsonObject, objectOf, objectsOf, textOf } from '../json-value.ts';
import type { RowResult } from './results.ts';

/** What can differ, in the order in which it is shown. */
const differingParts = [
  'time',
  'players',
  'winner',
  'score',
  'outcome',
  'session',
  'venue',
  'competition',
  'minutes',
  'scoring',
] as const;
export type DifferingPart = (typeof differingParts)[number];

/** A part of a match that the service and the file say differently. Empty: not said. */
export interface Difference {
  readonly part: DifferingPart;
  readonly stored: string;
  readonly row: string;
}

/** A row in conflict, and what differs. */
export interface Conflict {
  readonly line: number;
  readonly externalRef: string;
  readonly matchId: string | null;
  /** Empty if the stored match could not be read, or differs in something that a file does not have. */
  readonly differences: readonly Difference[];
}

/**
 * Reads the stored matches of rows in conflict, and compares them.
 * @param client null to compare nothing
 * @param common what is common to all matches of the file
 */
export async function compareConflicts(
  client: Client | null,
  results: readonly RowResult[],
  common: Readonly<Record<string, unknown>>,
): Promise<readonly Conflict[]> {
  const conflicts: Conflict[] = [];
  for (const { line, externalRef, id, sent = '{}' } of results) {
    const stored = id === null || client === null ? null : await readMatch(client, id);
    const row = objectOf(JSON.parse(sent));
    // A null inherits, as an absent member does.
    const own = Object.entries(row).filter(([, value]) => value !== null);
    const differences = stored === null ? [] : differencesOf(stored, { ...common, ...Object.fromEntries(own) });
    conflicts.push({ line, externalRef, matchId: id, differences });
  }
  return conflicts;
}

async function readMatch(client: Client, id: string): Promise<JsonObject | null> {
  try {
    return objectOf(await client.matches.get(id));
  } catch (error) {
    // A key that may submit need not be one that may read. Then the summary has no comparison.
    if (error instanceof BandejaError || error instanceof CommandFailure) return null;
    throw error;
  }
}

function differencesOf(stored: JsonObject, row: JsonObject): readonly Difference[] {
  const [before, after] = [partsOf(stored), partsOf(row)];
  return differingParts.flatMap((part): Difference[] => {
    const [was, becomes] = [before[part], after[part]];
    if (was === becomes) return [];
    if (part === 'time' && Date.parse(was) === Date.parse(becomes)) return [];
    if (part === 'players' && keyOfTeams(stored) === keyOfTeams(row)) return [];
    // The service infers the scoring where a row does not say it.
    if (part === 'scoring' && becomes === '') return [];
    return [{ part, stored: was, row: becomes }];
  });
}

function partsOf(match: JsonObject): Record<DifferingPart, string> {
  const text = (name: string): string => textOf(match[name]) ?? '';
  return {
    time: text('played_at'),
    players: teamsOf(match)
      .map((team) => team.join(','))
      .join(' v. '),
    winner: text('winning_team'),
    score: objectsOf(match['set_scores'])
      .map((set) => `${set['team_a_games']}-${set['team_b_games']}`)
      .join(' '),
    outcome: text('outcome') || 'played',
    session: text('session_external_ref'),
    venue: text('venue_label'),
    competition: text('competition_type') || 'social',
    minutes: String(match['duration_minutes'] ?? ''),
    scoring: text('scoring'),
  };
}

/** The usernames of team A, then of team B. */
export function teamsOf(match: JsonObject): readonly (readonly string[])[] {
  const participants = objectsOf(match['participants']);
  return ['A', 'B'].map((name) =>
    participants.filter((one) => one['team'] === name).map((one) => textOf(one['username'])?.toLowerCase() ?? '?'),
  );
}

/** One text for the same teams, whatever the order of teammates. */
export function keyOfTeams(match: JsonObject): string {
  return JSON.stringify(teamsOf(match).map((team) => team.toSorted()));
}

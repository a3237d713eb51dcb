/** How stored matches differ from the rows that have their references. */
import type { Api } from '@bandeja/client';
import type { RowResult } from './results.ts';
import { turned } from './sides.ts';

/** What can differ, in the order in which it is shown. */
const comparedParts = [
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
/** `sides`: only which team is A. */
export type DifferingPart = (typeof comparedParts)[number] | 'sides';

/** A part of a match that differs between the service and the file. Empty: absent. */
export interface Difference {
  readonly part: DifferingPart;
  readonly stored: string;
  readonly row: string;
}

/** A row in conflict, and what differs. */
export interface Conflict {
  readonly line: number;
  readonly external_ref: string;
  readonly existing_match_id: string | null;
  /** Empty if the stored match could not be read, or differs in something that a file does not have. */
  readonly differences: readonly Difference[];
}

/**
 * Reads the stored matches of rows in conflict, and compares them.
 * @param read returns null for a match that cannot be read; null: nothing is compared
 * @param common the fields that all matches of the file have in common
 */
export async function compareConflicts(
  read: ((id: string) => Promise<Api.Match | null>) | null,
  results: readonly RowResult[],
  common: Readonly<Record<string, unknown>>,
): Promise<readonly Conflict[]> {
  const conflicts: Conflict[] = [];
  for (const { line, externalRef, id, sent } of results) {
    const stored = id === null || read === null ? null : await read(id);
    // A null inherits, as an absent member does.
    const own = Object.entries(sent ?? {}).filter(([, value]) => value !== null);
    // Only a valid submission can be in conflict.
    const row = { ...common, ...Object.fromEntries(own) } as Api.MatchSubmission;
    const differences = stored === null ? [] : differencesOf(stored, row);
    conflicts.push({ line, external_ref: externalRef, existing_match_id: id, differences });
  }
  return conflicts;
}

function differencesOf(stored: Api.Match, row: Api.MatchSubmission): readonly Difference[] {
  const sided = areSidesSwapped(stored, row) ? turned(row) : row;
  const [before, after] = [partsOf(stored), partsOf(sided)];
  const found = comparedParts.flatMap((part): Difference[] => {
    const [was, becomes] = [before[part], after[part]];
    if (was === becomes) return [];
    if (part === 'time' && Date.parse(was) === Date.parse(becomes)) return [];
    if (part === 'players' && teamKeys(stored.participants).join() === teamKeys(sided.participants).join()) return [];
    // If a row has no scoring, the service infers it.
    if (part === 'scoring' && becomes === '') return [];
    return [{ part, stored: was, row: becomes }];
  });
  if (found.length > 0 || sided === row) return found;
  return [{ part: 'sides', stored: before.players, row: partsOf(row).players }];
}

/** Whether two matches have the same teams on opposite sides. */
export function areSidesSwapped(one: Sided, other: Sided): boolean {
  const [first, second] = [teamKeys(one.participants), teamKeys(other.participants)];
  return first.join(' ') !== second.join(' ') && first.join(' ') === second.toReversed().join(' ');
}

interface Sided {
  readonly participants: readonly Participant[];
}

function partsOf(match: Api.Match | Api.MatchSubmission): Record<Exclude<DifferingPart, 'sides'>, string> {
  const sets = match.set_scores ?? [];
  return {
    time: match.played_at,
    players: teamsOf(match.participants)
      .map((team) => team.join(','))
      .join(' v. '),
    winner: match.winning_team ?? '',
    score: sets.map(({ team_a_games: a, team_b_games: b }) => `${a}-${b}`).join(' '),
    outcome: match.outcome ?? 'played',
    session: match.session_external_ref ?? '',
    venue: match.venue_label ?? '',
    competition: match.competition_type ?? 'social',
    minutes: String(match.duration_minutes ?? ''),
    scoring: match.scoring ?? '',
  };
}

/** Of a match of the API, or an untrusted one. */
interface Participant {
  readonly team?: unknown;
  readonly username?: unknown;
}

/** The usernames of team A, then of team B. */
function teamsOf(participants: readonly Participant[]): readonly (readonly string[])[] {
  return ['A', 'B'].map((name) =>
    participants
      .filter(({ team }) => team === name)
      .map(({ username }) => (typeof username === 'string' ? username.toLowerCase() : '?')),
  );
}

/** A text for each team, whatever the order of teammates. */
export function teamKeys(participants: readonly Participant[]): readonly string[] {
  return teamsOf(participants).map((team) => team.toSorted().join(','));
}

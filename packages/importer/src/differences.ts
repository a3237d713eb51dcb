/** How a match and a row that may be the same match differ. Pure. */
import type { Api } from '@bandeja/client';
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
  'tier',
  'positions',
  'servers',
  'games',
] as const;
/** `sides`: only which team is A. */
export type DifferingPart = (typeof comparedParts)[number] | 'sides';

export const partNames: Readonly<Record<DifferingPart, string>> = {
  time: 'the time',
  players: 'the players',
  winner: 'the winner',
  score: 'the score',
  outcome: 'the outcome',
  session: 'the session',
  venue: 'the venue',
  competition: 'the kind of competition',
  minutes: 'the minutes',
  scoring: 'the scoring',
  tier: 'the trust tier',
  positions: 'the sides of the court',
  servers: 'who served first',
  games: 'the winners of the games',
  sides: 'which team is A',
};

/** What the service infers, or does without, if a row does not have it: such a row is the stored match. */
const detailParts: ReadonlySet<DifferingPart> = new Set(['scoring', 'tier', 'positions', 'servers', 'games']);

/** A part of a match that differs between the service and the file. Empty: absent. */
export interface Difference {
  readonly part: DifferingPart;
  readonly stored: string;
  readonly row: string;
}

export function differencesOf(stored: Api.Match, row: Api.MatchSubmission): readonly Difference[] {
  const sided = areSidesSwapped(stored, row) ? turned(row) : row;
  const [before, after] = [partsOf(stored), partsOf(sided)];
  const found = comparedParts.flatMap((part): Difference[] => {
    const [was, becomes] = [before[part], after[part]];
    if (was === becomes) return [];
    if (part === 'time' && Date.parse(was) === Date.parse(becomes)) return [];
    if (part === 'players' && teamKeys(stored.participants).join() === teamKeys(sided.participants).join()) return [];
    if (detailParts.has(part) && becomes === '') return [];
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
  const sets = (match.set_scores ?? []).toSorted((one, other) => one.set_number - other.set_number);
  const inEachSet = (values: readonly (string | null | undefined)[]): string =>
    values.some((value) => value != null) ? values.map((value) => value ?? '–').join(' ') : '';
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
    // Files without a trust tier are sent as `imported`, which says nothing about a match that is stored.
    tier: match.trust_tier === 'imported' ? '' : match.trust_tier,
    positions: match.participants
      .flatMap(({ username, court_position: side }) => (side ? [`${String(username).toLowerCase()} ${side}`] : []))
      .toSorted()
      .join(', '),
    servers: inEachSet(sets.map(({ first_server_team: team }) => team)),
    games: inEachSet(sets.map(({ game_winners: winners }) => winners?.join(''))),
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

/** A text for each team, the same for both orders of its players. */
export function teamKeys(participants: readonly Participant[]): readonly string[] {
  return teamsOf(participants).map((team) => team.toSorted().join(','));
}

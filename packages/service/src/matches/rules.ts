import type { Fault } from '@bandeja/contract/errors/problem';
import { parseInstant } from '@bandeja/contract/instant';
import { GAMES_MAX, PARTICIPANTS, SETS_MAX } from '@bandeja/contract/match-bodies';
import type { Scoring, Team } from '@bandeja/contract/match-enums';
import { pointerTo } from '@bandeja/contract/pointer';
import { canonicalUsername, USERNAME_LENGTH_MAX } from '@bandeja/contract/username';
import { scoringOf } from '@bandeja/rating';
import { confirmationFaults } from './confirmation-rules.ts';
import { implausibleSets, type SentSet } from './plausibility.ts';
import { leaderOf, type SetGames } from './scoreline.ts';

/** How far `played_at` may be ahead of the server's clock, because partners' clocks differ. */
export const PLAYED_AT_AHEAD_MAX_MS = 5 * 60_000;

type Json = Readonly<Record<string, unknown>>;

const asObject = (value: unknown): Json | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
/** A list, or an empty one if the value isn't a list or is too long: the shape has reported that fault. */
const asList = (value: unknown, max: number): readonly unknown[] =>
  Array.isArray(value) && value.length <= max ? value : [];
const isTeam = (value: unknown): value is Team => value === 'A' || value === 'B';
const isScoring = (value: unknown): value is Scoring => value === 'games' || value === 'points';
const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= USERNAME_LENGTH_MAX;
const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;

/** The fields that name a player, of which exactly one is given. A row of an import also has `player`. */
export type NamingFields = readonly ('profile_id' | 'username' | 'player')[];
const NAMING: NamingFields = ['profile_id', 'username'];

/**
 * The faults of a submission that its shape cannot express. The rules read the value as sent, so that all faults are reported at
 * once. They skip values of the wrong type, which the shape has reported.
 * @param now the server's clock, ms.
 */
export function submissionFaults(value: unknown, now: number, naming: NamingFields = NAMING): Fault[] {
  const body = asObject(value);
  if (body === null) return [];
  return [
    ...faultsOfFields(body, now, naming),
    ...implausibleFaults(body),
    ...winnerFaults(body),
    ...confirmationFaults(body, now),
  ];
}

/** Fields that, together with the scoreline, decide whether it fits the winner. */
const decidingFields = ['winning_team', 'set_scores', 'outcome', 'scoring'] as const;

/**
 * The same for the body of an amendment. Omitted fields keep their stored values, so the scoreline is checked, and the winner
 * compared with it, only if the amendment contains all fields that decide it.
 * @param now the server's clock, ms.
 */
export function amendmentFaults(value: unknown, now: number): Fault[] {
  const body = asObject(value);
  if (body === null) return [];
  const isComplete = decidingFields.every((field) => Object.hasOwn(body, field));
  const ofScore = isComplete ? [...implausibleFaults(body), ...winnerFaults(body)] : [];
  return [...faultsOfFields(body, now), ...ofScore, ...confirmationFaults(body, now)];
}

/**
 * The faults of a preview's body that its shape does not find. A preview has no winner.
 * @param now the server's clock, ms.
 */
export function previewFaults(value: unknown, now: number): Fault[] {
  const body = asObject(value);
  return body === null ? [] : [...faultsOfFields(body, now), ...implausibleFaults(body)];
}

/** The faults of the fields that are present. */
function faultsOfFields(body: Json, now: number, naming: NamingFields = NAMING): Fault[] {
  return [...playedAtFaults(body, now), ...participantsFaults(body, naming), ...scorelineFaults(body)];
}

function playedAtFaults(body: Json, now: number): Fault[] {
  const playedAt = typeof body['played_at'] === 'string' ? parseInstant(body['played_at']) : null;
  const pointer = pointerTo('played_at');
  if (playedAt === null) return [];
  if (playedAt < 0) return [{ pointer, code: 'out_of_range', detail: 'Must not be before 1970-01-01T00:00:00Z.' }];
  if (playedAt <= now + PLAYED_AT_AHEAD_MAX_MS) return [];
  return [
    { pointer, code: 'played_at_in_future', detail: 'Must be at most five minutes ahead of the server’s clock.' },
  ];
}

function participantsFaults(body: Json, naming: NamingFields): Fault[] {
  const list = asList(body['participants'], PARTICIPANTS).map(asObject);
  const faults: Fault[] = list.flatMap((participant, index) =>
    participant ? namingFaults(participant, pointerTo('participants', index), naming) : [],
  );
  const inTeam = (team: Team): number => list.filter((participant) => participant?.['team'] === team).length;
  const isComplete = list.length === 4 && list.every((participant) => isTeam(participant?.['team']));
  if (isComplete && inTeam('A') !== 2) {
    const detail = `Must have two players in each team, not ${inTeam('A')} in A and ${inTeam('B')} in B.`;
    faults.push({ pointer: pointerTo('participants'), code: 'team_size', detail });
  }
  return [...faults, ...repeatedPlayerFaults(list, naming), ...courtPositionFaults(list)];
}

/** Each player is named by exactly one of these fields; null counts as omitted. */
export function namingFaults(player: Json, pointer: string, naming: NamingFields = NAMING): Fault[] {
  const given = naming.filter((field) => player[field] != null);
  if (given.length === 1) return [];
  const [last, ...others] = naming.map((field) => `\`${field}\``).reverse();
  const detail = `Must name the player by exactly one of ${others.reverse().join(', ')} and ${last}.`;
  return [{ pointer, code: given.length > 1 ? 'not_one_of' : 'required', detail }];
}

function repeatedPlayerFaults(list: readonly (Json | null)[], naming: NamingFields): Fault[] {
  const seen = new Map<string, number>();
  const faults: Fault[] = [];
  for (const [index, participant] of list.entries()) {
    for (const name of namesOf(participant, naming)) {
      const first = seen.get(name);
      if (first === undefined) seen.set(name, index);
      else faults.push(repeatedPlayer(index, first));
    }
  }
  return faults;
}

/** The fault of naming a player for a second time. */
export function repeatedPlayer(index: number, first: number): Fault {
  const detail = `This player is also at /participants/${first}. A player can be in a match only once.`;
  return { pointer: pointerTo('participants', index), code: 'duplicate_participant', detail };
}

function namesOf(participant: Json | null, naming: NamingFields): string[] {
  return naming.flatMap((field) => {
    const name = participant?.[field];
    if (field === 'username') return isName(name) ? [`username ${canonicalUsername(name)}`] : [];
    return typeof name === 'string' ? [`${field} ${name}`] : [];
  });
}

function courtPositionFaults(list: readonly (Json | null)[]): Fault[] {
  const seen = new Set<string>();
  return list.flatMap((participant, index): Fault[] => {
    const { team, court_position: side } = participant ?? {};
    if (!isTeam(team) || (side !== 'left' && side !== 'right')) return [];
    const place = `${team} ${side}`;
    if (!seen.has(place)) {
      seen.add(place);
      return [];
    }
    const detail = `Must not be \`${side}\`: the teammate is on that side of the court.`;
    return [{ pointer: pointerTo('participants', index, 'court_position'), code: 'court_position_conflict', detail }];
  });
}

function scorelineFaults(body: Json): Fault[] {
  const list = asList(body['set_scores'], SETS_MAX);
  if (list.length === 0) return [];
  if (body['outcome'] === 'walkover') {
    const detail = 'Must be left out or empty: a walkover has no scoreline.';
    return [{ pointer: pointerTo('set_scores'), code: 'out_of_range', detail }];
  }
  const sets = list.map(asObject);
  return [...setNumberFaults(sets), ...sets.flatMap((set, index) => (set ? setFaults(set, index) : []))];
}

function implausibleFaults({ set_scores: scores, scoring, outcome }: Json): Fault[] {
  const sets = inPlayOrder(asList(scores, SETS_MAX).map(asObject));
  if (sets === null) return [];
  return implausibleSets(sets, {
    scoring: isScoring(scoring) ? scoring : null,
    outcome: outcome === 'retired' ? 'retired' : 'played',
  });
}

/** The fault of a match, played to its end, whose scoreline contradicts its winner. */
function winnerFaults({ winning_team: winner, set_scores: scores, scoring, outcome }: Json): Fault[] {
  const isPlayed = outcome === undefined || outcome === null || outcome === 'played';
  const numbers = inPlayOrder(asList(scores, SETS_MAX).map(asObject));
  if (winner === null) return drawFaults(isPlayed, numbers, scoring);
  if (!isPlayed || !isTeam(winner) || numbers === null) return [];
  const leader = leaderOf(numbers, scoringFor(scoring, numbers));
  if (leader === null || leader === winner) return [];
  const detail = `The score says team ${leader} won. Fix \`winning_team\` or \`set_scores\`, or send \`"outcome": "retired"\`.`;
  return [{ pointer: pointerTo('winning_team'), code: 'score_contradicts_winner', detail }];
}

/** Only a match in points that was played to its end and is level is a draw. */
function drawFaults(isPlayed: boolean, numbers: readonly SetGames[] | null, scoring: unknown): Fault[] {
  // The shape has reported an unreadable scoreline.
  if (isPlayed && numbers === null) return [];
  const units = numbers === null ? null : scoringFor(scoring, numbers);
  const isLevel = numbers !== null && numbers.length > 0 && leaderOf(numbers, units) === null;
  if (isPlayed && isLevel && units === 'points') return [];
  const detail = 'Must be A or B. Null means a draw: a match in points that was played to the end and is level.';
  return [{ pointer: pointerTo('winning_team'), code: 'required', detail }];
}

function setNumberFaults(sets: readonly (Json | null)[]): Fault[] {
  const numbers = sets.map((set) => set?.['set_number']);
  if (!numbers.every((number) => isCount(number) && number > 0)) return [];
  if (new Set(numbers).size === sets.length && Math.max(...(numbers as number[])) === sets.length) return [];
  const detail =
    sets.length === 1
      ? 'The set must be numbered 1.'
      : `The sets must be numbered 1 to ${sets.length}, each number once.`;
  return [{ pointer: pointerTo('set_scores'), code: 'set_numbers', detail }];
}

function setFaults(set: Json, index: number): Fault[] {
  const { team_a_games: a, team_b_games: b, game_winners: winners } = set;
  if (!isCount(a) || !isCount(b)) return [];
  if (a === 0 && b === 0) {
    const detail = 'Must have at least one game; leave a set out that was not played.';
    return [{ pointer: pointerTo('set_scores', index), code: 'empty_set', detail }];
  }
  const games = asList(winners, GAMES_MAX);
  if (!Array.isArray(winners) || games.length < winners.length || !games.every(isTeam)) return [];
  const wonByA = games.filter((team) => team === 'A').length;
  if (wonByA === a && games.length - wonByA === b) return [];
  const detail = `Must add up to the games of the set, ${a}–${b}, not to ${wonByA}–${games.length - wonByA}.`;
  return [{ pointer: pointerTo('set_scores', index, 'game_winners'), code: 'game_winners_mismatch', detail }];
}

/** The sets by number, if all of them have readable numbers; else null. */
function inPlayOrder(sets: readonly (Json | null)[]): SentSet[] | null {
  const readable = sets.flatMap((set, index) => {
    const { set_number: number, team_a_games: a, team_b_games: b } = set ?? {};
    return isCount(number) && isCount(a) && isCount(b) ? [{ number, index, team_a_games: a, team_b_games: b }] : [];
  });
  if (readable.length !== sets.length) return null;
  return readable.sort((x, y) => x.number - y.number);
}

function scoringFor(scoring: unknown, sets: readonly SetGames[]): Scoring | null {
  if (isScoring(scoring)) return scoring;
  return scoringOf(sets.map((set) => [set.team_a_games, set.team_b_games]));
}

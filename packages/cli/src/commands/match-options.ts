/** The options with which a person writes a match on the command line. */

import type { Api } from '@bandeja/client';
import {
  competitionTypes,
  confirmationThens,
  outcomes,
  scorings,
  teams,
  trustTiers,
} from '@bandeja/contract/match-enums';
import { canonicalUsername, isUsername } from '@bandeja/contract/username';
import { readScore, type SetGames, winnerOf } from '@bandeja/importer/values';
import { InvalidArgumentError, type Option } from 'commander';
import type { Call } from '../command.ts';
import { wrongUse } from '../exit.ts';
import { scoreFault } from '../misreadings.ts';
import { choice, option, utcOption } from '../options.ts';

export interface MatchOptions {
  readonly a?: readonly Participant[];
  readonly b?: readonly Participant[];
  readonly winner?: 'A' | 'B' | 'draw';
  readonly score?: readonly SetGames[];
  readonly playedAt?: string;
  readonly competition?: Api.MatchSubmission['competition_type'];
  readonly session?: string;
  readonly venue?: string;
  readonly minutes?: number;
  readonly outcome?: Api.Match['outcome'];
  readonly scoring?: Api.MatchSubmission['scoring'];
  readonly trustTier?: Api.Match['trust_tier'];
  readonly reportedBy?: 'A' | 'B';
  readonly deadline?: string;
  readonly then?: Api.Confirmation['then'];
}

interface Participant {
  readonly username: string;
  readonly court_position?: 'left' | 'right';
}

const teamOptions: readonly Option[] = [
  option('--a <players>', 'Team A as “ana,marta”, with sides as “ana:left,marta:right”', readTeam),
  option('--b <players>', 'Team B', readTeam),
];
const scoreOption = option('--score <score>', 'The score, team A first, such as "6-4 3-6 [10-8]"', readSets);
const winnerOption = choice('--winner <team>', 'The winner, if the score does not decide it', ['A', 'B', 'draw']);
const circumstances: readonly Option[] = [
  choice('--competition <type>', 'The kind of competition', competitionTypes),
  choice(
    '--scoring <unit>',
    'The unit of the score (default: points if a side has 10 or more in the first set)',
    scorings,
  ),
];
const record: readonly Option[] = [
  option('--session <ref>', 'The session of the match'),
  option('--venue <label>', 'The venue'),
  option('--minutes <n>', 'The duration in minutes', readMinutes),
  choice('--outcome <outcome>', 'How the match ended', outcomes),
  choice('--reported-by <team>', 'For a player_confirmed match: the team that reported it', teams),
  option('--deadline <time>', 'For a player_confirmed match: until when its players may answer'),
  choice('--then <what>', 'What happens after the deadline (default: stay)', confirmationThens),
];
const TIME = '“2026-05-01 19:10”, “yesterday 19:10”, “19:10” or “now”';

/** For a match that was played. */
export const playedMatchOptions: readonly Option[] = [
  ...teamOptions,
  scoreOption,
  winnerOption,
  option('--played-at <time>', `The time of the match: ${TIME}`),
  ...circumstances,
  ...record,
  utcOption,
];

/** For a match that is still to be played. */
export const comingMatchOptions: readonly Option[] = [
  ...teamOptions,
  option('--score <score>', 'Preview the changes for this score, team A first', readSets),
  option('--played-at <time>', 'The time of the match (default: now)'),
  ...circumstances,
  utcOption,
];

export const trustTierOption = choice(
  '--trust-tier <tier>',
  'Who vouches for the result; a player_confirmed match is pending until its players or you confirm it (default: partner_attested)',
  trustTiers,
);

/**
 * The fields of a match that the options give, as the API names them.
 * @param storedOutcome the outcome of the match that is amended; it counts unless `--outcome` gives another.
 */
export function matchFields(call: Call<MatchOptions>, storedOutcome: Api.Match['outcome'] = 'played'): MatchFields {
  const { a, b, score, competition, session, venue, minutes, outcome, scoring, trustTier } = call.options;
  if ((a === undefined) !== (b === undefined)) throw wrongUse('Give both teams: --a and --b.');
  const given = {
    played_at: call.time('--played-at', call.options.playedAt, null),
    participants: a && b ? [...named(a, 'A'), ...named(b, 'B')] : undefined,
    winning_team: winnerOfOptions(call.options, storedOutcome),
    set_scores: score?.map(({ a: forA, b: forB }, index) => ({
      set_number: index + 1,
      team_a_games: forA,
      team_b_games: forB,
    })),
    competition_type: competition,
    session_external_ref: session,
    venue_label: venue,
    duration_minutes: minutes,
    outcome,
    scoring,
    trust_tier: trustTier,
    confirmation: termsOf(call),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** The terms on which the players confirm the match; undefined if no option gives one. */
function termsOf(call: Call<MatchOptions>): Api.ConfirmationTerms | undefined {
  const { reportedBy, deadline, then } = call.options;
  if (reportedBy === undefined && deadline === undefined && then === undefined) return undefined;
  return {
    reported_by: reportedBy ?? null,
    deadline: call.time('--deadline', deadline, null) ?? null,
    then: then ?? null,
  };
}

/** The fields of a match, except its reference. */
export type MatchFields = Partial<Omit<Api.MatchSubmission, 'external_ref'>>;

/** The usernames of these participants, in order. */
export function usernamesOf({ a = [], b = [] }: MatchOptions): readonly string[] {
  return [...a, ...b].map(({ username }) => username);
}

/** The winner by option or score. Null for a draw, undefined if neither decides it. */
function winnerOfOptions(options: MatchOptions, storedOutcome: Api.Match['outcome']): 'A' | 'B' | null | undefined {
  const { winner, score, outcome = storedOutcome, scoring } = options;
  if (winner !== undefined) return winner === 'draw' ? null : winner;
  if (score === undefined) return undefined;
  const decided = winnerOf({ sets: score, outcome, scoring: scoring ?? '' });
  return 'value' in decided ? decided.value : undefined;
}

function named(team: readonly Participant[], name: 'A' | 'B'): readonly Api.ParticipantSubmission[] {
  return team.map((participant) => ({ ...participant, team: name }));
}

function readTeam(text: string): readonly Participant[] {
  const players = text.split(',').map((part) => part.trim());
  if (players.length !== 2)
    throw new InvalidArgumentError('Must be two usernames separated by a comma, such as ana,marta.');
  return players.map((player) => {
    const [name = '', side, rest] = player.split(':');
    const username = canonicalUsername(name);
    if (!isUsername(username) || rest !== undefined) {
      throw new InvalidArgumentError(`“${player}” is not a username; find it with: bandeja players list`);
    }
    if (side === undefined) return { username };
    if (side !== 'left' && side !== 'right')
      throw new InvalidArgumentError(`The side is left or right, not “${side}”.`);
    return { username, court_position: side };
  });
}

function readSets(text: string): readonly SetGames[] {
  const reading = readScore(text);
  if ('fault' in reading) throw new InvalidArgumentError(`${scoreFault(text, reading.fault)}.`);
  if (reading.value.length === 0) throw new InvalidArgumentError('Must be a score such as "6-4 7-5".');
  return reading.value;
}

function readMinutes(text: string): number {
  if (/^\d{1,4}(\.\d+)?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Must be a number of minutes.');
}

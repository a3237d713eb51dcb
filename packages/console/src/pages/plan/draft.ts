/** A night that is being set up. Nothing here knows a browser. */
import type { Api } from '@bandeja/client';
import { clockAt, nextAt } from '../../days.ts';
import type { Person } from './named-players.ts';

export type Kind = 'points' | 'timed' | 'games';
type Pair = readonly [username: string, username: string];

export interface Draft {
  /** For fixed pairs: the first two are a pair, and so on. */
  readonly players: readonly Person[];
  /** The first rounds of those who come late, by username. */
  readonly arrivals: Readonly<Record<string, number>>;
  readonly format: Api.Plan['format'];
  readonly courts: number;
  readonly rounds: number;
  /** Whether the person chose it; else it follows the number of players. */
  readonly hasOwnCourts: boolean;
  readonly hasOwnRounds: boolean;
  readonly kind: Kind;
  readonly points: number;
  readonly sets: 1 | 3;
  readonly minutes: number;
  /** When the club's clocks say that the courts are given back, such as `22:00`; empty if it is not known. */
  readonly until: string;
  readonly name: string;
  readonly venue: string;
  readonly courtNames: string;
  readonly pairing: Api.Plan['mexicano_pairing'];
  readonly rankBy: Api.Plan['rank_by'];
  readonly type: NonNullable<Api.Plan['competition_type']>;
  readonly linkResults: Api.Plan['link_results'];
  readonly together: readonly Pair[];
  readonly apart: readonly Pair[];
  readonly seed: number | null;
  /** The revision of the plan that was changed; null for a new plan. */
  readonly revision: number | null;
}

export const PLAYERS_MIN = 4;
export const PLAYERS_MAX = 64;
export const COURTS_MAX = 16;
export const ROUNDS_MAX = 40;
/** As many as an evening has. */
const ROUNDS_SUGGESTED_MAX = 12;

export const EMPTY: Draft = {
  players: [],
  format: 'americano',
  courts: 2,
  rounds: 7,
  hasOwnCourts: false,
  hasOwnRounds: false,
  kind: 'points',
  points: 24,
  sets: 1,
  minutes: 15,
  until: '',
  arrivals: {},
  name: '',
  venue: '',
  courtNames: '',
  pairing: '1_4',
  rankBy: 'auto',
  type: 'social',
  linkResults: 'complete',
  together: [],
  apart: [],
  seed: null,
  revision: null,
};

/** The rounds in which everyone partners everyone once, or every pair meets every other. */
function suggestedRounds({ format, players: { length } }: Draft): number {
  const opponents = format === 'teams' ? Math.floor(length / 2) : length;
  const rounds = format === 'teams' ? opponents - 1 + (opponents % 2) : length % 4 === 1 ? length : length - 1;
  return Math.max(1, Math.min(ROUNDS_SUGGESTED_MAX, rounds));
}

/** Courts and rounds follow the players until they are chosen. */
export function settled(draft: Draft): Draft {
  if (draft.players.length < PLAYERS_MIN) return draft;
  return {
    ...draft,
    courts: draft.hasOwnCourts ? draft.courts : Math.min(COURTS_MAX, Math.floor(draft.players.length / 4)),
    rounds: draft.hasOwnRounds ? draft.rounds : suggestedRounds(draft),
  };
}

type PeopleInPairs = readonly (readonly Person[])[];

const isOneOf = (players: readonly Person[], { username }: Person): boolean =>
  players.some((one) => one.username === username);

/** The players with others. In a night of fixed pairs, whole pairs come before a player who still has none. */
export function withPlayers(
  { players, format }: Draft,
  added: readonly Person[],
  pairs: PeopleInPairs = [],
): readonly Person[] {
  const isFresh = (one: Person) => !isOneOf(players, one);
  const paired = format === 'teams' ? pairs.filter((pair) => pair.every(isFresh)).flat() : [];
  const others = added.filter((one) => isFresh(one) && !paired.includes(one));
  const inPairs = players.length - (players.length % 2);
  return [...players.slice(0, inPairs), ...paired, ...players.slice(inPairs), ...others].slice(0, PLAYERS_MAX);
}

/** These pairs first, then the players who are in none. */
export function pairsFirst(players: readonly Person[], pairs: PeopleInPairs): readonly Person[] {
  const paired = pairs.flat();
  return [...paired, ...players.filter((one) => !isOneOf(paired, one))];
}

/** The settings of a plan. Erased players are left out. @param zone the time zone of the club */
export function draftOf(plan: Api.Plan, zone: string): Draft {
  const usernameOf = (number: number | undefined) => plan.players.find((one) => one.number === number)?.username ?? '';
  const players = plan.players.flatMap(({ username, display_name }) =>
    username === null ? [] : [{ username, display_name }],
  );
  const pairs = (list: readonly (readonly number[])[]) => list.map(([a, b]): Pair => [usernameOf(a), usernameOf(b)]);
  const together = pairs(plan.fixed_pairs);
  const inPairs = together.flat().flatMap((name) => players.filter(({ username }) => username === name));
  return {
    ...EMPTY,
    players: plan.format === 'teams' ? inPairs : players,
    format: plan.format,
    courts: plan.courts,
    rounds: plan.rounds.length,
    hasOwnCourts: true,
    hasOwnRounds: true,
    kind: plan.scoring === 'games' ? 'games' : plan.points_per_match === null ? 'timed' : 'points',
    points: plan.points_per_match ?? EMPTY.points,
    sets: plan.sets === 3 ? 3 : 1,
    minutes: plan.minutes_per_round ?? EMPTY.minutes,
    until: plan.ends_at === null ? '' : clockAt(zone, plan.ends_at),
    arrivals: Object.fromEntries(
      plan.players.flatMap(({ username, from_round: from }) =>
        username === null || from === 1 ? [] : [[username, from]],
      ),
    ),
    name: plan.name ?? '',
    venue: plan.venue_label ?? '',
    courtNames: plan.courts_named.join(', '),
    pairing: plan.mexicano_pairing,
    rankBy: plan.rank_by,
    type: plan.competition_type ?? 'social',
    linkResults: plan.link_results,
    together: plan.format === 'teams' ? [] : together,
    apart: pairs(plan.avoid_pairs),
    seed: plan.seed,
    revision: plan.revision,
  };
}

/** The same players and settings for another night. */
export const draftLike = (plan: Api.Plan, zone: string): Draft => ({
  ...draftOf(plan, zone),
  until: '',
  arrivals: {},
  seed: null,
  revision: null,
});

/** Where and how the club calls its courts. */
export interface Club {
  readonly zone: string;
  /** What a court without a name is called. */
  readonly courtName: (court: number) => string;
}

/** “Central,,Court 3” leaves the second court without a name. The plan has no gaps. */
function courtsNamed({ courtNames, courts }: Draft, { courtName }: Club): string[] {
  const names = courtNames.split(',', courts).map((name) => name.trim());
  const last = names.findLastIndex((name) => name !== '');
  return names.slice(0, last + 1).map((name, index) => name || courtName(index + 1));
}

/** The body of the plan. */
export function submissionOf(draft: Draft, club: Club): Omit<Api.PlanSubmission, 'revision'> {
  const numberOf = (name: string) => draft.players.findIndex(({ username }) => username === name) + 1;
  const numbered = (pairs: readonly Pair[]) =>
    pairs.map(([a, b]) => [numberOf(a), numberOf(b)]).filter((pair) => !pair.includes(0));
  const inOrder = draft.players.flatMap((_, index) => (index % 2 === 1 ? [[index, index + 1]] : []));
  return {
    format: draft.format,
    players: draft.players.map(({ username }) => {
      const from = Math.min(draft.arrivals[username] ?? 1, draft.rounds);
      return from === 1 ? { username } : { username, from_round: from };
    }),
    courts: draft.courts,
    rounds: draft.rounds,
    scoring: draft.kind === 'games' ? 'games' : 'points',
    points_per_match: draft.kind === 'points' ? draft.points : null,
    sets: draft.kind === 'games' ? draft.sets : 1,
    minutes_per_round: draft.minutes,
    ends_at: draft.until === '' ? null : nextAt(club.zone, draft.until),
    fixed_pairs: draft.format === 'teams' ? inOrder : numbered(draft.together),
    avoid_pairs: numbered(draft.apart),
    mexicano_pairing: draft.pairing,
    rank_by: draft.rankBy,
    courts_named: courtsNamed(draft, club),
    name: draft.name.trim() || null,
    venue_label: draft.venue.trim() || null,
    competition_type: draft.type,
    link_results: draft.linkResults,
    ...(draft.seed !== null && { seed: draft.seed }),
  };
}

/** What the page of a night shows before round 1. @param own what this tab has changed; null follows the plan, which others change too */
export function setupOf(own: Draft | null, plan: Api.Plan | null, club: Club) {
  const saved = plan === null ? EMPTY : draftOf(plan, club.zone);
  const draft = own ?? saved;
  const body = JSON.stringify(submissionOf(draft, club));
  const isChanged = plan === null || body !== JSON.stringify(submissionOf(saved, club));
  /** Someone else saved the plan after the draft was read from it. */
  const isOvertaken = plan !== null && isChanged && draft.revision !== plan.revision;
  return { draft, body, isChanged, isOvertaken };
}

/** Compares a row with a stored match. */
import { isDeepStrictEqual } from 'node:util';
import type { DifferenceCode, ImportDifference } from '@bandeja/contract/import-rows';
import { formatInstant } from '@bandeja/contract/instant';
import { type Team, teams } from '@bandeja/contract/match-enums';
import { scoringOfMatch } from '../history/score-sheet.ts';
import type { Submission } from '../matches/submission.ts';
import type { KnownMatch, MatchVersion } from './known-matches.ts';
import type { GivenFields } from './read-row.ts';

/** A row with its players, in the order of its participants. */
export interface ComparedRow {
  readonly submission: Submission;
  readonly given: GivenFields;
  readonly players: readonly ComparedPlayer[];
}

export interface ComparedPlayer {
  /** Null: no player that the partner may submit. */
  readonly id: string | null;
  /** The username, or what was sent. */
  readonly name: string;
}

export interface Comparison {
  readonly match: KnownMatch;
  /** Empty if the row agrees with the match as it is now, or as first submitted. */
  readonly differences: readonly ImportDifference[];
}

export function compare(row: ComparedRow, match: KnownMatch): Comparison {
  const now = differencesFrom(row, match.now, match.usernames);
  const isFirst = now.length > 0 && differencesFrom(row, match.first, match.usernames).length === 0;
  return { match, differences: isFirst ? [] : now };
}

/** Compares with the teams as sent and turned, and returns the differences of the version whose players agree better. */
function differencesFrom(
  row: ComparedRow,
  stored: MatchVersion,
  usernames: KnownMatch['usernames'],
): readonly ImportDifference[] {
  const players = row.players.map(({ id, name }) => ({ id: id ?? idNamed(name, usernames), name }));
  const [straight, turned] = [false, true].map((isTurned) => {
    const sent = turnedRow({ ...row, players }, isTurned);
    return { agreeing: agreeingPlayers(sent, stored), differences: differencesOf(sent, stored, usernames) };
  }) as [Turn, Turn];
  if (straight.agreeing !== turned.agreeing) {
    return straight.agreeing > turned.agreeing ? straight.differences : turned.differences;
  }
  return turned.differences.length < straight.differences.length ? turned.differences : straight.differences;
}

interface Turn {
  readonly agreeing: number;
  readonly differences: readonly ImportDifference[];
}

/** The player of the match with this username, even if the partner may no longer submit it. */
const idNamed = (name: string, usernames: KnownMatch['usernames']): string | null =>
  [...usernames].find(([, username]) => username === name)?.[0] ?? null;

interface SentPlayer extends ComparedPlayer {
  readonly team: Team;
  readonly court_position: 'left' | 'right' | null;
}

interface SentSet {
  readonly set_number: number;
  readonly games: readonly [a: number, b: number];
  readonly server: Team | null;
  readonly winners: readonly Team[] | null;
}

interface TurnedRow extends Omit<ComparedRow, 'players'> {
  readonly winner: Team | null;
  readonly players: readonly SentPlayer[];
  readonly sets: readonly SentSet[];
}

const otherTeam = (team: Team): Team => (team === 'A' ? 'B' : 'A');

/** The row with team A called B and the other way round, or unchanged. */
function turnedRow({ submission, given, players }: ComparedRow, isTurned: boolean): TurnedRow {
  const turn = <T extends Team | null>(team: T): T => (isTurned && team !== null ? (otherTeam(team) as T) : team);
  return {
    submission,
    given,
    winner: turn(submission.winning_team),
    players: players.map((player, slot) => ({
      ...player,
      team: turn(submission.teams[slot] as Team),
      court_position: submission.court_positions[slot] ?? null,
    })),
    sets: submission.set_scores.map((set) => ({
      set_number: set.set_number,
      games: isTurned ? [set.team_b_games, set.team_a_games] : [set.team_a_games, set.team_b_games],
      server: turn(set.first_server_team),
      winners: set.game_winners?.map(turn) ?? null,
    })),
  };
}

const agreeingPlayers = (sent: TurnedRow, { participants }: MatchVersion): number =>
  sent.players.filter((player) =>
    participants.some((stored) => stored.profile_id === player.id && stored.team === player.team),
  ).length;

/** The fields that differ, in the order of the contract. Of the optional ones, only those that the row gives count. */
function differencesOf(
  { submission, given, winner, players, sets }: TurnedRow,
  stored: MatchVersion,
  usernames: KnownMatch['usernames'],
): readonly ImportDifference[] {
  const found: ImportDifference[] = [];
  const differ = (code: DifferenceCode, ofStored: unknown, ofSent: unknown): void => {
    if (!isDeepStrictEqual(ofStored, ofSent)) found.push({ code, stored: ofStored, sent: ofSent } as ImportDifference);
  };
  const differIfGiven = (code: DifferenceCode, ofStored: unknown, ofSent: unknown): void => {
    if (ofSent != null) differ(code, ofStored, ofSent);
  };
  differ('time', stored.played_at, formatInstant(submission.played_at));
  if (!haveSamePlayers(players, stored, usernames)) {
    const named = (id: string) => usernames.get(id) ?? null;
    found.push({
      code: 'players',
      stored: byTeam(stored.participants, ({ profile_id }) => named(profile_id)),
      sent: byTeam(players, ({ name }) => name),
    });
  }
  differ('winner', stored.winning_team, winner);
  differ(
    'score',
    stored.set_scores.map((set) => [set.team_a_games, set.team_b_games]),
    sets.map(({ games }) => games),
  );
  differ('outcome', stored.outcome, submission.outcome);
  differIfGiven('session', stored.session_external_ref, given.session_external_ref);
  differIfGiven('venue', stored.venue_label, given.venue_label);
  differIfGiven('competition', stored.competition_type, given.competition_type);
  differIfGiven('minutes', stored.duration_minutes, given.duration_minutes);
  differIfGiven('scoring', scoringOfMatch(stored), given.scoring);
  differIfGiven('tier', stored.trust_tier, given.trust_tier);

  const sentOf = new Map(players.map((player) => [player.id, player]));
  const isMoved = ({ profile_id, court_position }: MatchVersion['participants'][number]): boolean => {
    const side = sentOf.get(profile_id)?.court_position ?? null;
    return side !== null && side !== court_position;
  };
  if (stored.participants.some(isMoved)) {
    found.push({
      code: 'positions',
      stored: byTeam(stored.participants, ({ court_position }) => court_position),
      sent: byTeam(stored.participants, ({ profile_id }) => sentOf.get(profile_id)?.court_position ?? null),
    });
  }
  const setOf = new Map(sets.map((set) => [set.set_number, set]));
  const inSets = <T>(of: (set: SentSet | undefined) => T) =>
    stored.set_scores.map((set) => of(setOf.get(set.set_number)));
  const servers = inSets((set) => set?.server ?? null);
  if (servers.some((server, at) => server !== null && server !== stored.set_scores[at]?.first_server_team)) {
    differ(
      'servers',
      stored.set_scores.map((set) => set.first_server_team),
      servers,
    );
  }
  const winners = inSets((set) => set?.winners ?? null);
  if (winners.some((won, at) => won !== null && !isDeepStrictEqual(won, stored.set_scores[at]?.game_winners))) {
    differ(
      'games',
      stored.set_scores.map((set) => set.game_winners),
      winners,
    );
  }
  return found;
}

function byTeam<P extends { readonly team: Team }, T>(players: readonly P[], of: (player: P) => T): Record<Team, T[]> {
  const [A, B] = teams.map((team) => players.filter((player) => player.team === team).map(of));
  return { A: A ?? [], B: B ?? [] };
}

/** Any player counts as an erased one, who has no name to compare. */
function haveSamePlayers(
  sent: readonly SentPlayer[],
  { participants }: MatchVersion,
  usernames: KnownMatch['usernames'],
): boolean {
  return participants
    .filter(({ profile_id }) => usernames.get(profile_id) !== null)
    .every((one) => sent.some((player) => player.id === one.profile_id && player.team === one.team));
}

import type { Team } from '@bandeja/contract/match-enums';
import type { PlayerName } from '@bandeja/contract/session-rows';
import {
  isHidden,
  type MatchRow,
  type MatchRowWithNames,
  NO_NAME,
  type ParticipantName,
} from '../history/match-row.ts';
import { shownName } from '../history/match-view.ts';

/** The side of a player in one match. */
export interface Side {
  readonly player_id: string;
  readonly team: Team;
  /** Null of a draw. */
  readonly won: boolean | null;
}

/** One player in one match. */
export interface Place extends Side {
  readonly name: PlayerName;
  /** The partner may no longer see the player, or the player was erased. */
  readonly isHidden: boolean;
}

const nameOf = (name: ParticipantName): PlayerName => ({
  profile_id: name.id,
  username: name.username,
  ...shownName(name),
});

/** The four players of a match, in the order sent. */
export function sidesOf(match: Pick<MatchRow, 'player_ids' | 'teams' | 'winning_team'>): Side[] {
  return match.player_ids.map((player_id, slot) => {
    const team = match.teams[slot] ?? 'A';
    return { player_id, team, won: match.winning_team === null ? null : team === match.winning_team };
  });
}

/** The four places of a match, in the order sent. */
export function placesOf(match: MatchRowWithNames): Place[] {
  return sidesOf(match).map((side, slot) => {
    const name = match.names[slot] ?? NO_NAME;
    return { ...side, name: nameOf(name), isHidden: isHidden(name) };
  });
}

type Named = Pick<PlayerName, 'username'>;

/** Compares usernames byte by byte, as the database does; a player without one comes last. */
export function compareUsernames(a: Named, b: Named): number {
  if (a.username === b.username) return 0;
  if (a.username === null || b.username === null) return a.username === null ? 1 : -1;
  return a.username < b.username ? -1 : 1;
}

/** Compares lists of names, each by username. */
export function compareNames(a: readonly Named[], b: readonly Named[]): number {
  for (const [index, one] of a.entries()) {
    const other = b[index];
    const byName = other === undefined ? 0 : compareUsernames(one, other);
    if (byName !== 0) return byName;
  }
  return 0;
}

/**
 * The sides of pairs in a match. A substitute for one of a pair plays for it. A match in which the two play against each other is none
 * of theirs.
 * @param pairOf the key of a player's pair
 */
export function sidesOfPairs<Key, One extends Side>(
  sides: readonly One[],
  pairOf: (playerId: string) => Key | undefined,
): Map<Key, One> {
  const found = new Map<Key, One>();
  const opposed = new Set<Key>();
  for (const side of sides) {
    const pair = pairOf(side.player_id);
    if (pair === undefined) continue;
    const other = found.get(pair);
    if (other !== undefined && other.team !== side.team) opposed.add(pair);
    found.set(pair, side);
  }
  for (const pair of opposed) found.delete(pair);
  return found;
}

/** Everybody who played, each once, by username. */
export class Players {
  readonly #names = new Map<string, PlayerName>();

  add(match: MatchRowWithNames): void {
    for (const place of placesOf(match)) this.#names.set(place.player_id, place.name);
  }

  view(): PlayerName[] {
    return [...this.#names.values()].sort(compareUsernames);
  }
}

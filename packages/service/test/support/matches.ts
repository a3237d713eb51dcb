/** Submissions as partners send them, valid unless a test changes them, and what the answers say of the ratings. */

import type { Team } from '@bandeja/contract/match-enums';
import type { OwnMatchView } from '@bandeja/contract/matches';

export interface ParticipantBody {
  readonly profile_id?: unknown;
  readonly username?: unknown;
  readonly team?: unknown;
  readonly court_position?: unknown;
}

export interface SetBody {
  readonly set_number: number;
  readonly team_a_games: number;
  readonly team_b_games: number;
  readonly game_winners?: unknown;
  readonly first_server_team?: unknown;
}

/** A submission. Any field may be of any type, since tests send wrong ones too. */
export interface MatchBody {
  readonly external_ref: string;
  readonly played_at: string;
  readonly winning_team: Team | null;
  readonly trust_tier: string;
  readonly participants: readonly ParticipantBody[];
  readonly [field: string]: unknown;
}

/** Identifies a participant: a username, or a player with an id. */
export type Named = string | { readonly id: string };

/** Four participants, the first two in team A. */
export function four(...players: readonly Named[]): ParticipantBody[] {
  return players.map((player, slot) => ({
    ...(typeof player === 'string' ? { username: player } : { profile_id: player.id }),
    team: slot < 2 ? 'A' : 'B',
  }));
}

/** Parses a scoreline in the usual notation, team A's games first: `6-4 3-6 10-8`. */
export function setsOf(text: string): SetBody[] {
  return text.split(' ').map((set, index) => {
    const [team_a_games = Number.NaN, team_b_games = Number.NaN] = set.split('-').map(Number);
    return { set_number: index + 1, team_a_games, team_b_games };
  });
}

let counter = 0;

/** A match that team A won, without a scoreline, of players who are called ana, bea, cruz and dani. */
export function aMatch(changes: Readonly<Record<string, unknown>> = {}): MatchBody {
  counter += 1;
  return {
    external_ref: `match-${counter}`,
    played_at: '2026-05-01T19:10:00Z',
    winning_team: 'A',
    trust_tier: 'partner_attested',
    participants: four('ana', 'bea', 'cruz', 'dani'),
    ...changes,
  };
}

/** A match as later reads return it: only the answer to its submission or amendment has warnings. */
export function asRead<M extends object>({
  warnings: _,
  ...match
}: M & { readonly warnings?: unknown }): Omit<M, 'warnings'> {
  return match;
}

/** The changes of the shown scores by a match, in the order of its participants. */
export const changesOf = (match: OwnMatchView) => match.participants.map((one) => one.rating_change);

/** The shown scores before and after a match, in the order of its participants. */
export const movesOf = (match: OwnMatchView) =>
  changesOf(match).map((change) => change && [change.service_score_before, change.service_score_after]);

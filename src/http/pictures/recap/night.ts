/** What a poster shows of a session. What the recap does not have, or has as null, is left out. */
import type { SessionRecap } from '../../../domain/sessions/index.ts';

interface Named {
  readonly display_name: string;
}

interface Sides {
  readonly A: readonly Named[];
  readonly B: readonly Named[];
}

export interface Ranked extends Named {
  readonly rank: number;
  readonly wins: number;
  readonly losses: number;
  readonly draws?: number;
  readonly games_won: number;
  readonly first_session?: boolean;
}

interface Played {
  readonly winning_team: 'A' | 'B' | null;
  readonly set_scores: string | null;
  readonly players: Sides;
}

export type Night = Pick<
  SessionRecap,
  'session_external_ref' | 'venue_label' | 'started_at' | 'ended_at' | 'matches' | 'average_duration_minutes'
> & {
  readonly unique_players: { readonly count: number };
  readonly ranked_by?: 'wins' | 'points';
  readonly leaderboard: readonly Ranked[];
  readonly pairs: readonly {
    readonly players: readonly Named[];
    readonly played: number;
    readonly wins: number;
    readonly draws?: number;
  }[];
  readonly most_over_expected:
    | (Named & { readonly matches: number; readonly actual_wins: number; readonly expected_wins: number })
    | null;
  readonly scorelines: { readonly closest: Played | null };
  readonly biggest_upset: ({ readonly winner_probability: number } & Partial<Played>) | null;
};

/** The names of who won, then of who lost; of a draw team A first. */
export function sidesOf({ winning_team, players }: Pick<Played, 'winning_team' | 'players'>): [Named[], Named[]] {
  return winning_team === 'B' ? [[...players.B], [...players.A]] : [[...players.A], [...players.B]];
}

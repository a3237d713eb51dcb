/** The part of a session that a poster shows. The poster leaves out values that are missing or null. */
import type { PlayerName } from '@bandeja/contract/session-rows';
import type { SessionRecap } from '@bandeja/contract/sessions';

/** The recap for a poster, with the club, and with the venue that all matches share, if there is one. */
export type SessionPoster = SessionRecap & {
  readonly common_venue: string | null;
  readonly club: { readonly name: string; readonly time_zone: string };
  /** What the scorelines count. */
  readonly unit: 'points' | 'games';
};

/** Without an identity, the name is the player's. */
export type Named = Pick<PlayerName, 'display_name'> &
  Partial<Pick<PlayerName, 'identity' | 'username'>> & {
    /** In a night. */
    readonly number?: number | null;
  };

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
  readonly played?: number;
  /** Points (or games) a match. */
  readonly average?: number | null;
}

interface Played {
  readonly match_id: string;
  readonly winning_team: 'A' | 'B' | null;
  readonly set_scores: string | null;
  readonly players: Sides;
}

export type PosterSession = Pick<
  SessionPoster,
  | 'session_external_ref'
  | 'name'
  | 'club'
  | 'unit'
  | 'common_venue'
  | 'started_at'
  | 'ended_at'
  | 'matches'
  | 'average_duration_minutes'
> & {
  readonly unique_players: { readonly count: number };
  readonly ranked_by?: SessionPoster['ranked_by'];
  readonly leaderboard: readonly Ranked[];
  readonly pairs: readonly {
    readonly players: readonly Named[];
    readonly played: number;
    readonly wins: number;
    readonly draws?: number;
    readonly losses?: number;
    readonly games_won?: number;
    readonly average?: number | null;
    /** In a night of fixed pairs. */
    readonly rank?: number | null;
  }[];
  readonly most_over_expected:
    | (Named & { readonly matches: number; readonly actual_wins: number; readonly expected_wins: number })
    | null;
  readonly scorelines: { readonly closest: Played | null };
  /** Null as probability: it is not shown. */
  readonly biggest_upset: ({ readonly winner_probability: number | null } & Partial<Played>) | null;
};

/** A win that was less likely than this is an upset. */
const UPSET_MAX = 0.4;

/** The session without an upset that nobody would call one. A link shows no chances: leave the upset out before they are taken away. */
export function withoutLikelyUpset<Session extends Pick<PosterSession, 'biggest_upset'>>(session: Session): Session {
  const chance = session.biggest_upset?.winner_probability ?? null;
  return chance === null || chance < UPSET_MAX ? session : { ...session, biggest_upset: null };
}

/** What people call a session. */
export interface NightTitle {
  readonly title: string;
  /** The title is the date, so the date is not shown again. */
  readonly isDate: boolean;
}

/** The winners, then the losers; in a draw, team A first. */
export function sidesOf({ winning_team, players }: Pick<Played, 'winning_team' | 'players'>): [Named[], Named[]] {
  return winning_team === 'B' ? [[...players.B], [...players.A]] : [[...players.A], [...players.B]];
}

/** Replaces the names in a session. @param shown returns the name to show for a player in the response */
export function withShownNames(session: PosterSession, shown: (player: Named) => string): PosterSession {
  const rename = <N extends Named>(one: N): N => ({ ...one, display_name: shown(one) });
  const sides = ({ A, B }: Sides): Sides => ({ A: A.map(rename), B: B.map(rename) });
  const { leaderboard, pairs, most_over_expected: best, scorelines, biggest_upset: upset } = session;
  const { closest } = scorelines;
  return {
    ...session,
    leaderboard: leaderboard.map(rename),
    pairs: pairs.map((pair) => ({ ...pair, players: pair.players.map(rename) })),
    most_over_expected: best && rename(best),
    scorelines: { closest: closest && { ...closest, players: sides(closest.players) } },
    biggest_upset: upset && (upset.players === undefined ? upset : { ...upset, players: sides(upset.players) }),
  };
}

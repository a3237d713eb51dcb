/** A match in the words of one of its players. */
import type { MatchView, ParticipantView } from '@bandeja/contract/matches';

export interface LastMatch {
  /** Null for a draw. */
  readonly won: boolean | null;
  readonly outcome: MatchView['outcome'];
  /** Own games first, such as `6-4 7-5`; empty without a scoreline. */
  readonly score: string;
  /** The teammate, then the opponents. */
  readonly others: readonly ParticipantView[];
  /** Whole points; null where the match moved no rating. */
  readonly delta: number | null;
  readonly playedAt: string;
}

/**
 * A match from the side of the player `username`.
 * @throws if the player is not among the match's four.
 */
export function lastMatchOf(match: MatchView, username: string): LastMatch {
  const own = match.participants.find((one) => one.username === username);
  if (own === undefined) throw new Error('a player’s own history names the player');
  const isTeammate = (one: ParticipantView): boolean => one.team === own.team && one !== own;
  const others = [
    ...match.participants.filter(isTeammate),
    ...match.participants.filter((one) => one.team !== own.team),
  ];
  return {
    won: own.won,
    outcome: match.outcome,
    score: scorelineOf(match, own.team),
    others,
    delta: own.rating_change?.delta ?? null,
    playedAt: match.played_at,
  };
}

function scorelineOf({ set_scores }: MatchView, team: 'A' | 'B'): string {
  return set_scores.map(({ team_a_games: a, team_b_games: b }) => (team === 'A' ? `${a}-${b}` : `${b}-${a}`)).join(' ');
}

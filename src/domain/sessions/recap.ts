import type { SessionReading } from '../../store/sessions.ts';
import { formatInstant } from '../instant.ts';
import { roundTo } from '../rounding.ts';
import { biggestUpset, type Upset } from './biggest-upset.ts';
import { commonest } from './commonest.ts';
import { type LeaderboardRow, leaderboard } from './leaderboard.ts';
import { type PairRow, pairs } from './pairs.ts';
import { type PlayerName, playersOf } from './players.ts';
import { type ScorelinesView, scorelines } from './scorelines.ts';

/** What a club reads after its night, in the contract's shape. */
export interface SessionRecap {
  readonly session_external_ref: string;
  readonly venue_label: string | null;
  readonly competition_type: string | null;
  /** `played_at` of the first and of the last completed match. */
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly matches: {
    readonly completed: number;
    /** How many of the completed ones all else is over. */
    readonly summed_up: number;
    readonly pending: number;
    readonly voided: number;
  };
  readonly unique_players: { readonly count: number; readonly players: readonly PlayerName[] };
  readonly average_duration_minutes: number | null;
  readonly duration_sample: number;
  readonly scorelines: ScorelinesView;
  readonly leaderboard: readonly LeaderboardRow[];
  readonly pairs: readonly PairRow[];
  readonly biggest_upset: Upset | null;
}

/**
 * Sums a session up: `matches` and the times are those of all of it, the rest is over its newest completed matches. A walkover counts among matches, players, times, played, won and lost, and in nothing else; a retired
 * match's games count, its scoreline does not compete.
 * @param steepness the one that probabilities are shown with.
 */
export function recapOf(
  sessionExternalRef: string,
  { whole, matches: completed }: SessionReading,
  steepness: number,
): SessionRecap {
  const played = completed.filter((match) => match.outcome !== 'walkover');
  const durations = played.flatMap(({ duration_minutes: minutes }) => minutes ?? []);
  const players = playersOf(completed);
  return {
    session_external_ref: sessionExternalRef,
    venue_label: commonest(played.map((match) => match.venue_label)),
    competition_type: commonest(played.map((match) => match.competition_type)),
    started_at: instantOf(whole.started_at),
    ended_at: instantOf(whole.ended_at),
    matches: {
      completed: whole.completed,
      summed_up: completed.length,
      pending: whole.pending,
      voided: whole.voided,
    },
    unique_players: { count: players.length, players },
    average_duration_minutes: average(durations),
    duration_sample: durations.length,
    scorelines: scorelines(completed),
    leaderboard: leaderboard(completed),
    pairs: pairs(completed),
    biggest_upset: biggestUpset(completed, steepness),
  };
}

function instantOf(ms: number | null): string | null {
  return ms === null ? null : formatInstant(ms);
}

function average(minutes: readonly number[]): number | null {
  if (minutes.length === 0) return null;
  return roundTo(minutes.reduce((sum, one) => sum + one, 0) / minutes.length, 1);
}

import type { PoolCalibration } from '../../rating/index.ts';
import type { SessionMatchRow, SessionOthers } from '../../store/sessions/sessions.ts';
import { formatInstant } from '../instant.ts';
import { roundTo } from '../rounding.ts';
import { BiggestUpset } from './biggest-upset.ts';
import { Commonest } from './commonest.ts';
import { Leaderboard } from './leaderboard.ts';
import { Pairs } from './pairs.ts';
import { Players } from './players.ts';
import { Scorelines } from './scorelines.ts';
import type { SessionRecap } from './shapes.ts';

/** Which of the players, of the leaderboard and of the pairs a recap lists. */
export interface RecapPart {
  readonly limit: number;
  readonly offset: number;
}

const WHOLE: RecapPart = { limit: Number.POSITIVE_INFINITY, offset: 0 };

/**
 * Sums a session up, match by match, so that a session of any length takes no more room than its players and pairs. A walkover
 * counts among matches, players, times, played, won and lost, and in nothing else; a retired match's games count, its
 * scoreline does not compete.
 */
export class Recap {
  readonly #players = new Players();
  readonly #venue = new Commonest<string>();
  readonly #competition = new Commonest<string>();
  readonly #scorelines = new Scorelines();
  readonly #leaderboard = new Leaderboard();
  readonly #pairs = new Pairs();
  readonly #upset: BiggestUpset;
  #completed = 0;
  #startedAt: number | null = null;
  #endedAt: number | null = null;
  #minutes = 0;
  #durations = 0;

  /** @param pool what probabilities are shown with. */
  constructor(pool: PoolCalibration) {
    this.#upset = new BiggestUpset(pool);
  }

  /** Adds the completed match that comes after those before. */
  add(match: SessionMatchRow): void {
    this.#completed += 1;
    this.#startedAt ??= match.played_at;
    this.#endedAt = match.played_at;
    for (const part of [this.#players, this.#scorelines, this.#leaderboard, this.#pairs, this.#upset]) part.add(match);
    if (match.outcome === 'walkover') return;
    this.#venue.add(match.venue_label);
    this.#competition.add(match.competition_type);
    if (match.duration_minutes === null) return;
    this.#minutes += match.duration_minutes;
    this.#durations += 1;
  }

  /** @param others how many matches of the session were not added, since they are not completed */
  view(
    sessionExternalRef: string,
    { pending, voided }: SessionOthers,
    { limit, offset }: RecapPart = WHOLE,
  ): SessionRecap {
    const partOf = <T>(list: readonly T[]): T[] => list.slice(offset, offset + limit);
    const players = this.#players.view();
    return {
      session_external_ref: sessionExternalRef,
      venue_label: this.#venue.view(),
      competition_type: this.#competition.view(),
      started_at: instantOf(this.#startedAt),
      ended_at: instantOf(this.#endedAt),
      matches: { completed: this.#completed, pending, voided },
      unique_players: { count: players.length, players: partOf(players) },
      average_duration_minutes: this.#durations === 0 ? null : roundTo(this.#minutes / this.#durations, 1),
      duration_sample: this.#durations,
      scorelines: this.#scorelines.view(),
      leaderboard: partOf(this.#leaderboard.view()),
      pairs: partOf(this.#pairs.view()),
      biggest_upset: this.#upset.view(),
    };
  }
}

function instantOf(ms: number | null): string | null {
  return ms === null ? null : formatInstant(ms);
}

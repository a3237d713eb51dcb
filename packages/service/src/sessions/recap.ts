import { instantOf } from '@bandeja/contract/instant';
import type { Ranking } from '@bandeja/contract/rankings';
import { roundTo } from '@bandeja/contract/rounding';
import type { SessionRecap } from '@bandeja/contract/sessions';
import { dayIn } from '@bandeja/contract/time-zones';
import type { PoolCalibration } from '@bandeja/rating';
import type { Language } from '../messages/languages.ts';
import type { PlanSettings } from '../plans/plan-rows.ts';
import { Players } from '../ranking/players.ts';
import { BiggestUpset } from './biggest-upset.ts';
import { Commonest } from './commonest.ts';
import { firstTeamProbability } from './first-team-probability.ts';
import { Leaderboard } from './leaderboard.ts';
import { type PairIds, Pairs } from './pairs.ts';
import { Scorelines } from './scorelines.ts';
import type { SessionMatchRow, SessionOthers } from './store.ts';

/** The range of a recap's lists. */
export interface RecapRange {
  readonly limit: number;
  readonly offset: number;
}

/** How a recap ranks the players, and the range of its lists. */
interface RecapPart extends RecapRange {
  /** Default: points if all scorelines are in points, else wins. */
  readonly rank_by?: Ranking | undefined;
  /** Null without a plan. */
  readonly plan?: Pick<PlanSettings, 'name' | 'rank_by'> | null;
  /** Default: UTC. */
  readonly time_zone?: string;
}

/**
 * Sums up a session match by match, so memory grows only with its players and pairs. A walkover counts only among matches, players
 * and times, and as played, won or lost. The games of a retired match count, but it cannot be the closest or most lopsided match.
 */
export class Recap {
  readonly #players = new Players();
  readonly #venue = new Commonest<string>();
  readonly #competition = new Commonest<string>();
  readonly #scorelines = new Scorelines();
  readonly #leaderboard = new Leaderboard();
  readonly #pairs: Pairs;
  readonly #upset = new BiggestUpset();
  readonly #pool: PoolCalibration;
  readonly #language: Language;
  #completed = 0;
  #startedAt: number | null = null;
  #endedAt: number | null = null;
  #minutes = 0;
  #durations = 0;

  /** @param pool what probabilities are shown with. @param language of the sentences. @param fixedPairs those of a night of fixed pairs */
  constructor(pool: PoolCalibration, language: Language, fixedPairs: readonly PairIds[] | null = null) {
    this.#pairs = new Pairs(fixedPairs);
    this.#pool = pool;
    this.#language = language;
  }

  /** Adds the completed match that comes after those before. */
  add(match: SessionMatchRow): void {
    this.#completed += 1;
    this.#startedAt ??= match.played_at;
    this.#endedAt = match.played_at;
    for (const part of [this.#players, this.#scorelines, this.#pairs]) part.add(match);
    const probability = firstTeamProbability(match, this.#pool);
    this.#leaderboard.add(match, probability);
    this.#upset.add(match, probability);
    if (match.outcome === 'walkover') return;
    this.#venue.add(match.venue_label);
    this.#competition.add(match.competition_type);
    if (match.duration_minutes === null) return;
    this.#minutes += match.duration_minutes;
    this.#durations += 1;
  }

  /**
   * What the venue labels of all matches have in common: the label itself, or its parts up to the first comma after which they
   * differ, as the club of several courts. Null without one.
   */
  commonVenue(): string | null {
    const [first = [], ...others] = this.#venue.values.map((label) => label.split(', '));
    const differs = first.findIndex((part, index) => others.some((other) => other[index] !== part));
    return (differs === -1 ? first : first.slice(0, differs)).join(', ') || null;
  }

  /** What the scorelines count. */
  get unit(): 'points' | 'games' {
    return this.#scorelines.isInPoints ? 'points' : 'games';
  }

  /** @param others how many matches of the session were not added, since they are not completed */
  view(
    sessionExternalRef: string,
    { pending, voided }: SessionOthers,
    { limit, offset, rank_by: asked, plan = null, time_zone = 'UTC' }: RecapPart,
  ): SessionRecap {
    const partOf = <T>(list: readonly T[]): T[] => list.slice(offset, offset + limit);
    const players = this.#players.view();
    const ranking = asked ?? (this.#scorelines.isInPoints ? 'points' : 'wins');
    return {
      session_external_ref: sessionExternalRef,
      name: plan?.name ?? null,
      day: this.#startedAt === null ? null : dayIn(time_zone, this.#startedAt),
      venue_label: this.#venue.view(),
      competition_type: this.#competition.view(),
      started_at: instantOf(this.#startedAt),
      ended_at: instantOf(this.#endedAt),
      matches: { completed: this.#completed, pending, voided },
      unique_players: { count: players.length, players: partOf(players) },
      average_duration_minutes: this.#durations === 0 ? null : roundTo(this.#minutes / this.#durations, 1),
      duration_sample: this.#durations,
      scorelines: this.#scorelines.view(),
      ranked_by: ranking,
      rank_by: ranking,
      rank_by_setting: plan?.rank_by ?? null,
      leaderboard: partOf(this.#leaderboard.view(ranking, this.#language)),
      most_over_expected: this.#leaderboard.mostOverExpected(),
      pairs: partOf(this.#pairs.view(ranking)),
      biggest_upset: this.#upset.view(),
    };
  }
}

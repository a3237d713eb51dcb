import { DAY_MS } from '@bandeja/contract/instant';
import { confidenceOf, uncertaintyOf } from '@bandeja/rating';
import { type StateColumns, stateOf } from '../history/stored-states.ts';
import { formatMessage } from '../messages/format.ts';
import type { PlayedMatch, ScoreWindow } from '../played/played-match.ts';
import type { Candidate } from './select.ts';
/** Facts about a player that need no statistical test. They weigh less than every tested insight. */

/** A player's rating and activity now: everything in an analysis that depends on the time of the request. */
export interface RatingSummary {
  /** One standard deviation of the score now, in whole points. */
  readonly uncertainty: number;
  /** Whether the score is still being placed: no sentence says that it rose or fell. */
  readonly isProvisional: boolean;
  /** Rated matches of the whole history. */
  readonly matchesPlayed: number;
  /** Whole days since the newest rated match; null before the first. */
  readonly daysSinceLastMatch: number | null;
  /** The matches of the last {@link SCORE_MOVE_DAYS} days. */
  readonly recent: Pick<ScoreWindow, 'matches' | 'change'>;
}

export const SCORE_MOVE_DAYS = 30;

/**
 * @param recent the last {@link SCORE_MOVE_DAYS} days
 * @param now ms
 */
export function ratingSummaryOf(
  player: StateColumns,
  recent: RatingSummary['recent'] | undefined,
  now: number,
): RatingSummary {
  const { last_played_at: lastPlayedAt, matches_played: matchesPlayed } = player;
  const state = stateOf(player);
  return {
    uncertainty: uncertaintyOf(state, now),
    isProvisional: confidenceOf(state, now) === 'provisional',
    matchesPlayed,
    daysSinceLastMatch: lastPlayedAt === null ? null : Math.floor((now - lastPlayedAt) / DAY_MS),
    recent: recent ?? { matches: 0, change: 0 },
  };
}

/** Shorter streaks are common. */
const STREAK_MIN = 4;
/** The shortest streak weighs 1. Each further match adds one step, up to the maximum. */
const STREAK_WEIGHT_STEP = 0.1;
const STREAK_WEIGHT_MAX = 1.5;

/** Two good evenings explain a smaller move. A move within the uncertainty may not be real. */
const SCORE_MOVE_MIN = 60;
const SCORE_MOVE_UNCERTAINTIES = 1.5;
const SCORE_MOVE_MATCHES_MIN = 3;
const SCORE_MOVE_WEIGHT = 1.2;

const INACTIVE_DAYS_MIN = 30;
const INACTIVE_PLAYED_MIN = 5;
const INACTIVE_WEIGHT = 0.8;

/** The facts that apply, in the order streak, score move, inactivity. @param matches newest first. */
export function factsOf(matches: readonly PlayedMatch[], summary: RatingSummary): Candidate[] {
  return [streak(matches, summary), scoreMove(summary), inactivity(summary)].flatMap((fact) => fact ?? []);
}

/**
 * Equal results in a row, up to the newest match. A retired match is not counted. If its result differs, it ends the
 * streak, since the sentence would be false otherwise. A streak over all matches that were read may continue in older ones.
 */
function streak(matches: readonly PlayedMatch[], summary: RatingSummary): Candidate | null {
  const newest = matches.find((match) => match.wasPlayedToTheEnd);
  if (newest === undefined || newest.won === null) return null;
  const end = matches.findIndex((match) => match.won !== newest.won);
  const inRow = matches.slice(0, end === -1 ? matches.length : end);
  const length = inRow.filter((match) => match.wasPlayedToTheEnd).length;
  if (length < STREAK_MIN) return null;
  const mayBeLonger = end === -1 && hasUnreadMatches(matches, summary);
  const weight = Math.min(1 + STREAK_WEIGHT_STEP * (length - STREAK_MIN), STREAK_WEIGHT_MAX);
  const values = {
    result: newest.won ? 'won' : 'lost',
    counted: mayBeLonger ? 'at_least' : 'all',
    matches: length,
  } as const;
  return {
    code: 'streak',
    values,
    format: (language) => formatMessage(language, 'insight.streak', values),
    direction: newest.won ? 'strength' : 'weakness',
    sample: length,
    weight: Math.round(weight * 100) / 100,
    family: 'form',
  };
}

/** Whether the player has rated matches that were not read. */
function hasUnreadMatches(matches: readonly PlayedMatch[], { matchesPlayed }: RatingSummary): boolean {
  return matchesPlayed > matches.filter((match) => match.isRated).length;
}

/**
 * A change of the score that neither two good evenings nor its uncertainty explain. A new player's first matches set the
 * score rather than change it, so a player whose first match is within the window gets no sentence.
 */
export function scoreMove({
  recent: { matches, change },
  uncertainty,
  isProvisional,
  matchesPlayed,
}: RatingSummary): Candidate | null {
  if (isProvisional || matches < SCORE_MOVE_MATCHES_MIN || matches >= matchesPlayed) return null;
  if (Math.abs(change) < Math.max(SCORE_MOVE_MIN, SCORE_MOVE_UNCERTAINTIES * uncertainty)) return null;
  const values = {
    moved: change > 0 ? 'up' : 'down',
    points: Math.abs(change),
    days: SCORE_MOVE_DAYS,
    matches,
  } as const;
  return {
    code: 'score_move',
    values,
    format: (language) => formatMessage(language, 'insight.score_move', values),
    direction: change > 0 ? 'strength' : 'weakness',
    sample: matches,
    weight: SCORE_MOVE_WEIGHT,
    family: 'form',
  };
}

function inactivity({ daysSinceLastMatch, matchesPlayed }: RatingSummary): Candidate | null {
  if (daysSinceLastMatch === null || daysSinceLastMatch < INACTIVE_DAYS_MIN || matchesPlayed < INACTIVE_PLAYED_MIN)
    return null;
  return {
    code: 'inactive',
    values: { days: daysSinceLastMatch },
    format: (language) => formatMessage(language, 'insight.inactive', { days: daysSinceLastMatch }),
    direction: 'weakness',
    sample: matchesPlayed,
    weight: INACTIVE_WEIGHT,
    family: 'inactive',
  };
}

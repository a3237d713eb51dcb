import { DAY_MS } from '@bandeja/contract/instant';
import { uncertaintyOf } from '@bandeja/rating';
import { type StateColumns, stateOf } from '../../ledger/stored-states.ts';
import { type PlayedMatch, scoreChangeOf } from '../analysis/played-match.ts';
import { formatMessage } from '../messages/format.ts';
import type { Candidate } from './select.ts';
/** Facts about a player that need no test: they are so, and weigh less than anything that was tested. */

/** How a player stands at the time of reading: everything in an analysis that depends on that time. */
export interface Standing {
  /** One standard deviation of the score in whole points, as of then. */
  readonly uncertainty: number;
  /** Rated matches of the whole history. */
  readonly matchesPlayed: number;
  /** Whole days since the newest rated match; null before the first. */
  readonly daysAway: number | null;
  /** The rated matches of the last {@link SCORE_MOVE_DAYS} days. */
  readonly lately: {
    readonly matches: number;
    /** What they did to the score, whole points. */
    readonly change: number;
  };
}

export const SCORE_MOVE_DAYS = 30;

/**
 * How a player stands at the time of reading.
 * @param matches newest first, at least all of the last {@link SCORE_MOVE_DAYS}
 * @param now ms
 */
export function standingOf(player: StateColumns, matches: readonly PlayedMatch[], now: number): Standing {
  const { last_played_at: lastPlayedAt, matches_played: matchesPlayed } = player;
  const start = now - SCORE_MOVE_DAYS * DAY_MS;
  const lately = matches.filter(({ playedAt }) => playedAt >= start && playedAt <= now);
  return {
    uncertainty: uncertaintyOf(stateOf(player), now),
    matchesPlayed,
    daysAway: lastPlayedAt === null ? null : Math.floor((now - lastPlayedAt) / DAY_MS),
    lately: {
      matches: lately.filter((match) => match.scoreChange !== null).length,
      change: scoreChangeOf(lately),
    },
  };
}

/** Shorter series are what anybody has. */
const STREAK_MIN = 4;
/** A series of this length weighs 1, every match more so much more, all of them at most this. */
const STREAK_WEIGHT_STEP = 0.1;
const STREAK_WEIGHT_MAX = 1.5;

/** A smaller move is that of two good evenings; one within the uncertainty may be none. */
const SCORE_MOVE_MIN = 60;
const SCORE_MOVE_UNCERTAINTIES = 1.5;
const SCORE_MOVE_MATCHES_MIN = 3;
const SCORE_MOVE_WEIGHT = 1.2;

const INACTIVE_DAYS_MIN = 30;
const INACTIVE_PLAYED_MIN = 5;
const INACTIVE_WEIGHT = 0.8;

/** The facts that hold, in the order streak, score move, inactivity. @param matches newest first. */
export function factsOf(matches: readonly PlayedMatch[], standing: Standing): Candidate[] {
  return [streak(matches, standing), scoreMove(standing), inactivity(standing)].flatMap((fact) => fact ?? []);
}

/**
 * Equal results in a row, up to the newest. A retired match is not counted, but one with the other result ends the series,
 * since the sentence would not be true. One that goes through all matches that were read may go on in older ones.
 */
function streak(matches: readonly PlayedMatch[], standing: Standing): Candidate | null {
  const newest = matches.find((match) => match.wasPlayedToTheEnd);
  if (newest === undefined || newest.won === null) return null;
  const end = matches.findIndex((match) => match.won !== newest.won);
  const inRow = matches.slice(0, end === -1 ? matches.length : end);
  const length = inRow.filter((match) => match.wasPlayedToTheEnd).length;
  if (length < STREAK_MIN) return null;
  const isOpen = end === -1 && areOlder(matches, standing);
  const weight = Math.min(1 + STREAK_WEIGHT_STEP * (length - STREAK_MIN), STREAK_WEIGHT_MAX);
  const values = {
    result: newest.won ? 'won' : 'lost',
    counted: isOpen ? 'at_least' : 'all',
    matches: length,
  } as const;
  return {
    code: 'streak',
    values,
    tell: (language) => formatMessage(language, 'insight.streak', values),
    direction: newest.won ? 'strength' : 'weakness',
    sample: length,
    weight: Math.round(weight * 100) / 100,
    family: 'form',
  };
}

/** Whether there are rated matches that were not read. */
function areOlder(matches: readonly PlayedMatch[], { matchesPlayed }: Standing): boolean {
  return matchesPlayed > matches.filter((match) => match.forecast !== null).length;
}

/**
 * A move of the score that two good evenings, or what is not known of it, do not explain. The first matches place a player rather
 * than move the score, so nothing is told of who began within the window.
 */
export function scoreMove({ lately: { matches, change }, uncertainty, matchesPlayed }: Standing): Candidate | null {
  if (matches < SCORE_MOVE_MATCHES_MIN || matches >= matchesPlayed) return null;
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
    tell: (language) => formatMessage(language, 'insight.score_move', values),
    direction: change > 0 ? 'strength' : 'weakness',
    sample: matches,
    weight: SCORE_MOVE_WEIGHT,
    family: 'form',
  };
}

function inactivity({ daysAway, matchesPlayed }: Standing): Candidate | null {
  if (daysAway === null || daysAway < INACTIVE_DAYS_MIN || matchesPlayed < INACTIVE_PLAYED_MIN) return null;
  return {
    code: 'inactive',
    values: { days: daysAway },
    tell: (language) => formatMessage(language, 'insight.inactive', { days: daysAway }),
    direction: 'weakness',
    sample: matchesPlayed,
    weight: INACTIVE_WEIGHT,
    family: 'inactive',
  };
}

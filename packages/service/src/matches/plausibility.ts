/** Compares scorelines with the formats of padel: rejects those that no format has, and finds those that are rarely meant. */
import type { Fault } from '@bandeja/contract/errors/problem';
import type { Outcome, Scoring } from '@bandeja/contract/match-enums';
import type { MatchWarning } from '@bandeja/contract/match-warnings';
import { pointerTo } from '@bandeja/contract/pointer';
import { isMatchTieBreak, scoringOf } from '@bandeja/rating';
import type { MatchFacts } from '../history/match-row.ts';
import { scoringOfMatch } from '../history/score-sheet.ts';
import { type SetGames, setPairs } from './scoreline.ts';

/** No format has a set with more games for one team. */
const GAMES_IN_SET_MAX = 30;
/** A set that reaches this number is in points, a match tie-break, or a very long set of games. */
const TIE_BREAK_POINTS = 10;
/** A match tie-break beyond this is rare. */
const TIE_BREAK_POINTS_USUAL_MAX = 20;
/** A match may be one set to nine games. */
const SINGLE_SET_GAMES = 9;
/** The totals to which a set in points is usually played: americano and mexicano. */
const USUAL_TOTALS: readonly number[] = [16, 20, 21, 24, 31, 32, 40];

/** A set of a request. */
export interface SentSet extends SetGames {
  /** Its index in the request. */
  readonly index: number;
}

interface Format {
  /** As sent; null if it is inferred. */
  readonly scoring: Scoring | null;
  readonly outcome: Outcome;
}

const larger = ({ team_a_games: a, team_b_games: b }: SetGames): number => Math.max(a, b);
const smaller = ({ team_a_games: a, team_b_games: b }: SetGames): number => Math.min(a, b);
const scoreOf = ({ team_a_games: a, team_b_games: b }: SetGames): string => `${a}–${b}`;

/**
 * Sets that no format has: more than 30 games; a set that reaches 10 and is neither won by two games nor, at the end, a match
 * tie-break; and a scoreline whose first set looks like points and another like games.
 * @param sets in the order of play
 */
export function implausibleSets(sets: readonly SentSet[], { scoring, outcome }: Format): Fault[] {
  const [first] = sets;
  if (first === undefined) return [];
  if (scoring === null && larger(first) >= TIE_BREAK_POINTS) {
    const short = sets.find((set) => larger(set) < TIE_BREAK_POINTS);
    if (short === undefined) return [];
    const read = `With ${scoreOf(first)} first, all sets count as points, but ${scoreOf(short)} looks like games.`;
    return [implausible(first, `${read} Correct the score, or send \`scoring\`.`)];
  }
  if ((scoring ?? scoringOf(setPairs(sets))) !== 'games') return [];
  return sets.flatMap((set, place): Fault[] => {
    if (larger(set) > GAMES_IN_SET_MAX) {
      return [implausible(set, `${scoreOf(set)}: a team has at most ${GAMES_IN_SET_MAX} games in a set.`)];
    }
    const isLast = place > 0 && place === sets.length - 1;
    if (outcome === 'retired' || isFinishedLongSet(set) || (isLast && isMatchTieBreakScore(set))) return [];
    const rule = isLast
      ? 'a match tie-break ends at 10 with a lead of two or more, or above 10 with exactly two'
      : 'such a long set is won by two games';
    return [implausible(set, `No set ends ${scoreOf(set)}: ${rule}. For points, send \`"scoring": "points"\`.`)];
  });
}

function implausible(set: SentSet, detail: string): Fault {
  return { pointer: pointerTo('set_scores', set.index), code: 'implausible_score', detail };
}

/** Whether the set is below 10 games, or was won by exactly two. */
const isFinishedLongSet = (set: SetGames): boolean =>
  larger(set) < TIE_BREAK_POINTS || larger(set) - smaller(set) === 2;

/** Whether a last set can be a match tie-break: 10–8 or clearer, or beyond 10 by exactly two. */
function isMatchTieBreakScore(set: SetGames): boolean {
  const lead = larger(set) - smaller(set);
  return larger(set) === TIE_BREAK_POINTS ? lead >= 2 : larger(set) > TIE_BREAK_POINTS && lead === 2;
}

/** Scores that may be true but are rarely meant. Pointers are into the match in the answer: its sets by number. */
export function scoreWarnings(match: Pick<MatchFacts, 'scoring' | 'outcome' | 'set_scores'>): MatchWarning[] {
  const { set_scores: sets } = match;
  const scoring = scoringOfMatch(match);
  return sets.flatMap((set, index): MatchWarning[] => {
    const found = scoring === 'points' ? unusualTotal(set) : unusualSet(set, index, match);
    return found === null ? [] : [{ ...found, pointer: pointerTo('set_scores', index), match_id: null }];
  });
}

type Found = Pick<MatchWarning, 'code' | 'detail'> | null;

function unusualTotal(set: SetGames): Found {
  const total = larger(set) + smaller(set);
  if (USUAL_TOTALS.includes(total)) return null;
  return { code: 'unusual_score', detail: `${scoreOf(set)} adds up to ${total} points, which few formats play.` };
}

function unusualSet(
  set: SetGames,
  index: number,
  { outcome, set_scores: sets }: Pick<MatchFacts, 'outcome' | 'set_scores'>,
): Found {
  const isLast = index > 0 && index === sets.length - 1;
  if (isLast && isMatchTieBreakScore(set)) {
    if (larger(set) <= TIE_BREAK_POINTS_USUAL_MAX) return null;
    return { code: 'unusual_score', detail: `${scoreOf(set)} is a very long match tie-break.` };
  }
  if (outcome !== 'played' || isFinished(larger(set), smaller(set))) return null;
  // A match tie-break as 1–0.
  if (isLast && isMatchTieBreak(setPairs(sets), 'games')) return null;
  if (sets.length === 1 && larger(set) === SINGLE_SET_GAMES && smaller(set) < SINGLE_SET_GAMES) return null;
  const instead = 'If the match was stopped, send `"outcome": "retired"`.';
  return { code: 'unfinished_set', detail: `A set does not end ${scoreOf(set)}. ${instead}` };
}

/** Whether a set of games ends so: short sets to 4 and 5, sets to 6, pro sets to 8, and long sets won by two. */
function isFinished(won: number, lost: number): boolean {
  if (won === 4) return lost <= 2;
  if (won === 5) return lost === 3 || lost === 4;
  if (won === 6) return lost <= 4;
  if (won === 7 && lost === 6) return true;
  if (won === 8) return lost <= 6;
  if (won === 9 && lost === 8) return true;
  return won >= 7 && won - lost === 2;
}

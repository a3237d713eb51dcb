/**
 * Converts a scoreline to the units that the model counts (docs/rating.md, section 3, “Units” and “Length”). Sets are
 * pairs of numbers in the order of play, the match winners' number first. Padel is scored in games, usually in sets to
 * six. Americano and similar formats are scored in points.
 */
import { MODEL } from './constants.ts';

const { STD_GAMES, STD_POINTS } = MODEL;

/** One set, in games or points: units that the match winners won, then units that they lost. */
export type SetScore = readonly [number, number];

/** What the numbers of a scoreline count. */
export const scorings = ['games', 'points'] as const;

export type Scoring = (typeof scorings)[number];

/** The units that the winners won and lost, and the units of a standard match. */
export interface Units {
  readonly won: number;
  readonly lost: number;
  readonly std: number;
}

const largest = (set: SetScore): number => Math.max(set[0], set[1]);

/**
 * Guesses the scoring if the submission has none: points if a side has 10 or more in the first set, else games.
 * A submitted scoring takes precedence: it is the only way to submit a long set without a tie-break (11–9) or a short
 * round of points (5–3).
 *
 * @returns null without a scoreline
 */
export function scoringOf(sets: readonly SetScore[]): Scoring | null {
  const first = sets[0];
  if (first === undefined) return null;
  return largest(first) >= 10 ? 'points' : 'games';
}

/**
 * Whether the last set is a match tie-break: the third of three, to 10 or more, after two sets of at most 7. It wins a
 * set but counts as one game. Federations also write it 1–0, without its points. A scoreline in points has none.
 *
 * @param sets the scoreline, from either team's side
 * @param scoring guessed by default
 */
export function isMatchTieBreak(sets: readonly SetScore[], scoring: Scoring | null = scoringOf(sets)): boolean {
  const [first, second, third] = sets;
  if (scoring !== 'games' || sets.length !== 3) return false;
  if (first === undefined || second === undefined || third === undefined) return false;
  const isToTen = largest(third) >= 10 || (largest(third) === 1 && third[0] !== third[1]);
  return isToTen && largest(first) <= 7 && largest(second) <= 7;
}

/**
 * The games that a set is played to, by its larger number: 8 or more is a pro set (8), 6 or 7 is a set to 6, less is a
 * short set (4). A set of 10 or more games, possible only if the scoring was submitted, counts as a pro set.
 */
export function targetOf(set: SetScore): 4 | 6 | 8 {
  const games = largest(set);
  if (games >= 8) return 8;
  return games >= 6 ? 6 : 4;
}

/**
 * The units that the model rates.
 *
 * @param sets the scoreline, winners first; for a retired match pass none, because it is rated as a win without scoreline
 * @returns null without a scoreline, and for one without any unit
 */
export function unitsOf(sets: readonly SetScore[], scoring: Scoring | null): Units | null {
  if (scoring === null) return null;
  const hasMatchTieBreak = isMatchTieBreak(sets, scoring);
  let won = 0;
  let lost = 0;
  for (const [index, [winners, losers]] of sets.entries()) {
    const isOneGame = hasMatchTieBreak && index === 2;
    won += isOneGame ? Number(winners > losers) : winners;
    lost += isOneGame ? Number(losers > winners) : losers;
  }
  if (won + lost === 0) return null;
  return { won, lost, std: scoring === 'games' ? STD_GAMES : STD_POINTS };
}

/**
 * The planned length of the scoreline's format, divided by that of a standard match. It ignores the games played:
 * 6–0 6–0 is as long as 7–6 6–7 7–6. In points, all units are played, so all count.
 *
 * @param sets the scoreline, from either team's side; for a retired match pass none
 * @returns above 0, at most 1; 1 without a scoreline
 */
export function lengthOf(sets: readonly SetScore[], scoring: Scoring | null): number {
  const units = unitsOf(sets, scoring);
  if (units === null) return 1;
  if (scoring === 'points') return Math.min(1, (units.won + units.lost) / STD_POINTS);
  // One set is half of a best-of-three match. T/6 is the length of the sets relative to sets to six.
  return Math.min(1, (targetOf(sets[0] as SetScore) / 6) * (sets.length > 1 ? 1 : 0.5));
}

/**
 * From a scoreline to the units that the model counts (docs/rating.md, section 3, “Units” and “Length”). Sets are pairs of
 * numbers in the order of play, seen by the winners: theirs first. Padel is scored in games, with sets to six as a rule;
 * americano and the like are scored in points.
 */
import { MODEL } from './constants.ts';

const { STD_GAMES, STD_POINTS } = MODEL;

/** One set: what the winners of the match won in it, then what they lost; games or points. */
export type SetScore = readonly [number, number];

/** What a scoreline counts in. */
export const scorings = ['games', 'points'] as const;

/** What a scoreline counts in. */
export type Scoring = (typeof scorings)[number];

/** The units of a match: what the winners won and lost, and how many a standard match has. */
export interface Units {
  readonly won: number;
  readonly lost: number;
  readonly std: number;
}

const largest = (set: SetScore): number => Math.max(set[0], set[1]);

/**
 * What a scoreline seems to count, if the submission does not say: points when a side has 10 or more in the first set.
 * A scoring that was sent wins over this: long sets without a tie-break (11–9) and short point rounds (5–3) are told
 * apart by nothing else.
 *
 * @returns null without a scoreline
 */
export function scoringOf(sets: readonly SetScore[]): Scoring | null {
  const first = sets[0];
  if (first === undefined) return null;
  return largest(first) >= 10 ? 'points' : 'games';
}

/**
 * Whether the last set is a match tie-break: the third of three, to 10 or more, after two sets of at most 7. It is won
 * like a set but counts as a single game. There is none in points.
 *
 * @param sets the scoreline, from either team's side
 * @param scoring what it counts in; by default what it seems to
 */
export function isMatchTieBreak(sets: readonly SetScore[], scoring: Scoring | null = scoringOf(sets)): boolean {
  const [first, second, third] = sets;
  if (scoring !== 'games' || sets.length !== 3) return false;
  if (first === undefined || second === undefined || third === undefined) return false;
  return largest(third) >= 10 && largest(first) <= 7 && largest(second) <= 7;
}

/**
 * The games that a set is played to, as its larger number shows: 8 (a pro set) from 8 on, 6 for 6 or 7, else 4 (a short
 * set). A set of 10 games or more, which only a scoring that was sent can make one of games, is taken as a pro set.
 */
export function targetOf(set: SetScore): 4 | 6 | 8 {
  const games = largest(set);
  if (games >= 8) return 8;
  return games >= 6 ? 6 : 4;
}

/**
 * The units that the model rates.
 *
 * @param sets the scoreline, winners first; of a retired match pass none, since it is rated as a win without scoreline
 * @param scoring what it counts in
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
 * The planned length of the format that a scoreline shows, over a standard match. It is the format's, never that of the
 * games played: 6–0 6–0 is as long as 7–6 6–7 7–6. In points all are played, so all are counted.
 *
 * @param sets the scoreline, from either team's side; of a retired match pass none
 * @param scoring what it counts in
 * @returns above 0, at most 1; 1 without a scoreline
 */
export function lengthOf(sets: readonly SetScore[], scoring: Scoring | null): number {
  const first = sets[0];
  const units = unitsOf(sets, scoring);
  if (first === undefined || units === null) return 1;
  if (scoring === 'points') return Math.min(1, (units.won + units.lost) / STD_POINTS);
  // One set is half of a match of two sets and perhaps a third; T/6 is the length of its sets against sets to six.
  return Math.min(1, (targetOf(first) / 6) * (sets.length > 1 ? 1 : 0.5));
}

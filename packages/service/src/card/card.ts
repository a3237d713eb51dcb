/** A card from a player's matches. */

import { ANALYSIS_LIMIT_DEFAULT } from '@bandeja/contract/analysis';
import type { Card, CardForm, CardWindow } from '@bandeja/contract/card';
import { shareOf } from '@bandeja/contract/rounding';
import { windowNames } from '@bandeja/contract/windows';
import { consistencyOf } from '../analysis/consistency.ts';
import { matchView } from '../history/match-view.ts';
import { ratingSummaryOf } from '../insights/facts.ts';
import { type HeadlineChoice, headlineOf } from '../insights/headline.ts';
import { type PlayedMatch, playedDifference, type ScoreWindow } from '../played/played-match.ts';
import type { CardPlayer } from '../played/played-matches-store.ts';
import type { History } from '../played/read-history.ts';
import { type PlayerReader, playerView } from '../players/view.ts';

/** Limits the matches that consistency reads, so that no card costs far more than another. */
export const CONSISTENCY_MATCHES_READ = ANALYSIS_LIMIT_DEFAULT + 500;

/** The matches that consistency counts. It stops when it has enough. */
export function* countedMatches({ matches, older }: History<CardPlayer>): Iterable<Pick<PlayedMatch, 'difference'>> {
  yield* matches;
  for (const row of older) yield { difference: playedDifference(row) };
}

interface CardOptions extends PlayerReader {
  /** ms. */
  readonly now: number;
  readonly headline: HeadlineChoice;
}

/** @param history with the windows of {@link windowNames}, in this order */
export function cardOf(history: History<CardPlayer>, options: CardOptions): Card {
  const { player: row, pool, windows, matches } = history;
  const { now, headline, language } = options;
  const { rating, ...player } = playerView(row, now, options);
  return {
    player,
    rating,
    windows: windowsOf(windows),
    form: formOf(matches, row.streak),
    consistency: consistencyOf(countedMatches(history)),
    headline_insight: headlineOf(
      {
        matches,
        pool,
        summary: ratingSummaryOf(row, windows[windowNames.indexOf('30d')], now),
        score: rating.service_score,
      },
      headline,
      language,
    ),
    last_matches: row.last_matches.map((match) => matchView(match)),
  };
}

/** The windows of a card. @param windows those of {@link windowNames}, in this order */
export function windowsOf(windows: readonly ScoreWindow[]): Card['windows'] {
  return Object.fromEntries(windowNames.map((name, index) => [name, windowOf(windows[index])])) as Card['windows'];
}

function windowOf(window: ScoreWindow | undefined): CardWindow {
  if (window === undefined) throw new Error('a window of the card was not read');
  const { matches, wins, draws, change } = window;
  const decided = matches - draws;
  return {
    matches,
    wins,
    draws,
    losses: decided - wins,
    win_rate: decided === 0 ? null : shareOf(wins, decided),
    service_score_change: change,
  };
}

/** Whether the player won; null for a draw. */
type Won = PlayedMatch['won'];

function countResults(results: readonly Won[]): { wins: number; draws: number; decided: number } {
  const wins = results.filter((won) => won === true).length;
  const draws = results.filter((won) => won === null).length;
  return { wins, draws, decided: results.length - draws };
}

const FORM_MATCHES = 10;
/** Two results are one evening: too few to show form. */
const LABEL_MATCHES_MIN = 3;
/** Wins of ten decided results: at least 7 is hot, at most 3 is cold. Integers, since 7/10 isn't a binary fraction. */
const HOT_OF_TEN = 7;
const COLD_OF_TEN = 3;
/** One win among draws does not make a hot form. */
const DECIDED_MIN = 3;
/** This many equal results in a row look like a trend. */
const TURN_MIN = 2;

const resultOf = (won: Won): CardForm['results'][number] => (won === null ? 'D' : won ? 'W' : 'L');

/**
 * The form of a player.
 * @param matches newest first, without walkovers
 * @param streak the number of equal results up to the newest
 */
export function formOf(matches: readonly { readonly won: Won }[], streak: number): CardForm {
  const newest = matches.slice(0, FORM_MATCHES).map(({ won }) => won);
  const [last] = newest;
  if (last === undefined) return { results: [], streak: null, label: 'new' };
  return {
    results: newest.map(resultOf),
    streak: { result: resultOf(last), length: streak },
    label: labelOf(newest),
  };
}

function labelOf(newest: readonly Won[]): CardForm['label'] {
  if (newest.length < LABEL_MATCHES_MIN) return 'new';
  const { wins, decided } = countResults(newest);
  if (decided < DECIDED_MIN) return 'mixed';
  if (10 * wins >= HOT_OF_TEN * decided) return hasTurned(newest, true) ? 'mixed' : 'hot';
  if (10 * wins <= COLD_OF_TEN * decided) return hasTurned(newest, false) ? 'mixed' : 'cold';
  return 'mixed';
}

/** Whether the newest results contradict the others: seven wins followed by losses or draws do not make a hot form. */
function hasTurned(newest: readonly Won[], from: boolean): boolean {
  const [last, ...before] = newest.slice(0, TURN_MIN);
  return last !== from && before.every((won) => won === last);
}

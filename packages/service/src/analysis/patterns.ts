/** The counts of an analysis. Retired matches count as results and in no set and no game. */

import type {
  Analysis,
  Competitions,
  CourtPositions,
  Expectation,
  Games,
  Momentum,
  Phases,
  Rate,
  Sample,
  Sets,
} from '@bandeja/contract/analysis';
import { formatInstant } from '@bandeja/contract/instant';
import { roundTo } from '@bandeja/contract/rounding';
import type { Pool } from '../calibration/pool.ts';
import { winProbability } from '../played/forecast.ts';
import { allServed, GAMES, type GameKind, GameTally, SERVED, type Served } from '../played/game-tally.ts';
import type { PlayedMatch } from '../played/played-match.ts';
import type { PlayedSet, SetCourse } from '../played/played-set.ts';
import {
  decidedSets,
  decidingSet,
  firstSet,
  isCloseSet,
  isLopsidedSet,
  isTieBreakSet,
  wonFirstOfSeveral,
} from '../played/set-kinds.ts';
import { rateOfCounts, rateWhere } from './rate.ts';
import { allGames, matchRate, teammateRates } from './teammates.ts';

export type Patterns = Omit<Analysis, 'player' | 'insights'>;

/** @param matches newest first, without walkovers. */
export function patternsOf(matches: readonly PlayedMatch[], pool: Pool): Patterns {
  const sets = matches.flatMap((match) => match.sets);
  const games = new GameTally();
  for (const match of matches) if (match.games !== null) games.addAll(match.games);
  return {
    sample: sampleOf(matches, sets, games),
    matches: matchRate(matches),
    sets: setRates(matches),
    games: gameRates(matches, games),
    momentum: momentumOf(matches, sets, games),
    phases: phasesOf(games),
    court_position: courtPositionRates(matches),
    teammates: teammateRates(matches),
    competition: competitionRates(matches),
    expectation: expectedWins(matches, pool),
  };
}

function sampleOf(matches: readonly PlayedMatch[], sets: readonly PlayedSet[], games: GameTally): Sample {
  const ordered = sets.filter((set) => set.course !== null);
  const [newest, oldest] = [matches.at(0), matches.at(-1)];
  return {
    matches: matches.length,
    matches_with_scores: matches.filter((match) => match.sets.length > 0).length,
    sets: sets.length,
    sets_with_game_order: ordered.length,
    sets_with_server: ordered.filter((set) => set.firstServer !== null).length,
    games_with_server: games.played(GAMES.all, SERVED.own) + games.played(GAMES.all, SERVED.opponents),
    from: oldest === undefined ? null : formatInstant(oldest.playedAt),
    to: newest === undefined ? null : formatInstant(newest.playedAt),
  };
}

function setRates(matches: readonly PlayedMatch[]): Sets {
  const sets = matches.flatMap(decidedSets);
  const of = (is: (set: PlayedSet) => boolean): Rate => rateWhere(sets, is);
  const ofOne = (one: typeof firstSet): Rate =>
    rateWhere(
      matches.flatMap((match) => one(match) ?? []),
      () => true,
    );
  return {
    all: of(() => true),
    first: ofOne(firstSet),
    deciding: ofOne(decidingSet),
    tie_break: of(isTieBreakSet),
    close: of(isCloseSet),
    lopsided: of(isLopsidedSet),
  };
}

/** Games of a kind, of both servers or of one. */
function gameRate(games: GameTally, kind: GameKind, server?: Served): Rate {
  let won = 0;
  let played = 0;
  for (const served of server === undefined ? allServed : [server]) {
    won += games.won(kind, served);
    played += games.played(kind, served);
  }
  return rateOfCounts(won, played);
}

function gameRates(matches: readonly PlayedMatch[], games: GameTally): Games {
  return {
    all: allGames(matches),
    serving: gameRate(games, GAMES.all, SERVED.own),
    receiving: gameRate(games, GAMES.all, SERVED.opponents),
  };
}

function momentumOf(matches: readonly PlayedMatch[], sets: readonly PlayedSet[], games: GameTally): Momentum {
  const afterFirst = (won: boolean): Rate => rateWhere(matches, (match) => wonFirstOfSeveral(match) === won);
  const most = (measure: (course: SetCourse, set: PlayedSet) => number): number | null => {
    let found: number | null = null;
    for (const set of sets) if (set.course !== null) found = Math.max(found ?? 0, measure(set.course, set));
    return found;
  };
  return {
    after_winning_first_set: afterFirst(true),
    after_losing_first_set: afterFirst(false),
    game_after_winning_game: gameRate(games, GAMES.afterWon),
    game_after_losing_game: gameRate(games, GAMES.afterLost),
    break_back: gameRate(games, GAMES.breakBack),
    consolidation: gameRate(games, GAMES.consolidation),
    longest_run_for: most((course) => course.longestRun),
    longest_run_against: most((course) => course.longestRunAgainst),
    largest_lead_lost: most((course, { won }) => (won === false ? course.largestLead : 0)),
    largest_deficit_recovered: most((course, { won }) => (won === true ? course.largestDeficit : 0)),
  };
}

function phasesOf(games: GameTally): Phases {
  return {
    opening: gameRate(games, GAMES.opening),
    middle: gameRate(games, GAMES.middle),
    closing: gameRate(games, GAMES.closing),
    serving_for_set: gameRate(games, GAMES.forSet, SERVED.own),
    receiving_to_stay_in_set: gameRate(games, GAMES.forSet, SERVED.opponents),
  };
}

function courtPositionRates(matches: readonly PlayedMatch[]): CourtPositions {
  const on = (side: PlayedMatch['courtPosition']): Rate => rateWhere(matches, (match) => match.courtPosition === side);
  return { left: on('left'), right: on('right') };
}

function competitionRates(matches: readonly PlayedMatch[]): Competitions {
  const of = (type: PlayedMatch['competitionType']): Rate =>
    rateWhere(matches, (match) => match.competitionType === type);
  return { social: of('social'), training: of('training'), league: of('league'), tournament: of('tournament') };
}

/** What a draw counts of a win. */
const HALF = 0.5;

/** Sums the probabilities that the player had before each match. A match outside the ledger is in neither number. */
function expectedWins(matches: readonly PlayedMatch[], pool: Pool): Expectation {
  let expected = 0;
  let actual = 0;
  for (const { forecast, won } of matches) {
    if (forecast === null) continue;
    expected += winProbability(forecast, pool);
    actual += won === null ? HALF : Number(won);
  }
  return { expected_wins: roundTo(expected, 2), actual_wins: actual };
}

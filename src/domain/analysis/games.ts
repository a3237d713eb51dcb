import { type Rate, rateOf, rateOfCounts } from './rate.ts';
import type { SeenGame, SeenMatch } from './seen-match.ts';
import { isReceiving, isServing } from './situations.ts';

/** Games won of games played; points take the place of games in points formats, a match tie-break is one game. */
export interface GameRates {
  readonly all: Rate;
  /** Own service games: those won were held. */
  readonly serving: Rate;
  /** The opponents' service games: those won were breaks. */
  readonly receiving: Rate;
}

export function gameRates(matches: readonly SeenMatch[]): GameRates {
  const games = orderedGames(matches);
  return {
    all: allGames(matches),
    serving: rateOf(games.filter(isServing).map((game) => game.won)),
    receiving: rateOf(games.filter(isReceiving).map((game) => game.won)),
  };
}

/** Every game, whether or not it is known in which order they were played. */
export function allGames(matches: readonly SeenMatch[]): Rate {
  let won = 0;
  let played = 0;
  for (const { own, opponents } of matches.flatMap((match) => match.sets)) {
    won += own;
    played += own + opponents;
  }
  return rateOfCounts(won, played);
}

/** The games of all sets whose order was sent. */
export function orderedGames(matches: readonly SeenMatch[]): SeenGame[] {
  return matches.flatMap((match) => match.sets.flatMap((set) => set.games ?? []));
}

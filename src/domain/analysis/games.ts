import { type Rate, rateOfCounts, rateWhere } from './rate.ts';
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

/** @param games those of the matches whose order is known */
export function gameRates(matches: readonly SeenMatch[], games: readonly SeenGame[]): GameRates {
  return {
    all: allGames(matches),
    serving: rateWhere(games, isServing),
    receiving: rateWhere(games, isReceiving),
  };
}

/** Every game, whether or not it is known in which order they were played. */
export function allGames(matches: readonly SeenMatch[]): Rate {
  let won = 0;
  let played = 0;
  for (const { sets } of matches) {
    for (const { own, opponents } of sets) {
      won += own;
      played += own + opponents;
    }
  }
  return rateOfCounts(won, played);
}

/** The games of all sets whose order was sent. */
export function orderedGames(matches: readonly SeenMatch[]): SeenGame[] {
  return matches.flatMap((match) => match.sets.flatMap((set) => set.games ?? []));
}

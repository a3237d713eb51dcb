import { rateOfCounts, rateWhere } from './rate.ts';
import type { SeenGame, SeenMatch } from './seen-match.ts';
import type { Games, Rate } from './shapes.ts';
import { isReceiving, isServing } from './situations.ts';

/** @param games those of the matches whose order is known */
export function gameRates(matches: readonly SeenMatch[], games: readonly SeenGame[]): Games {
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

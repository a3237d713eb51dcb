/** What was won and lost in a season, as trials with their expected chances: sets, matches, leads. */
import { sigmoid } from '../../../rating/index.ts';
import { longestRun } from '../momentum.ts';
import type { SeenMatch, SeenSet } from '../seen-match.ts';
import { type DecidedSet, decidedSets, wonFirstOfSeveral } from '../set-kinds.ts';
import type { Trial } from './score-test.ts';
import type { JudgedMatch, Season } from './season.ts';
import { isPlayedOut, runChance, type SetPlay, setChance } from './set-chances.ts';

/** Sets that the matches have, each with the chance sigmoid(b·L). */
export function setsWhere(
  slope: number,
  of: (match: SeenMatch) => readonly { readonly won: boolean }[],
): (season: Season) => Trial[] {
  return ({ matches }) =>
    matches.flatMap(({ match, logOdds }) => of(match).map(({ won }) => ({ won, chance: sigmoid(slope * logOdds) })));
}

/** The sets of a kind that a match has. */
export function decidedWhere(is: (set: SeenSet) => boolean): (match: SeenMatch) => { readonly won: boolean }[] {
  return (match) => decidedSets(match).filter(is);
}

/** The one set of a match that is of a kind, if there is one. */
export function oneSet(of: (match: SeenMatch) => DecidedSet | null): (match: SeenMatch) => { readonly won: boolean }[] {
  return (match) => [of(match) ?? []].flat();
}

/** How much better than before the match the winner of the first set stands; logits. */
const FIRST_SET_WORTH = 1.52;

/** Matches of several sets after the first of them was won, or lost, with the chance sigmoid(±1.52 + 0.73·L). */
export function matchesAfterFirstSet(won: boolean, slope: number): (season: Season) => Trial[] {
  const worth = won ? FIRST_SET_WORTH : -FIRST_SET_WORTH;
  return ({ matches }) =>
    matches
      .filter(({ match }) => wonFirstOfSeveral(match) === won)
      .map(({ match, logOdds }) => ({ won: match.won, chance: sigmoid(worth + slope * logOdds) }));
}

/** So many games lost in a row are a collapse. */
const COLLAPSE_GAMES = 5;

/** Sets that were played out with their games in order; “won” is one without a collapse. */
export function setsWithoutCollapse({ matches }: Season): Trial[] {
  return matches.flatMap((judged) =>
    playedOutSets(judged).map(({ set, play }) => ({
      won: longestRun(set.games ?? [], false) < COLLAPSE_GAMES,
      chance: 1 - runChance(play, COLLAPSE_GAMES),
    })),
  );
}

/** So many games ahead are a lead. */
const LEAD_GAMES = 3;

/** The sets in which the own pair came to be three games ahead, at that moment for the first time. */
export function threeGameLeads({ matches }: Season): Trial[] {
  return matches.flatMap((judged) =>
    playedOutSets(judged).flatMap(({ set, play }) => {
      const lead = set.games?.find((game) => game.own - game.opponents === LEAD_GAMES);
      if (lead === undefined) return [];
      return [{ won: set.won === true, chance: setChance(play, lead.own, lead.opponents) }];
    }),
  );
}

function playedOutSets({ match, chances }: JudgedMatch): { readonly set: SeenSet; readonly play: SetPlay }[] {
  return match.sets.flatMap((set) => {
    const { target, firstServer } = set;
    if (target === null || set.games === null || !isPlayedOut(set)) return [];
    return [{ set, play: { target, firstServer, chances } }];
  });
}

import { rateWhere } from './rate.ts';
import type { SeenGame, SeenMatch, SeenSet } from './seen-match.ts';
import { wonFirstOfSeveral } from './set-kinds.ts';
import type { Momentum, Rate } from './shapes.ts';
import { isBreakBackChance, isConsolidation } from './situations.ts';

/** @param games those of the matches whose order is known */
export function momentumOf(matches: readonly SeenMatch[], games: readonly SeenGame[]): Momentum {
  const after = (won: boolean): Rate => rateWhere(games, (game) => game.previous?.won === won);
  const afterFirst = (won: boolean): Rate => rateWhere(matches, (match) => wonFirstOfSeveral(match) === won);
  return {
    after_winning_first_set: afterFirst(true),
    after_losing_first_set: afterFirst(false),
    game_after_winning_game: after(true),
    game_after_losing_game: after(false),
    break_back: rateWhere(games, isBreakBackChance),
    consolidation: rateWhere(games, isConsolidation),
    ...runsAndLeads(matches),
  };
}

type RunsAndLeads = Pick<
  Momentum,
  'longest_run_for' | 'longest_run_against' | 'largest_lead_lost' | 'largest_deficit_recovered'
>;

function runsAndLeads(matches: readonly SeenMatch[]): RunsAndLeads {
  const sets = matches.flatMap((match) => match.sets).filter((set) => set.games !== null);
  const largest = (of: (set: SeenSet) => number): number | null =>
    sets.length === 0 ? null : Math.max(...sets.map(of));
  return {
    longest_run_for: largest((set) => longestRun(set.games ?? [], true)),
    longest_run_against: largest((set) => longestRun(set.games ?? [], false)),
    largest_lead_lost: largest((set) => (set.won === false ? largestLead(set.games ?? []) : 0)),
    largest_deficit_recovered: largest((set) => (set.won === true ? largestDeficit(set.games ?? []) : 0)),
  };
}

/** The most games of a set that were won, or lost, in a row. */
export function longestRun(games: readonly SeenGame[], won: boolean): number {
  let longest = 0;
  let run = 0;
  for (const game of games) {
    run = game.won === won ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

// A game's own score is the one before it. The one after the last is left out: there the winner of the set leads.
const largestLead = (games: readonly SeenGame[]): number =>
  Math.max(0, ...games.map(({ own, opponents }) => own - opponents));
const largestDeficit = (games: readonly SeenGame[]): number =>
  Math.max(0, ...games.map(({ own, opponents }) => opponents - own));

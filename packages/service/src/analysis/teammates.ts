import type { Rate, Teammate } from '@bandeja/contract/analysis';
import { NO_NAME } from '../history/match-row.ts';
import { shownName } from '../history/match-view.ts';
import type { PlayedMatch } from '../played/played-match.ts';
import { rateOfCounts, rateWhere } from './rate.ts';

/** Matches won, retired ones among them. */
export function matchRate(matches: readonly PlayedMatch[]): Rate {
  return rateWhere(matches, () => true);
}

/** Every game, whether or not the order of the games is known. */
export function allGames(matches: readonly PlayedMatch[]): Rate {
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

/**
 * Teammates by matches together, then matches won, then username. All hidden players share one row, and all erased players
 * share the last row: separate rows would reveal their number and identify them.
 */
export function teammateRates(matches: readonly PlayedMatch[]): Teammate[] {
  const together = new Map<string, PlayedMatch[]>();
  for (const match of matches) {
    const { teammate } = match;
    const key = teammate.id ?? shownName(teammate).identity;
    const others = together.get(key);
    if (others === undefined) together.set(key, [match]);
    else others.push(match);
  }
  return [...together.values()].map(rowOf).sort(compareRows);
}

function rowOf(matches: readonly PlayedMatch[]): Teammate {
  const { id, ...name } = matches[0]?.teammate ?? NO_NAME;
  return {
    profile_id: id,
    username: name.username,
    ...shownName(name),
    matches: matchRate(matches),
    games: allGames(matches),
  };
}

function compareRows(a: Teammate, b: Teammate): number {
  if (a.username === null && b.username === null)
    return Number(a.identity === 'erased') - Number(b.identity === 'erased');
  if (a.username === null || b.username === null) return a.username === null ? 1 : -1;
  const byResults = b.matches.played - a.matches.played || b.matches.won - a.matches.won;
  return byResults || (a.username < b.username ? -1 : 1);
}

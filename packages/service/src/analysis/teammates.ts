import type { Rate, Teammate } from '@bandeja/contract/analysis';
import { ERASED_PLAYER, PRIVATE_PLAYER, shownName } from '../history/match-view.ts';
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
    const { id, is_erased } = match.teammate;
    const key = id ?? (is_erased ? ERASED_PLAYER : PRIVATE_PLAYER);
    const others = together.get(key);
    if (others === undefined) together.set(key, [match]);
    else others.push(match);
  }
  return [...together.values()].map(rowOf).sort(compareRows);
}

function rowOf(matches: readonly PlayedMatch[]): Teammate {
  const teammate = matches[0]?.teammate;
  return {
    profile_id: teammate?.id ?? null,
    username: teammate?.username ?? null,
    display_name: teammate === undefined ? PRIVATE_PLAYER : shownName(teammate),
    matches: matchRate(matches),
    games: allGames(matches),
  };
}

function compareRows(a: Teammate, b: Teammate): number {
  if (a.username === null && b.username === null)
    return Number(a.display_name === ERASED_PLAYER) - Number(b.display_name === ERASED_PLAYER);
  if (a.username === null || b.username === null) return a.username === null ? 1 : -1;
  const byResults = b.matches.played - a.matches.played || b.matches.won - a.matches.won;
  return byResults || (a.username < b.username ? -1 : 1);
}

import { PRIVATE_PLAYER } from '../matches/index.ts';
import { allGames } from './games.ts';
import { matchRate } from './results.ts';
import type { SeenMatch } from './seen-match.ts';
import type { Teammate } from './shapes.ts';

/**
 * Teammates by matches together, then matches won, then username. All whom the caller may not see are one row, the last:
 * apart, they would tell how many there are and who of them is who.
 */
export function teammateRates(matches: readonly SeenMatch[]): Teammate[] {
  const together = new Map<string | null, SeenMatch[]>();
  for (const match of matches) {
    const { id } = match.teammate;
    together.set(id, [...(together.get(id) ?? []), match]);
  }
  return [...together.values()].map(rowOf).sort(compareRows);
}

function rowOf(matches: readonly SeenMatch[]): Teammate {
  const teammate = matches[0]?.teammate;
  return {
    profile_id: teammate?.id ?? null,
    username: teammate?.username ?? null,
    display_name: teammate?.display_name ?? PRIVATE_PLAYER,
    matches: matchRate(matches),
    games: allGames(matches),
  };
}

function compareRows(a: Teammate, b: Teammate): number {
  if (a.username === null || b.username === null) return Number(a.username === null) - Number(b.username === null);
  const byResults = b.matches.played - a.matches.played || b.matches.won - a.matches.won;
  return byResults || (a.username < b.username ? -1 : 1);
}

import { formatInstant } from '../instant.ts';
import type { SeenMatch } from './seen-match.ts';
import type { Sample } from './shapes.ts';

/** @param matches newest first. */
export function sampleOf(matches: readonly SeenMatch[]): Sample {
  const sets = matches.flatMap((match) => match.sets);
  const ordered = sets.flatMap((set) => set.games ?? []);
  const [newest, oldest] = [matches.at(0), matches.at(-1)];
  return {
    matches: matches.length,
    matches_with_scores: matches.filter((match) => match.sets.length > 0).length,
    sets: sets.length,
    sets_with_game_order: sets.filter((set) => set.games !== null).length,
    sets_with_server: sets.filter((set) => set.games !== null && set.firstServer !== null).length,
    games_with_server: ordered.filter((game) => game.server !== null).length,
    from: oldest === undefined ? null : formatInstant(oldest.playedAt),
    to: newest === undefined ? null : formatInstant(newest.playedAt),
  };
}

import { formatInstant } from '../instant.ts';
import type { SeenMatch } from './seen-match.ts';

/** What the numbers of an analysis rest on. */
export interface Sample {
  readonly matches: number;
  readonly matches_with_scores: number;
  readonly sets: number;
  readonly sets_with_game_order: number;
  /** Sets with server and game order. */
  readonly sets_with_server: number;
  /** Their games, but for tie-breaks. */
  readonly games_with_server: number;
  /** When the oldest and the newest of the matches were played. */
  readonly from: string | null;
  readonly to: string | null;
}

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

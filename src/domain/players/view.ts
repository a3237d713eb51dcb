import type { PlayerRow } from '../../store/players/players.ts';
import { type RatingView, ratingView } from './rating.ts';

/** A player as the contract shows it. */
export interface PlayerView {
  readonly id: string;
  readonly username: string;
  readonly display_name: string;
  readonly country_code: string | null;
  readonly profile_is_public: boolean;
  readonly rating: RatingView;
}

/** @param readAt ms since 1970; uncertainty and confidence are as of then. */
export function playerView(row: Omit<PlayerRow, 'mean'>, readAt: number): PlayerView {
  return {
    id: row.id,
    username: row.username,
    display_name: row.display_name,
    country_code: row.country_code,
    profile_is_public: row.profile_is_public,
    rating: ratingView(row, readAt),
  };
}

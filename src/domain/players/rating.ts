import { type ConfidenceLevel, confidenceOf, type RatingState, scoreOf, uncertaintyOf } from '../../rating/index.ts';
import type { PlayerRow } from '../../store/players.ts';
import { formatInstant } from '../instant.ts';

/** A player's rating as the contract shows it. */
export interface RatingView {
  /** Whole points. */
  readonly service_score: number;
  readonly confidence_level: ConfidenceLevel;
  readonly confidence_label: string;
  readonly matches_played: number;
  /** One standard deviation in whole points, at the time of reading. */
  readonly uncertainty: number;
  readonly last_played_at: string | null;
  /** Every change is settled within its request, so there is no other state yet. */
  readonly rating_status: 'settled';
}

/** The columns of the model's state. */
export type RatingColumns = Pick<PlayerRow, 'mean' | 'variance' | 'shown' | 'last_played_at' | 'matches_played'>;

/** The stored state as the rating model takes it; null for a player without rated matches. */
export function ratingStateOf(row: RatingColumns): RatingState | null {
  const { mean, variance, shown, last_played_at: at, matches_played: played } = row;
  // The schema keeps the five null together (player_ratings_state_iff_played).
  if (mean === null || variance === null || shown === null || at === null) return null;
  return { mean, variance, shown, at, played };
}

/** @param readAt ms since 1970; uncertainty and confidence are as of then. */
export function ratingView(row: RatingColumns, readAt: number): RatingView {
  const state = ratingStateOf(row);
  const confidence = confidenceOf(state, readAt);
  return {
    service_score: scoreOf(state),
    confidence_level: confidence.level,
    confidence_label: confidence.label,
    matches_played: row.matches_played,
    uncertainty: uncertaintyOf(state, readAt),
    last_played_at: row.last_played_at === null ? null : formatInstant(row.last_played_at),
    rating_status: 'settled',
  };
}

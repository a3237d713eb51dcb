import { type ConfidenceLevel, confidenceOf, scoreOf, uncertaintyOf } from '../../rating/index.ts';
import { formatInstant } from '../instant.ts';
import { type ShownColumns, shownStateOf } from '../ledger/index.ts';

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
  /** `settling` while a settlement under way can still change it. */
  readonly rating_status: 'settled' | 'settling';
}

/** @param readAt ms since 1970; uncertainty and confidence are as of then. */
export function ratingView(row: ShownColumns & { readonly is_settling: boolean }, readAt: number): RatingView {
  const state = shownStateOf(row);
  const confidence = confidenceOf(state, readAt);
  return {
    service_score: scoreOf(state),
    confidence_level: confidence.level,
    confidence_label: confidence.label,
    matches_played: row.matches_played,
    uncertainty: uncertaintyOf(state, readAt),
    last_played_at: row.last_played_at === null ? null : formatInstant(row.last_played_at),
    rating_status: row.is_settling ? 'settling' : 'settled',
  };
}

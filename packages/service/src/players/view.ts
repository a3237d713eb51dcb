import { formatInstant } from '@bandeja/contract/instant';
import type { Player, Rating } from '@bandeja/contract/players';
import { confidenceOf, scoreOf, uncertaintyOf } from '@bandeja/rating';
import { type ShownColumns, shownStateOf } from '../history/states.ts';
import { formatText } from '../messages/format.ts';
import type { Language } from '../messages/languages.ts';
import type { PlayerRow } from './store.ts';

/** @param readAt ms since 1970; uncertainty and confidence are as of then. */
export function playerView(row: Omit<PlayerRow, 'mean'>, readAt: number, language: Language): Player {
  return {
    id: row.id,
    username: row.username,
    display_name: row.display_name,
    country_code: row.country_code,
    profile_is_public: row.profile_is_public,
    rating: ratingView(row, readAt, language),
  };
}

/** @param readAt ms since 1970; uncertainty and confidence are as of then. */
export function ratingView(
  row: ShownColumns & Pick<PlayerRow, 'is_settling' | 'percentile'>,
  readAt: number,
  language: Language,
): Rating {
  const state = shownStateOf(row);
  const level = confidenceOf(state, readAt);
  return {
    service_score: scoreOf(state),
    confidence_level: level,
    confidence_label: formatText(language, `confidence.${level}`, {}),
    matches_played: row.matches_played,
    uncertainty: uncertaintyOf(state, readAt),
    percentile: level === 'provisional' ? null : row.percentile,
    last_played_at: row.last_played_at === null ? null : formatInstant(row.last_played_at),
    rating_status: row.is_settling ? 'settling' : 'settled',
  };
}

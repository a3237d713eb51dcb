import { externalIdOf } from '@bandeja/contract/external-ids';
import { formatInstant } from '@bandeja/contract/instant';
import { INACTIVE_DAYS, type Player, type Rating } from '@bandeja/contract/players';
import { confidenceOf, levelOf, MODEL, scoreOf, uncertaintyOf } from '@bandeja/rating';
import type { Context } from '../context.ts';
import { type ShownColumns, shownStateOf } from '../history/states.ts';
import { formatText } from '../messages/format.ts';
import type { WithExternalIds } from './external-ids-store.ts';
import type { PlayerRow } from './store.ts';

const { DAY_MS } = MODEL;

const isInactive = (lastPlayedAt: number | null, at: number): boolean =>
  lastPlayedAt !== null && lastPlayedAt < at - INACTIVE_DAYS * DAY_MS;

/** What a rating is shown with. */
export type Reader = Pick<Context, 'language' | 'scale'>;

/** @param readAt ms since 1970; uncertainty and confidence are as of then. */
export function playerView(row: Omit<PlayerRow, 'mean'> & WithExternalIds, readAt: number, reader: Reader): Player {
  return {
    id: row.id,
    username: row.username,
    display_name: row.display_name,
    country_code: row.country_code,
    profile_is_public: row.profile_is_public,
    external_ids: row.external_ids.map(externalIdOf),
    rating: ratingView(row, readAt, reader),
  };
}

/** @param readAt ms since 1970; uncertainty and confidence are as of then. */
export function ratingView(
  row: ShownColumns & Pick<PlayerRow, 'is_settling' | 'percentile'>,
  readAt: number,
  { language, scale }: Reader,
): Rating {
  const state = shownStateOf(row);
  const score = scoreOf(state);
  const confidence = confidenceOf(state, readAt);
  return {
    service_score: score,
    level: levelOf(score, scale.points),
    confidence_level: confidence,
    confidence_label: formatText(language, `confidence.${confidence}`, {}),
    matches_played: row.matches_played,
    uncertainty: uncertaintyOf(state, readAt),
    percentile: confidence === 'provisional' || isInactive(row.last_played_at, readAt) ? null : row.percentile,
    last_played_at: row.last_played_at === null ? null : formatInstant(row.last_played_at),
    rating_status: row.is_settling ? 'settling' : 'settled',
  };
}

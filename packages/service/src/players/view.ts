import { externalIdOf } from '@bandeja/contract/external-ids';
import { formatInstant } from '@bandeja/contract/instant';
import { INACTIVE_DAYS, type Player, type Rating } from '@bandeja/contract/players';
import type { StartingLevel } from '@bandeja/contract/starting-level';
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

/** A partner that reads players. */
export interface PlayerReader extends Reader {
  readonly actor: { readonly partnerId: string };
}

/** @param readAt ms since 1970; uncertainty and confidence are as of then. */
export function playerView(
  row: Omit<PlayerRow, 'mean'> & WithExternalIds,
  readAt: number,
  reader: PlayerReader,
): Player {
  return {
    id: row.id,
    username: row.username,
    display_name: row.display_name,
    country_code: row.country_code,
    profile_is_public: row.profile_is_public,
    starting_level: startingLevelView(row, reader.actor.partnerId),
    external_ids: row.external_ids.map(externalIdOf),
    rating: ratingView(row, readAt, reader),
  };
}

/** The score before the first match reveals the value, so everybody who sees the rating gets it. */
export function startingLevelView(
  { starting_level: level, stated_points: points }: Pick<PlayerRow, 'starting_level' | 'stated_points'>,
  partnerId: string,
): StartingLevel | null {
  if (level === null || points === null) return null;
  const { value, scale, source, stated_at, creator } = level;
  const isOwn = creator === partnerId;
  return {
    value,
    scale,
    source: isOwn ? source : null,
    service_score: points,
    stated_at: isOwn ? formatInstant(stated_at) : null,
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

import type { Api } from '@bandeja/client';
import { count, type Layout, time } from '../print.ts';
import { isPlacing } from './card-text.ts';
import { startingLevelText } from './starting-level.ts';

/** A list of players. */
export const playerListLayout: Layout<Api.Player> = [
  ['username', 'username', 'shrinks'],
  ['name', 'display_name', 'shrinks'],
  ['country', 'country_code'],
  ['score', ({ rating }) => rating.service_score],
  ['confidence', ({ rating }) => rating.confidence_label],
  ['matches', ({ rating }) => count(rating.matches_played)],
];

/** A player with all fields. */
export const playerLayout: Layout<Api.Player> = [
  ['username', 'username'],
  ['name', 'display_name'],
  ['country', 'country_code'],
  ['profile', ({ profile_is_public: isPublic }) => (isPublic ? 'public' : 'private')],
  ['id', 'id'],
  ['your ids', ({ external_ids: ids }) => ids.map(({ kind, value }) => `${kind}:${value}`).join(', ') || null],
  ['stated', startingLevelText],
  ['score', ({ rating }) => rating.service_score],
  ['give or take', ({ rating }) => (isPlacing(rating) ? null : rating.uncertainty)],
  ['confidence', ({ rating }) => rating.confidence_label],
  ['above', ({ rating: { percentile } }) => (percentile === null ? null : `${percentile}% of the ranked players`)],
  ['matches', ({ rating }) => count(rating.matches_played)],
  ['last played', ({ rating }) => time(rating.last_played_at)],
  ['ratings', ({ rating }) => rating.rating_status],
];

import { type JsonObject, numberOf, objectOf } from '../json-value.ts';
import { at, type Cell, countAt, type Field, timeAt } from '../print.ts';

/** A list of players. */
export const playerListLayout: readonly Field[] = [
  ['username', 'username', 'shrinks'],
  ['name', 'display_name', 'shrinks'],
  ['country', 'country_code'],
  ['score', at('rating', 'service_score')],
  ['confidence', at('rating', 'confidence_label')],
  ['matches', countAt('rating', 'matches_played')],
];

/** A player with all that is known. */
export const playerLayout: readonly Field[] = [
  ['username', 'username'],
  ['name', 'display_name'],
  ['country', 'country_code'],
  ['profile', (player) => (player['profile_is_public'] === true ? 'public' : 'private')],
  ['id', 'id'],
  ['score', at('rating', 'service_score')],
  ['give or take', at('rating', 'uncertainty')],
  ['confidence', at('rating', 'confidence_label')],
  ['above', above],
  ['matches', countAt('rating', 'matches_played')],
  ['last played', timeAt('rating', 'last_played_at')],
  ['ratings', at('rating', 'rating_status')],
];

function above({ rating }: JsonObject): Cell {
  const percentile = numberOf(objectOf(rating)['percentile']);
  return percentile === null ? null : `${percentile}% of the ranked players`;
}

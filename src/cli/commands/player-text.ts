import { cellOf, countCell, type JsonObject, objectOf } from '../json-value.ts';
import { type Cell, fields } from '../table.ts';

/** Headings of a list of players. */
export const playerHeadings = ['username', 'name', 'country', 'score', 'confidence', 'matches'];

/** A player as a row of a list. */
export function playerRow(player: JsonObject): readonly Cell[] {
  const rating = objectOf(player['rating']);
  return [
    cellOf(player['username']),
    cellOf(player['display_name']),
    cellOf(player['country_code']),
    cellOf(rating['service_score']),
    cellOf(rating['confidence_label']),
    countCell(rating['matches_played']),
  ];
}

/** A player with all that is known. */
export function playerText(player: JsonObject): string {
  const rating = objectOf(player['rating']);
  return fields([
    ['username', cellOf(player['username'])],
    ['name', cellOf(player['display_name'])],
    ['country', cellOf(player['country_code'])],
    ['profile', player['profile_is_public'] === true ? 'public' : 'private'],
    ['id', cellOf(player['id'])],
    ['score', cellOf(rating['service_score'])],
    ['uncertainty', cellOf(rating['uncertainty'])],
    ['confidence', cellOf(rating['confidence_label'])],
    ['matches', countCell(rating['matches_played'])],
    ['last played', cellOf(rating['last_played_at'])],
    ['ratings', cellOf(rating['rating_status'])],
  ]);
}

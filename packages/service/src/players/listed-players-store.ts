import { boolean, integer, nullable, type RowOf, table } from '@bandeja/postgres/table';
import { playerRatings } from '../history/ratings-store.ts';
import { PERCENTILE } from './percentiles-store.ts';
import { IS_SETTLING, players } from './store.ts';

const profile = players.only('id', 'username', 'display_name');
const rating = playerRatings.only('variance', 'shown', 'last_played_at', 'matches_played', 'stated_points');

/** A player as lists show it: the columns of {@link LISTED_COLUMNS}. */
export const listedPlayers = table('players', {
  ...profile.columns,
  ...rating.columns,
  is_settling: boolean,
  percentile: nullable(integer),
});

export interface ListedPlayer extends RowOf<typeof listedPlayers> {}

/** From `players p` and `player_ratings r`. */
export const LISTED_COLUMNS = `${profile.select('p')}, ${rating.select('r')}, ${IS_SETTLING} as is_settling,
  ${PERCENTILE} as percentile`;

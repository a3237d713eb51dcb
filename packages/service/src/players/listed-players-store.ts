import {
  boolean,
  double,
  integer,
  nullable,
  type RowOf,
  table,
  text,
  timestamptz,
  uuid,
} from '@bandeja/postgres/table';
import { PERCENTILE } from './percentiles-store.ts';
import { IS_SETTLING } from './store.ts';

/** A player as lists show it: the columns of {@link LISTED_COLUMNS}. */
export const listedPlayers = table('players', {
  id: uuid,
  username: text,
  display_name: text,
  variance: nullable(double),
  shown: nullable(double),
  last_played_at: nullable(timestamptz),
  matches_played: integer,
  is_settling: boolean,
  percentile: nullable(integer),
});

export interface ListedPlayer extends RowOf<typeof listedPlayers> {}

/** From `players p` and `player_ratings r`. */
export const LISTED_COLUMNS = `p.id, p.username, p.display_name, r.variance, r.shown, r.last_played_at, r.matches_played,
  ${IS_SETTLING} as is_settling, ${PERCENTILE} as percentile`;

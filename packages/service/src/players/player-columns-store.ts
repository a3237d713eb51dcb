/**
 * Players as one row of an answer, column by column: twenty rows of ten values cost both sides more than finding them.
 * Neither an id nor a username has a blank in it, so those are joined; numbers go as they are in memory.
 */
import { numberOrNull, unpackDoubles, unpackDoublesOfIntegers, unpackInstants } from '@bandeja/postgres/packed';
import { PERCENTILE } from './percentiles-store.ts';
import { IS_SETTLING, type PlayerRow } from './store.ts';

/** A player with what an answer shows of the rating. */
export type ListedPlayer = Pick<
  PlayerRow,
  | 'id'
  | 'username'
  | 'display_name'
  | 'variance'
  | 'shown'
  | 'last_played_at'
  | 'matches_played'
  | 'is_settling'
  | 'percentile'
>;

/** The columns of {@link ListedPlayer}, of `players p` and `player_ratings r`. */
export const LISTED_COLUMNS = `p.id, p.username, p.display_name, r.variance, r.shown, r.last_played_at, r.matches_played,
  ${IS_SETTLING} as is_settling, ${PERCENTILE} as percentile`;

/** The aggregates of {@link ListedAsColumns}, over rows `f` with {@link LISTED_COLUMNS}. They get the rows in their order. */
export const LISTED_AS_COLUMNS = `string_agg(f.id::text, ' ') as ids, string_agg(f.username, ' ') as usernames,
  array_agg(f.display_name) as display_names, array_agg(f.is_settling) as are_settling,
  array_send(array_agg(f.variance)) as variances, array_send(array_agg(f.shown)) as shown,
  array_send(array_agg(f.last_played_at)) as last_played_at,
  array_send(array_agg(f.matches_played)) as matches_played,
  array_send(array_agg(f.percentile::float8)) as percentiles`;

export interface ListedAsColumns {
  readonly ids: string;
  readonly usernames: string;
  readonly display_names: readonly string[];
  readonly are_settling: readonly boolean[];
  readonly variances: Uint8Array;
  readonly shown: Uint8Array;
  readonly last_played_at: Uint8Array;
  readonly matches_played: Uint8Array;
  readonly percentiles: Uint8Array;
}

/** Aggregates over no rows are null. */
export type OrNull<Columns> = Columns | { readonly [Name in keyof Columns]: null };

/**
 * The players, in the order in which they were aggregated; empty if the columns are null.
 * @param moreOf unpacks the other columns. @returns a function from a player's index to these values
 */
export function playersOf<Columns extends ListedAsColumns, More extends object>(
  columns: OrNull<Columns> | undefined,
  moreOf: (columns: Columns, count: number) => (index: number) => More,
): (ListedPlayer & More)[] {
  if (columns === undefined || !isAnybody(columns)) return [];
  const ids = columns.ids.split(' ');
  const usernames = columns.usernames.split(' ');
  const variances = unpackDoubles(columns.variances, ids.length);
  const shown = unpackDoubles(columns.shown, ids.length);
  const lastPlayedAt = unpackInstants(columns.last_played_at, ids.length);
  const matchesPlayed = unpackDoublesOfIntegers(columns.matches_played, ids.length);
  const percentiles = unpackDoubles(columns.percentiles, ids.length);
  const more = moreOf(columns, ids.length);
  return ids.map((id, index) => ({
    id,
    username: usernames[index] ?? '',
    display_name: columns.display_names[index] ?? '',
    variance: numberOrNull(variances[index]),
    shown: numberOrNull(shown[index]),
    last_played_at: numberOrNull(lastPlayedAt[index]),
    matches_played: matchesPlayed[index] ?? 0,
    is_settling: columns.are_settling[index] ?? false,
    percentile: numberOrNull(percentiles[index]),
    ...more(index),
  }));
}

const isAnybody = <Columns extends ListedAsColumns>(columns: OrNull<Columns>): columns is Columns =>
  columns.ids !== null;

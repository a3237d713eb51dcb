/** Reads and writes of the wave: the ledger rows from marks on. */
import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { insertLedger, type LedgerRow, ledgerRow, matchRatings, withoutModel } from '../history/ledger-store.ts';
import type { LedgerPlace } from '../history/place.ts';
import { type PlayerRating, ratingsUpdate, ratingValues } from '../history/ratings-store.ts';
import type { MarkedPlayer } from './marks-store.ts';

const rowsFrom = statement(
  'wave_rows',
  `with later as materialized (
     select distinct later.played_at, later.match_id
     from unnest($1::uuid[], $2::timestamptz[], $3::uuid[]) as marked(player_id, played_at, match_id)
     cross join lateral (
       select pm.played_at, pm.match_id from player_matches pm
       where pm.player_id = marked.player_id and (pm.played_at, pm.match_id) >= (marked.played_at, marked.match_id)
       order by pm.played_at, pm.match_id limit $4
     ) later
     order by later.played_at, later.match_id limit $4
   )
   select ${matchRatings.aggregates('l')}, (select count(*)::integer from later) as found,
     (select played_at from later order by played_at desc, match_id desc limit 1) as end_at,
     (select match_id from later order by played_at desc, match_id desc limit 1) as end_id
   from (select l.* from later join match_ratings l on l.match_id = later.match_id order by l.played_at, l.match_id) l`,
);

/** The ledger rows of marked players from their marks on, in order. */
export interface MarkedRows {
  readonly rows: readonly LedgerRow[];
  /**
   * The players may have more rows after this place; null: these are all. It need not be the place of a row, because walkovers count
   * toward the limit, but have none.
   */
  readonly end: LedgerPlace | null;
}

interface FoundRows {
  readonly found: number;
  readonly end_at: number | null;
  readonly end_id: string | null;
}

/** @param limit of rows, those of all players together in the order of the history */
export async function readMarkedRows(
  database: Queryable,
  marked: readonly MarkedPlayer[],
  limit: number,
): Promise<MarkedRows> {
  const [found] = await database.query<FoundRows>(rowsFrom, [
    marked.map((one) => one.player_id),
    marked.map((one) => instant(one.played_at)),
    marked.map((one) => one.match_id),
    limit,
  ]);
  if (found === undefined) throw new Error('the rows of marked players are missing');
  const { found: count, end_at: played_at, end_id: match_id } = found;
  const isComplete = count < limit || played_at === null || match_id === null;
  return { rows: matchRatings.unpack([found]).map(ledgerRow), end: isComplete ? null : { played_at, match_id } };
}

const writeRows = statement(
  'wave_write_rows',
  `${insertLedger('$1', 2)}
   on conflict (match_id) do update set model_version = excluded.model_version, ${withoutModel.without('match_id').assignments('excluded')}`,
);

/** Writes ledger rows. The transaction has locked all their players. */
export async function writeLedgerRows(
  transaction: Transaction,
  modelVersion: string,
  rows: readonly LedgerRow[],
): Promise<void> {
  if (rows.length > 0) await transaction.query(writeRows, [modelVersion, ...withoutModel.values(rows)]);
}

const writePlayers = statement('wave_write_ratings', ratingsUpdate('$1', 2));

/** Writes ratings. The transaction has locked them. */
export async function writeSettledRatings(
  transaction: Transaction,
  modelVersion: string,
  ratings: readonly PlayerRating[],
): Promise<void> {
  if (ratings.length > 0) await transaction.query(writePlayers, [modelVersion, ...ratingValues(ratings)]);
}

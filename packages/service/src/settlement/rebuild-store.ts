/** The progress of a rebuild, and its repairs. */
import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import type { LedgerPlace } from '../history/place.ts';
import { historyRows, isInHistory } from '../history/player-matches-store.ts';

const begin = statement(
  'rebuild_begin',
  `with removed as (
     delete from score_shifts where (select model_version from ledger_state) <> $1
   )
   update ledger_state set model_version = $1, rebuild_started_at = clock_timestamp(), rebuild_played_at = '1970-01-01T00:00:00Z',
     rebuild_match_id = '00000000-0000-0000-0000-000000000000', rebuild_player_id = '00000000-0000-0000-0000-000000000000'
   where rebuild_started_at is null or model_version <> $1`,
);

/**
 * Sets the model and begins a rebuild, unless one with this model is in progress. From now on, everything counts as settling. Another
 * model removes the shifts of scores, which are between scores that no player has then.
 */
export const beginRebuild = (database: Queryable, modelVersion: string): Promise<unknown> =>
  database.query(begin, [modelVersion]);

const adoptModel = statement(
  'ledger_state_adopt_model',
  `with adopted as (
     update ledger_state set model_version = $1
     where model_version <> $1 and not exists (select from match_ratings)
     returning model_version
   )
   select coalesce((select model_version from adopted), model_version) as model_version from ledger_state`,
);

/** Sets the model of the ledger if the ledger is empty. @returns the model */
export async function adoptModelIfEmpty(database: Queryable, modelVersion: string): Promise<string> {
  const [row] = await database.query<{ model_version: string }>(adoptModel, [modelVersion]);
  if (row === undefined) throw new Error('the state of the ledger is missing');
  return row.model_version;
}

export interface RebuildProgress {
  readonly model_version: string;
  /** The ledger up to this place was compared with the matches. */
  readonly compared: LedgerPlace;
  /** The players up to this id are marked. */
  readonly player_id: string;
}

interface Row {
  readonly model_version: string;
  readonly played_at: number | null;
  readonly match_id: string | null;
  readonly player_id: string | null;
}

const lock = statement(
  'rebuild_lock',
  `select model_version, rebuild_played_at as played_at, rebuild_match_id as match_id, rebuild_player_id as player_id
   from ledger_state for no key update`,
);

/** Locks the progress until the transaction ends, so that one node at a time goes on. Null if no rebuild is in progress. */
export async function lockRebuild(transaction: Transaction): Promise<RebuildProgress | null> {
  const [row] = await transaction.query<Row>(lock);
  const { model_version = '', played_at = null, match_id = null, player_id = null } = row ?? {};
  if (played_at === null || match_id === null || player_id === null) return null;
  return { model_version, compared: { played_at, match_id }, player_id };
}

const advance = statement(
  'rebuild_advance',
  'update ledger_state set rebuild_played_at = $1, rebuild_match_id = $2, rebuild_player_id = $3',
);

export async function advanceRebuild(
  transaction: Transaction,
  { compared, player_id }: Pick<RebuildProgress, 'compared' | 'player_id'>,
): Promise<void> {
  await transaction.query(advance, [instant(compared.played_at), compared.match_id, player_id]);
}

const end = statement(
  'rebuild_end',
  'update ledger_state set rebuild_started_at = null, rebuild_played_at = null, rebuild_match_id = null, rebuild_player_id = null',
);

export const endRebuild = (transaction: Transaction): Promise<unknown> => transaction.query(end);

const addRatings = statement(
  'rebuild_add_ratings',
  `insert into player_ratings (player_id, region)
   select p.id, coalesce(p.creator_partner_id, '00000000-0000-0000-0000-000000000000')
   from (select * from players where id > $1 order by id limit $2) p
   where not exists (select from player_ratings r where r.player_id = p.id)
   on conflict do nothing`,
);
const nextPlayers = statement(
  'rebuild_next_players',
  `select p.id as player_id, exists (select from player_matches pm where pm.player_id = p.id) as has_played
   from players p where p.id > $1 order by p.id limit $2`,
);

/** The next players by id, with the rating rows that were missing. */
export async function readNextPlayers(
  transaction: Transaction,
  after: string,
  limit: number,
): Promise<{ readonly player_id: string; readonly has_played: boolean }[]> {
  await transaction.query(addRatings, [after, limit]);
  return transaction.query(nextPlayers, [after, limit]);
}

const COMPARED = `with compared as (select * from matches where id = any($1::uuid[])), history (player_id, played_at, match_id, result) as (
     ${historyRows('compared')}
   )`;

const withoutHistory = statement(
  'rebuild_without_history',
  `${COMPARED}
   select distinct match_id from history h where not exists (
     select from player_matches pm
     where (pm.player_id, pm.played_at, pm.match_id) = (h.player_id, h.played_at, h.match_id) and pm.result is not distinct from h.result
   )`,
);

/** Those of these matches that are missing in the history of a player, or have another result there. */
export async function readWithoutHistory(database: Queryable, matchIds: readonly string[]): Promise<string[]> {
  const found = await database.query<{ match_id: string }>(withoutHistory, [matchIds]);
  return found.map((row) => row.match_id);
}

const addHistories = statement(
  'rebuild_add_histories',
  `${COMPARED}
   insert into player_matches (player_id, played_at, match_id, result) select * from history
   on conflict (player_id, played_at, match_id) do update set result = excluded.result
     where player_matches.result is distinct from excluded.result`,
);

/**
 * Adds matches to the histories of their players, where they are missing or have another result. The transaction has locked all these
 * players. Otherwise this might wait for a change that moves a match, and then add it at its old place.
 */
export const addMissingHistories = (transaction: Transaction, matchIds: readonly string[]): Promise<unknown> =>
  transaction.query(addHistories, [matchIds]);

const removeHistories = statement(
  'rebuild_remove_histories',
  `delete from player_matches pm where pm.player_id = any($1::uuid[]) and not ${isInHistory('pm')}`,
);

/** Removes the rows of `player_matches` without a match. */
export const removeSurplusHistories = (transaction: Transaction, playerIds: readonly string[]): Promise<unknown> =>
  transaction.query(removeHistories, [playerIds]);

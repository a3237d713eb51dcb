/** A ledger that is made anew beside the serving one, and takes its place in one transaction. */
import { DatabaseUnavailable, instant, type Queryable, statement, type Transaction } from './database.ts';
import { sqlState } from './driver-errors.ts';
import type { LedgerRow } from './ledger.ts';
import type { LedgerPlace } from './ledger-state.ts';

const begin = statement('rebuild_begin', 'update ledger_state set rebuild = $1, rebuild_until = $2');

// Indexes and foreign keys come once the tables are filled.
const CREATE = `drop table if exists match_ratings_next, player_ratings_next;
  create table match_ratings_next (like match_ratings including defaults including constraints);
  create table player_ratings_next (like player_ratings including defaults including constraints) with (fillfactor = 70);
  delete from rebuild_notices;`;

/** Begins a rebuild with empty tables. The gate must be held alone, so that it hears of every change from now on. */
export async function beginRebuild(transaction: Transaction, id: string, until: number): Promise<void> {
  await transaction.query(begin, [id, instant(until)]);
  await transaction.script(CREATE);
}

const renew = statement('rebuild_renew', 'update ledger_state set rebuild_until = $2 where rebuild = $1 returning id');

/** Tells that the rebuild is still under way. @returns false when it was given up meanwhile. */
export async function renewRebuild(database: Queryable, id: string, until: number): Promise<boolean> {
  return (await database.query(renew, [id, instant(until)])).length > 0;
}

const end = statement(
  'rebuild_end',
  'update ledger_state set rebuild = null, rebuild_until = null where rebuild = $1 returning id',
);

/** Gives up a rebuild: nothing of it stays. The gate must be held alone. @returns false when it was not under way. */
export async function abandonRebuild(transaction: Transaction, id: string): Promise<boolean> {
  if ((await transaction.query(end, [id])).length === 0) return false;
  await transaction.script(
    'drop table if exists match_ratings_next, player_ratings_next; delete from rebuild_notices;',
  );
  return true;
}

// A match that was amended while the tables were filled may have been read at both its places. Building the indexes of a
// large table takes longer than a statement may. Foreign keys are checked without keeping anybody from writing.
const COMPLETE = `set local statement_timeout = 0;
  delete from match_ratings_next n using rebuild_notices c where n.match_id = c.match_id;
  insert into player_ratings_next (player_id) select player_id from player_ratings r where matches_played = 0
    and not exists (select from player_ratings_next n where n.player_id = r.player_id);
  alter table match_ratings_next add constraint match_ratings_next_pkey primary key (match_id);
  create index match_ratings_next_by_time on match_ratings_next (played_at, match_id);
  alter table player_ratings_next add constraint player_ratings_next_pkey primary key (player_id);`;
const REFER = `alter table match_ratings_next
    add constraint match_ratings_match foreign key (match_id) references matches not valid;
  alter table player_ratings_next
    add constraint player_ratings_player foreign key (player_id) references players not valid;`;
const VALIDATE = `set local statement_timeout = 0;
  alter table match_ratings_next validate constraint match_ratings_match;
  alter table player_ratings_next validate constraint player_ratings_player;
  analyze match_ratings_next, player_ratings_next;`;

/** The three parts, each a transaction, that make the filled tables equal in all to the serving ones. */
export const completions: readonly ((transaction: Transaction) => Promise<void>)[] = [COMPLETE, REFER, VALIDATE].map(
  (script) => (transaction) => transaction.script(script),
);

const notices = statement('rebuild_notices_read', 'select played_at, match_id from rebuild_notices');

/** The places at which something has changed since the rebuild began. */
export async function readRebuildNotices(transaction: Transaction): Promise<LedgerPlace[]> {
  return transaction.query<LedgerPlace>(notices);
}

/** Somebody reads the ledger for longer than the switch may keep everybody waiting. Try again later. */
export class LedgerInUse extends Error {
  override readonly name = 'LedgerInUse';
}

/** So long the switch waits, with the gate held, for those who read the ledger; all who come after wait with it. */
const LOCK_WAIT_MS = 200;
const LOCK_NOT_AVAILABLE = '55P03';

// What has changed meanwhile is taken over as the serving tables have it; it is settled after the switch. But no settlement
// comes across a player whose last match lies before all of that, a later one having been taken out: the new ledger has the state.
const SWITCH = `set local lock_timeout = ${LOCK_WAIT_MS};
  lock table match_ratings, player_ratings in access exclusive mode;
  delete from match_ratings_next n using rebuild_notices c where n.match_id = c.match_id;
  insert into match_ratings_next select * from match_ratings where match_id in (select match_id from rebuild_notices);
  delete from player_ratings_next n using (select unnest(player_ids) as player_id from rebuild_notices) c
    where n.player_id = c.player_id;
  insert into player_ratings_next select * from player_ratings r
    where not exists (select from player_ratings_next n where n.player_id = r.player_id);
  update player_ratings_next n set mean = l.mean_after[array_position(l.player_ids, n.player_id)],
      variance = l.variance_after[array_position(l.player_ids, n.player_id)],
      shown = l.shown_after[array_position(l.player_ids, n.player_id)], last_played_at = l.played_at,
      matches_played = l.matches_played_before[array_position(l.player_ids, n.player_id)] + 1, model_version = l.model_version
    from match_ratings_next l
    where l.match_id = n.last_match_id and n.player_id in (select unnest(player_ids) from rebuild_notices)
      and (l.played_at, l.match_id) < (select played_at, match_id from rebuild_notices order by played_at, match_id limit 1);
  drop table match_ratings, player_ratings;
  alter table match_ratings_next rename to match_ratings;
  alter table match_ratings rename constraint match_ratings_next_pkey to match_ratings_pkey;
  alter index match_ratings_next_by_time rename to match_ratings_by_time;
  alter table player_ratings_next rename to player_ratings;
  alter table player_ratings rename constraint player_ratings_next_pkey to player_ratings_pkey;
  delete from rebuild_notices;
  delete from settlement_notices;`;

const serve = statement(
  'rebuild_serve',
  `update ledger_state set model_version = $1, rebuild = null, rebuild_until = null,
     settled_until_played_at = null, settled_until_match_id = null, run_started_at = null, settler = null, settler_until = null,
     owed_until_played_at = null, owed_until_match_id = null, owed_due_at = null`,
);

/**
 * Puts the new tables in the place of the serving ones, rated with this model. The gate must be held alone. All of the
 * ledger counts as settled then: what has changed meanwhile is to be owed next.
 * @throws {LedgerInUse} when the tables are not to be had at once; nothing has happened then.
 */
export async function serveRebuilt(transaction: Transaction, modelVersion: string): Promise<void> {
  try {
    await transaction.script(SWITCH);
  } catch (error) {
    const state = sqlState(error instanceof DatabaseUnavailable ? error.cause : error);
    throw state === LOCK_NOT_AVAILABLE ? new LedgerInUse() : error;
  }
  await transaction.query(serve, [modelVersion]);
}

const inputs = statement(
  'rebuild_rewrite_inputs',
  `update match_ratings l set units_won = i.units_won, units_lost = i.units_lost, units_standard = i.units_standard,
     weight = i.weight, length = i.length
   from json_to_recordset($1::json) as i(match_id uuid, units_won integer, units_lost integer, units_standard double precision,
     weight double precision, length double precision)
   where l.match_id = i.match_id`,
);

/** What a model is given for a match, besides its players and its place. */
export type LedgerUnits = Pick<
  LedgerRow,
  'match_id' | 'units_won' | 'units_lost' | 'units_standard' | 'weight' | 'length'
>;

/** Writes what the model is given for matches that the ledger holds. */
export async function rewriteInputs(transaction: Transaction, matches: readonly LedgerUnits[]): Promise<void> {
  await transaction.query(inputs, [JSON.stringify(matches)]);
}

const adopt = statement(
  'rebuild_adopt_model',
  'update ledger_state set model_version = $1 where model_version <> $1 and not exists (select from match_ratings) returning id',
);

/** Makes this the model of a ledger that is still empty. */
export async function adoptModel(transaction: Transaction, modelVersion: string): Promise<void> {
  await transaction.query(adopt, [modelVersion]);
}

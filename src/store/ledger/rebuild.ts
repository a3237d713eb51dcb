/** A ledger that is made anew beside the serving one, and takes its place in one transaction. */
import { DatabaseUnavailable, instant, type Queryable, statement, type Transaction } from '../engine/database.ts';
import { sqlState } from '../engine/driver-errors.ts';
import type { LedgerRow } from './ledger.ts';
import type { LedgerPlace } from './ledger-state.ts';

const begin = statement('rebuild_begin', 'update ledger_state set rebuild = $1, rebuild_until = $2');

/** Somebody uses tables for longer than everybody else may be kept waiting. Nothing has happened: try again later. */
export class LedgerInUse extends Error {
  override readonly name = 'LedgerInUse';
}

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs a script that locks tables against everybody. Who comes after it waits behind it, so it gives up soon itself.
 * @throws {LedgerInUse}
 */
async function runLocking(transaction: Transaction, script: string, waitMs = LOCK_WAIT_MS): Promise<void> {
  try {
    await transaction.script(`set local lock_timeout = ${waitMs};\n${script}`);
  } catch (error) {
    const state = sqlState(error instanceof DatabaseUnavailable ? error.cause : error);
    throw state === LOCK_NOT_AVAILABLE ? new LedgerInUse() : error;
  }
}

/** So long a locking script waits for those who use the tables. */
const LOCK_WAIT_MS = 200;

const DROP_NEXT = 'drop table if exists match_ratings_next, player_ratings_next;';
const DROP_OLD = 'drop table if exists match_ratings_old, player_ratings_old;';

// Indexes and foreign keys come once the tables are filled.
const CREATE = `${DROP_NEXT} ${DROP_OLD}
  create table match_ratings_next (like match_ratings including defaults including constraints);
  create table player_ratings_next (like player_ratings including defaults including constraints) with (fillfactor = 70);
  delete from rebuild_notices;`;

/**
 * Begins a rebuild with empty tables. The gate must be held alone, so that it hears of every change from now on.
 * @throws {LedgerInUse}
 */
export async function beginRebuild(transaction: Transaction, id: string, until: number): Promise<void> {
  await transaction.query(begin, [id, instant(until)]);
  await runLocking(transaction, CREATE);
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

/**
 * Gives up a rebuild: nothing of it stays. The gate must be held alone.
 * @returns false when it was not under way.
 * @throws {LedgerInUse}
 */
export async function abandonRebuild(transaction: Transaction, id: string): Promise<boolean> {
  if ((await transaction.query(end, [id])).length === 0) return false;
  await runLocking(transaction, `${DROP_NEXT} delete from rebuild_notices;`);
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
  alter table player_ratings_next add constraint player_ratings_next_pkey primary key (player_id);
  create index player_ratings_next_by_player on player_ratings_next using hash (player_id);`;
const REFER = [
  `alter table match_ratings_next
    add constraint match_ratings_match foreign key (match_id) references matches not valid;`,
  `alter table player_ratings_next
    add constraint player_ratings_player foreign key (player_id) references players not valid;`,
];
const VALIDATE = `set local statement_timeout = 0;
  alter table match_ratings_next validate constraint match_ratings_match;
  alter table player_ratings_next validate constraint player_ratings_player;
  analyze match_ratings_next, player_ratings_next;`;

/** The parts, each a transaction, that make the filled tables equal in all to the serving ones. @throws {LedgerInUse} */
export const completions: readonly ((transaction: Transaction) => Promise<void>)[] = [
  (transaction) => transaction.script(COMPLETE),
  ...REFER.map((script) => (transaction: Transaction) => runLocking(transaction, script)),
  (transaction) => transaction.script(VALIDATE),
];

const takeNotices = statement(
  'rebuild_notices_take',
  `with taken as (
     delete from rebuild_notices where ctid = any(array(select ctid from rebuild_notices limit $1))
     returning match_id, played_at, player_ids
   )
   select match_id, played_at, player_ids from taken`,
);

/** What has changed since the rebuild began. */
export interface RebuildNotice extends LedgerPlace {
  readonly player_ids: readonly string[];
}

/** Takes some of what has changed since the rebuild began, at most `limit`; it comes back if the transaction does not commit. */
export async function takeRebuildNotices(transaction: Transaction, limit: number): Promise<RebuildNotice[]> {
  return transaction.query<RebuildNotice>(takeNotices, [limit]);
}

const forgetMatches = statement(
  'rebuild_forget_matches',
  'delete from match_ratings_next where match_id = any($1::uuid[])',
);
const takeMatches = statement(
  'rebuild_take_matches',
  'insert into match_ratings_next select * from match_ratings where match_id = any($1::uuid[])',
);
const forgetPlayers = statement(
  'rebuild_forget_players',
  'delete from player_ratings_next where player_id = any($1::uuid[])',
);
const takePlayers = statement(
  'rebuild_take_players',
  'insert into player_ratings_next select * from player_ratings where player_id = any($1::uuid[])',
);

/** Takes matches and players over as the serving tables have them; they are settled after the switch. */
export async function takeOver(
  transaction: Transaction,
  matchIds: readonly string[],
  playerIds: readonly string[],
): Promise<void> {
  await transaction.query(forgetMatches, [matchIds]);
  await transaction.query(takeMatches, [matchIds]);
  await transaction.query(forgetPlayers, [playerIds]);
  await transaction.query(takePlayers, [playerIds]);
}

const moveBack = statement(
  'rebuild_move_back',
  `update player_ratings_next p set mean = l.after[3 * n - 2], variance = l.after[3 * n - 1], shown = l.after[3 * n],
     last_played_at = l.played_at, matches_played = l.before[5 * n]::integer + 1, model_version = l.model_version
   from match_ratings_next l, unnest($1::uuid[]) as asked(player_id), array_position(l.player_ids, asked.player_id) as n
   where p.player_id = asked.player_id and l.match_id = p.last_match_id and (l.played_at, l.match_id) < ($2, $3)`,
);

/**
 * Gives players whose last match lies before a place the state that the new ledger has after it: from that place on all is
 * settled after the switch, but no settlement comes across them, a later match having been taken out.
 */
export async function moveBackTo(
  transaction: Transaction,
  playerIds: readonly string[],
  place: LedgerPlace,
): Promise<void> {
  await transaction.query(moveBack, [playerIds, instant(place.played_at), place.match_id]);
}

const addPlayers = statement(
  'rebuild_add_players',
  `insert into player_ratings_next
   select r.* from players p join player_ratings r on r.player_id = p.id
   where p.created_at >= $1 and not exists (select from player_ratings_next n where n.player_id = p.id)`,
);

/** Takes over players who were registered since an instant (ms). */
export async function addPlayersSince(transaction: Transaction, since: number): Promise<void> {
  await transaction.query(addPlayers, [instant(since)]);
}

const healPlayers = statement(
  'rebuild_heal_players',
  `insert into player_ratings (player_id) select p.id from players p
   where not exists (select from player_ratings r where r.player_id = p.id) on conflict do nothing`,
);

/** Gives every player a row who has none: registered by a node whose clock is far off, just before the switch. */
export async function healPlayerRows(database: Queryable): Promise<void> {
  await database.query(healPlayers);
}

// In the order in which readers take them. The old tables are put aside and not dropped: that would lock what they refer to.
const LOCK = 'lock table player_ratings, match_ratings in access exclusive mode;';
const SWITCH = `alter table match_ratings rename to match_ratings_old;
  alter table match_ratings_old rename constraint match_ratings_pkey to match_ratings_old_pkey;
  alter index match_ratings_by_time rename to match_ratings_old_by_time;
  alter table player_ratings rename to player_ratings_old;
  alter table player_ratings_old rename constraint player_ratings_pkey to player_ratings_old_pkey;
  alter table match_ratings_next rename to match_ratings;
  alter table match_ratings rename constraint match_ratings_next_pkey to match_ratings_pkey;
  alter index match_ratings_next_by_time rename to match_ratings_by_time;
  alter index player_ratings_by_player rename to player_ratings_old_by_player;
  alter table player_ratings_next rename to player_ratings;
  alter table player_ratings rename constraint player_ratings_next_pkey to player_ratings_pkey;
  alter index player_ratings_next_by_player rename to player_ratings_by_player;
  delete from settlement_notices;`;

/** Keeps everybody from the serving tables. @param waitMs how long to wait for who uses them. @throws {LedgerInUse} */
export async function lockLedgerTables(transaction: Transaction, waitMs: number): Promise<void> {
  await runLocking(transaction, LOCK, waitMs);
}

/** Removes the tables that a switch has put aside. @throws {LedgerInUse} */
export async function dropOldTables(transaction: Transaction): Promise<void> {
  await runLocking(transaction, DROP_OLD);
}

const serve = statement(
  'rebuild_serve',
  `update ledger_state set model_version = $1, rebuild = null, rebuild_until = null,
     settled_until_played_at = null, settled_until_match_id = null, run_started_at = null, settler = null, settler_until = null,
     owed_until_played_at = null, owed_until_match_id = null, owed_due_at = null`,
);

/**
 * Puts the new tables in the place of the serving ones, rated with this model. The gate must be held alone, and the tables
 * locked. All of the ledger counts as settled then: what has changed meanwhile is to be owed next.
 */
export async function serveRebuilt(transaction: Transaction, modelVersion: string): Promise<void> {
  await transaction.script(SWITCH);
  await transaction.query(serve, [modelVersion]);
}

const inputs = statement(
  'rebuild_rewrite_inputs',
  `update match_ratings_next l set units_won = i.units_won, units_lost = i.units_lost, units_standard = i.units_standard,
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

/** Writes what this node's model is given for matches of the new ledger. */
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

/** Marks: which players the marker and the wave take next. docs/ledger.md has the rules. */
import type { ShiftCause } from '@bandeja/contract/progress';
import { type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import type { LedgerPlace } from '../history/place.ts';
import { type PlayerPlace, playerMatches } from '../history/player-matches-store.ts';
import { type PlayerRating, playerRatings, ratingRow } from '../history/ratings-store.ts';
import { BY_REBUILD } from '../ledger/conditions-store.ts';

/** The place of a mark that is not spread. */
export interface UnspreadPlayer extends PlayerPlace {
  readonly guard: number;
}

const MARKED = 'player_id, unsettled_at as played_at, unsettled_match as match_id';

const unspread = statement(
  'marks_unspread',
  `select ${MARKED}, guard from player_ratings where guard is not null
   order by guard, unsettled_at, unsettled_match limit $1`,
);

/**
 * Players whose marks are not spread: of the oldest guard, the earliest marks first. Marks only travel forward in time, so an early mark
 * is seldom lowered once it is spread (Dijkstra’s order).
 */
export const readUnspreadPlayers = (database: Queryable, limit: number): Promise<UnspreadPlayer[]> =>
  database.query<UnspreadPlayer>(unspread, [limit]);

const first = statement(
  'marks_first',
  `select ${MARKED} from player_ratings where changed_by = $1 and unsettled_at is not null
   order by unsettled_at, unsettled_match limit $2`,
);

/** The players with the first marks of a partner's changes. */
export const readFirstMarked = (database: Queryable, partnerId: string, limit: number): Promise<PlayerPlace[]> =>
  database.query<PlayerPlace>(first, [partnerId, limit]);

/** A match in which `other_id` meets a marked player: the first one at or after the mark. */
export interface Meeting extends LedgerPlace {
  readonly player_id: string;
  readonly other_id: string;
}

const meetings = statement(
  'marks_meetings',
  `select met.*
   from (
     select distinct on (marked.player_id, other_id) marked.player_id, other_id, later.played_at, later.match_id
     from (${playerMatches.source()}) marked
     cross join lateral (
       select pm.played_at, pm.match_id, r.player_ids
       from player_matches pm join match_ratings r on r.match_id = pm.match_id
       where pm.player_id = marked.player_id and (pm.played_at, pm.match_id) >= (marked.played_at, marked.match_id)
       order by pm.played_at, pm.match_id offset 0
     ) later
     cross join lateral unnest(later.player_ids) as other_id
     where other_id <> marked.player_id
     order by marked.player_id, other_id, later.played_at, later.match_id
   ) met join player_ratings other on other.player_id = met.other_id
   where other.unsettled_at is null or (other.unsettled_at, other.unsettled_match) > (met.played_at, met.match_id)`,
);

/**
 * The first meetings of marked players with others from their marks on, without those of others who are marked by then. Once the marked
 * players are locked, these others stay marked: a mark passes a match only when that is rated, which needs the locks of all its players.
 */
export async function readMeetings(database: Queryable, marked: readonly PlayerPlace[]): Promise<Meeting[]> {
  return marked.length === 0 ? [] : database.query<Meeting>(meetings, playerMatches.values(marked));
}

const marks = playerRatings.only('player_id', 'unsettled_at', 'unsettled_match', 'is_spread', 'guard', 'changed_by');

const write = statement(
  'marks_write',
  `update player_ratings r set ${marks.without('player_id').assignments('s')}
   from (${marks.source()}) s where r.player_id = s.player_id`,
);

/** Writes marks, and no numbers. The transaction has locked the ratings. */
export async function writeMarks(transaction: Transaction, ratings: readonly PlayerRating[]): Promise<void> {
  if (ratings.length > 0) await transaction.query(write, marks.values(ratings.map(ratingRow)));
}

/** What the settlement has to do. */
export interface SettlementWork {
  readonly model_version: string;
  readonly is_rebuilding: boolean;
  /** There are marks to spread, or guards to drop. */
  readonly is_marking: boolean;
  readonly is_marked: boolean;
  /** A partner has marks, but no settlement. */
  readonly is_missing: boolean;
  /** The partners whose changes are to be settled, by id. */
  readonly settlements: readonly Settlement[];
}

export interface Settlement {
  readonly changed_by: string;
  readonly version: number;
  /** Why the wave moves scores. */
  readonly cause: ShiftCause;
  /** The wave may start: the last change was a moment ago, or the first one some seconds. */
  readonly is_due: boolean;
}

/** A wave begins when the partner has changed nothing for a second, at the latest after ten, so that an import is settled once. */
const QUIET = `interval '1 s'`;
const PATIENCE = `interval '10 s'`;

// PostgreSQL has no index scan that skips equal keys; this does it.
const MARKED_BY = `recursive marked(changed_by) as (
     select (select changed_by from player_ratings where unsettled_at is not null order by changed_by limit 1)
     union all
     select (select p.changed_by from player_ratings p where p.unsettled_at is not null and p.changed_by > marked.changed_by order by p.changed_by limit 1)
     from marked where marked.changed_by is not null
   ), missing as (
     select changed_by from marked where changed_by is not null and not exists (select from settlements s where s.changed_by = marked.changed_by)
   )`;

// Ordered by the columns of an index: a plan that is made while many players are marked would else read all players when none are.
const work = statement(
  'settlement_work',
  `with ${MARKED_BY}
   select s.model_version, s.rebuild_started_at is not null as is_rebuilding,
     (select guard from player_ratings where guard is not null order by guard limit 1) is not null
       or exists (select from guards) as is_marking,
     exists (select from marked where changed_by is not null) as is_marked, exists (select from missing) as is_missing,
     coalesce((
       select json_agg(json_build_object('changed_by', changed_by, 'version', version, 'cause', cause, 'is_due',
         changed_at not between clock_timestamp() - ${QUIET} and clock_timestamp() or since < clock_timestamp() - ${PATIENCE})
         order by changed_by)
       from settlements), '[]') as settlements
   from ledger_state s`,
);

export async function readSettlementWork(database: Queryable): Promise<SettlementWork> {
  const [row] = await database.query<SettlementWork>(work);
  if (row === undefined) throw new Error('the state of the ledger is missing');
  return row;
}

const addMissing = statement(
  'settlements_add_missing',
  `with ${MARKED_BY} insert into settlements (changed_by) select changed_by from missing on conflict do nothing`,
);

/**
 * Adds partners that have marks but no settlement: an append marks its players because of a guard or a rebuild that it has read, and
 * may commit when the settlement has ended. Other partners' marks may wait for these.
 */
export const addMissingSettlements = (database: Queryable): Promise<unknown> => database.query(addMissing);

const isDone = statement(
  'settlements_is_done',
  `select not exists (select from player_ratings where changed_by = $1 and unsettled_at is not null) as is_done`,
);
const end = statement(
  'settlements_end',
  `delete from settlements where changed_by = $1 and version = $2 and coalesce(paused_until < clock_timestamp(), true)
     and not exists (select from guards where changed_by = $1)`,
);

/** Ends the settlement of a partner without marks, unless it has made another change. */
export async function endSettlement(database: Queryable, { changed_by, version }: Settlement): Promise<void> {
  const [row] = await database.query<{ is_done: boolean }>(isDone, [changed_by]);
  if (row?.is_done === true) await database.query(end, [changed_by, version]);
}

// A settlement without marks only pauses its partner's next large change.
const SINCE = `(select min(since) from settlements m
       where exists (select from player_ratings where changed_by = m.changed_by and unsettled_at is not null))`;

const progress = statement(
  'settlement_progress',
  `select s.model_version, s.rebuild_started_at is not null as is_rebuilding,
     (select count(*)::integer from player_ratings where unsettled_at is not null) as players,
     (select count(*)::integer from player_ratings
      where unsettled_at is not null and changed_by = '${BY_REBUILD}') as rebuilt_players,
     ${SINCE} as since, (extract(epoch from clock_timestamp() - ${SINCE}) * 1000)::float8 as unsettled_ms
   from ledger_state s`,
);

export interface SettlementProgress {
  readonly model_version: string;
  readonly is_rebuilding: boolean;
  /** Marked players. */
  readonly players: number;
  /** Those that a rebuild has marked. */
  readonly rebuilt_players: number;
  /** When the earliest change was made that is not settled; null if all are. */
  readonly since: number | null;
  /** The age of that change by the database's clock, ms. */
  readonly unsettled_ms: number | null;
}

export async function readSettlementProgress(database: Queryable): Promise<SettlementProgress> {
  const [row] = await database.query<SettlementProgress>(progress);
  if (row === undefined) throw new Error('the state of the ledger is missing');
  return row;
}

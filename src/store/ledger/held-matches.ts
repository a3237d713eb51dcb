/** Late matches that wait outside the ledger until their partner has rested, each with its provisional change. */
import { instant, type Queryable, statement, type Transaction } from '../engine/database.ts';
import { type Compact, decodeMatch } from '../matches/compact.ts';
import type { MatchRow } from '../matches/match-rows.ts';
import { MATCH_COLUMNS } from '../matches/matches.ts';
import type { LedgerRow } from './ledger.ts';

/** What is kept of the ledger row that a waiting match would have. The rest of it the match itself says. */
export type ProvisionalRow = Pick<LedgerRow, 'match_id' | 'player_ids' | 'length' | 'before' | 'after'>;

const COLUMNS = 'match_id, player_ids, length, before, after';

const RECORD = `match_id uuid, player_ids uuid[], length double precision, before double precision[], after double precision[]`;

const hold = statement(
  'held_matches_insert',
  `with held as (
     insert into held_matches (${COLUMNS}, partner_id, held_at)
     select h.*, m.partner_id, $2 from json_to_recordset($1::json) as h(${RECORD}) join matches m on m.id = h.match_id
     returning match_id, player_ids
   )
   insert into held_players (player_id, match_id) select unnest(player_ids), match_id from held`,
);

/** Lets matches wait from now on, with the ledger rows that they would have now; their players are settling. */
export async function holdMatches(
  transaction: Transaction,
  provisional: readonly ProvisionalRow[],
  now: number,
): Promise<void> {
  // JSON has no NaN.
  const rows = provisional.map((row) => ({ ...row, before: row.before.map(String) }));
  await transaction.query(hold, [JSON.stringify(rows), instant(now)]);
}

const readRow = statement('held_matches_read', `select ${COLUMNS} from held_matches where match_id = $1`);

/** The provisional change of a match that waits; undefined when it does not. */
export async function readProvisional(database: Queryable, matchId: string): Promise<ProvisionalRow | undefined> {
  return (await database.query<ProvisionalRow>(readRow, [matchId]))[0];
}

const release = statement('held_matches_delete', 'delete from held_matches where match_id = $1');

/** Lets a match wait no longer: it is voided, or about to be judged anew. */
export async function releaseHeldMatch(transaction: Transaction, matchId: string): Promise<void> {
  await transaction.query(release, [matchId]);
}

const takeHeld = statement(
  'held_matches_take',
  `with next as (
     select match_id from held_matches where partner_id = $1 order by held_at, match_id limit $2
   ), taken as (delete from held_matches h using next where h.match_id = next.match_id returning h.match_id)
   select ${MATCH_COLUMNS} from taken join matches m on m.id = taken.match_id`,
);

/** Takes the partner's next waiting matches, at most `limit`; nothing of their provisional changes is left. */
export async function takeHeldMatches(transaction: Transaction, partnerId: string, limit: number): Promise<MatchRow[]> {
  const rows = await transaction.query<Compact<MatchRow>>(takeHeld, [partnerId, limit]);
  return rows.map(decodeMatch<MatchRow>);
}

const restedPartner = statement(
  'held_matches_rested_partner',
  `select s.partner_id from settlement_shares s
   where s.rests_until <= $1 and exists (select from held_matches h where h.partner_id = s.partner_id)
   order by s.partner_id limit 1`,
);

/** A partner that has rested and whose matches wait; undefined when there is none. */
export async function findRestedPartner(database: Queryable, now: number): Promise<string | undefined> {
  return (await database.query<{ partner_id: string }>(restedPartner, [instant(now)]))[0]?.partner_id;
}

const heldCount = statement('held_matches_count', 'select count(*)::integer as count from held_matches');

/** How many matches wait. */
export async function countHeldMatches(database: Queryable): Promise<number> {
  return (await database.query<{ count: number }>(heldCount))[0]?.count ?? 0;
}

const heldUntil = statement(
  'held_matches_until',
  `select min(s.rests_until) as held_until from settlement_shares s
   where exists (select from held_matches h where h.partner_id = s.partner_id)`,
);

/** When the first of the partners whose matches wait has rested, ms; null when none waits. */
export async function readHeldUntil(database: Queryable): Promise<number | null> {
  return (await database.query<{ held_until: number | null }>(heldUntil))[0]?.held_until ?? null;
}

/**
 * Whether a match of the player waits, as a condition for a statement. Mostly none waits at all, which is asked once a
 * statement and not once a row. `offset 0` keeps the planner to a look for each player: else it may read and hash all that
 * wait.
 * @param playerId an SQL expression
 */
export function hasHeldMatch(playerId: string): string {
  return `(exists (select from held_players)
    and exists (select from held_players h where h.player_id = ${playerId} offset 0))`;
}

import type { MatchStatus } from '@bandeja/contract/match-enums';
import { instant, type Queryable, statement } from '@bandeja/postgres/database';
import { type MatchRowWithNames, matches } from '../history/match-row.ts';
import { selectNextRated } from '../history/ratings-store.ts';
import { RATING_CHANGE_COLUMNS, RATING_CHANGE_JOINS } from '../history/settling-store.ts';
import { decodeWithNames, nameLists } from '../matches/store.ts';
import type { TimeKey } from '../paging/time-order.ts';

/** The number of matches that are read at once. Decoding them blocks other requests for a millisecond or two. A club night has about a dozen. */
export const SESSION_BLOCK = 100;

/** A match of a session with the states for its prediction, winners first; null if it isn't rated. */
export interface SessionMatchRow extends MatchRowWithNames {
  readonly length: number | null;
  /** As in `LedgerRow`. */
  readonly before: readonly number[] | null;
  /** Of each of `rated_player_ids`. */
  readonly variance_after: readonly number[] | null;
  /** For a walkover, which has no ledger row: whether each of `player_ids` had a rated match before it; else null. */
  readonly played_before: readonly boolean[] | null;
}

/** The number of matches of a session that are not completed. */
export interface SessionOthers {
  readonly pending: number;
  readonly voided: number;
}

/** The data of a recap, from one snapshot. */
export interface SessionReading {
  readonly others: SessionOthers;
  /** Its first {@link SESSION_BLOCK} completed matches, oldest first. */
  readonly matches: readonly SessionMatchRow[];
}

/** Reads {@link SessionMatchRow.played_before}, only for walkovers. */
const PLAYED_BEFORE = `left join lateral (
     select array_agg(coalesce(next.played, r.matches_played) > 0 order by asked.slot) as played_before
     from unnest(m.player_ids) with ordinality as asked(player_id, slot)
     cross join lateral (select * from player_ratings where player_id = asked.player_id limit 1) r
     left join lateral (${selectNextRated('l.before[5 * n] as played', '>=', 'm.played_at')}) next on true
     where m.outcome = 'walkover'
   ) walkover on true`;

/** Selects the first block of completed matches of session $2 of partner $1 after a cursor, unordered. */
const blockOf = (afterCursor: string): string => `select ${matches.select('m')}, named.*, ${RATING_CHANGE_COLUMNS},
       r.length, r.before, case when r.after is not null then array[r.after[2], r.after[5], r.after[8], r.after[11]] end as variance_after,
       walkover.played_before
     from (
       select * from matches where partner_id = $1 and session_external_ref = $2 and status = 'completed' ${afterCursor}
       order by played_at, id limit ${SESSION_BLOCK}
     ) m ${RATING_CHANGE_JOINS} ${PLAYED_BEFORE} ${nameLists('m.partner_id')}`;

const countOf = (status: MatchStatus): string => `(select count(*) from matches
     where partner_id = $1 and session_external_ref = $2 and status = '${status}')::integer as ${status}`;

const ofSession = statement(
  'session_matches',
  `select others.*, block.*
   from (select ${countOf('pending')}, ${countOf('voided')}) others
   left join (${blockOf('')}) block on true
   order by block.played_at, block.id`,
);

/** The first block of a session; undefined if it has no match in any status. */
export async function readSession(
  database: Queryable,
  partnerId: string,
  sessionExternalRef: string,
): Promise<SessionReading | undefined> {
  // A session without completed matches is one row whose match is null.
  type Row = SessionOthers & { readonly id: string | null };
  const rows = await database.query<Row>(ofSession, [partnerId, sessionExternalRef]);
  const [others] = rows;
  const matches = rows.flatMap((row) => (row.id === null ? [] : [decodeWithNames<SessionMatchRow>(row)]));
  if (others === undefined || matches.length + others.pending + others.voided === 0) return undefined;
  return { others, matches };
}

const after = statement(
  'session_matches_after',
  `select block.* from (${blockOf('and (played_at, id) > ($3, $4)')}) block order by block.played_at, block.id`,
);

/** The next {@link SESSION_BLOCK} completed matches of a session after a cursor, oldest first. */
export async function readSessionMatchesAfter(
  database: Queryable,
  partnerId: string,
  sessionExternalRef: string,
  { played_at, id }: TimeKey,
): Promise<SessionMatchRow[]> {
  const values = [partnerId, sessionExternalRef, instant(played_at), id];
  const rows = await database.query(after, values);
  return rows.map(decodeWithNames<SessionMatchRow>);
}

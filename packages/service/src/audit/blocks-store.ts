/** Reads blocks for the verification of the audit trail. */

import { instant, type Queryable, statement } from '@bandeja/postgres/database';
import { ANSWERS } from '../history/answers-store.ts';
import { type MatchRow, matches, type StoredAnswer } from '../history/match-row.ts';
import type { TimeKey } from '../paging/time-order.ts';
import type { AuditRow, ChainHead } from './store.ts';

const totals = statement(
  'audit_totals',
  `select (select coalesce(sum(seq), 0)::bigint from audit_chains where $1::uuid is null or partner_id = $1) as entries,
     (select count(*) from matches where $1::uuid is null or partner_id = $1) as matches`,
);

/** The number of entries and matches, of one partner or of all. */
export async function countAudited(
  database: Queryable,
  partnerId: string | null,
): Promise<{ readonly entries: number; readonly matches: number }> {
  const [row] = await database.query<{ readonly entries: number; readonly matches: number }>(totals, [partnerId]);
  return row ?? { entries: 0, matches: 0 };
}

const nextPartner = statement(
  'audit_next_partner',
  `select id from (
     (select id from partners where id > $1 order by id limit 1)
     union all (select partner_id from audit_chains where partner_id > $1 order by partner_id limit 1)
     union all (select partner_id from audit_entries where partner_id > $1 order by partner_id limit 1)
     union all (select partner_id from matches where partner_id > $1 order by partner_id limit 1)
     union all (select partner_id from starting_level_changes where partner_id > $1 order by partner_id limit 1)
     union all (select partner_id from erasures where partner_id > $1 order by partner_id limit 1)
   ) next order by id limit 1`,
);

/** The next partner id after this one in any of these tables; undefined after the last. */
export async function readNextPartner(database: Queryable, after: string): Promise<string | undefined> {
  const [row] = await database.query<{ readonly id: string }>(nextPartner, [after]);
  return row?.id;
}

const head = statement('audit_chain_head', 'select partner_id, seq, hash from audit_chains where partner_id = $1');

export async function readChainHead(database: Queryable, partnerId: string): Promise<ChainHead | undefined> {
  const [row] = await database.query<ChainHead>(head, [partnerId]);
  return row;
}

/** A match, and the number of its players that have it in their history, with the result that it had for them. */
export interface ServedMatch extends MatchRow {
  readonly answers: readonly StoredAnswer[] | null;
  readonly histories: number;
}

const served = statement(
  'audit_served_matches',
  `select ${matches.select('m')}, (
     select count(*)::integer from unnest(m.player_ids) with ordinality as player(id, place)
     join player_matches pm on pm.player_id = player.id and pm.played_at = m.played_at and pm.match_id = m.id
       and pm.result is not distinct from result_of(m.outcome, m.winning_team, m.teams, place::integer)
   ) as histories, ${ANSWERS} as answers
   from matches m where m.partner_id = $1 and (m.played_at, m.id) > ($2, $3) order by m.played_at, m.id limit $4`,
);

/** A block of a partner's matches, in the order of play. */
export async function readServedMatches(
  database: Queryable,
  partnerId: string,
  after: TimeKey,
  limit: number,
): Promise<ServedMatch[]> {
  const values = [partnerId, instant(after.played_at), after.id, limit];
  const rows = await database.query(served, values);
  return rows.map(matches.decode<ServedMatch>);
}

export type TrailEntry = Pick<AuditRow, 'partner_id' | 'seq' | 'at' | 'action' | 'changes'> & {
  readonly match_id: string;
  readonly revision: number;
  readonly actor: string;
};

const trails = statement(
  'audit_trails',
  `select partner_id, match_id, seq, at, action, actor, revision, changes from audit_entries
   where match_id = any($1::uuid[]) and (match_id, seq) > ($2, $3) order by match_id, seq limit $4`,
);

/** A block of the entries of these matches, match by match, oldest first. */
export async function readTrails(
  database: Queryable,
  matchIds: readonly string[],
  after: { readonly match_id: string; readonly seq: number },
  limit: number,
): Promise<TrailEntry[]> {
  return database.query<TrailEntry>(trails, [matchIds, after.match_id, after.seq, limit]);
}

const erased = statement('audit_erased', 'select id from players where id = any($1::uuid[]) and erased_at is not null');

/** Which of these players are erased. */
export async function findErased(database: Queryable, playerIds: readonly string[]): Promise<Set<string>> {
  if (playerIds.length === 0) return new Set();
  return new Set((await database.query<{ id: string }>(erased, [playerIds])).map(({ id }) => id));
}

const strayLevels = statement(
  'audit_stray_starting_levels',
  `select c.seq from starting_level_changes c left join audit_entries e on e.partner_id = c.partner_id and e.seq = c.seq
   where c.partner_id = $1 and c.player_id is distinct from e.player_id order by c.seq limit $2`,
);

/** The places in the partner's chain of changes of starting levels whose entry is missing or names another player. */
export async function readStrayLevels(database: Queryable, partnerId: string, limit: number): Promise<number[]> {
  return (await database.query<{ seq: number }>(strayLevels, [partnerId, limit])).map(({ seq }) => seq);
}

const wrongLevels = statement(
  'audit_wrong_starting_levels',
  `select p.id from players p
   join player_ratings r on r.player_id = p.id
   left join player_starting_levels s on s.player_id = p.id
   left join lateral (
     select change.after, entry.at from starting_level_changes change join audit_entries entry using (partner_id, seq)
     where change.player_id = p.id order by seq desc limit 1
   ) c on true
   where p.creator_partner_id = $1 and (
     r.stated_points is distinct from (c.after ->> 'service_score')::integer
     or s.value is distinct from (c.after ->> 'value')::numeric
     or s.scale is distinct from c.after ->> 'scale'
     or s.source is distinct from c.after ->> 'source'
     or s.stated_at <> c.at)
   order by p.id limit $2`,
);

/** Players of the partner whose starting level differs from the last entry about it. */
export async function readWrongLevels(database: Queryable, partnerId: string, limit: number): Promise<string[]> {
  return (await database.query<{ id: string }>(wrongLevels, [partnerId, limit])).map(({ id }) => id);
}

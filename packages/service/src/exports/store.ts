/** Reads all data about a player, for the partner that created it. */

import { type Queryable, statement } from '@bandeja/postgres/database';
import { integer, type RowOf, table, uuid } from '@bandeja/postgres/table';
import { auditEntries } from '../audit/store.ts';
import { OWN_ANSWER_OF_OTHERS } from '../history/answers-store.ts';
import type { HistoryRow } from '../history/match-row.ts';
import {
  afterCursor,
  type FirstSeen,
  type HistoryCursor,
  NEWEST_FIRST,
  SEEN_COLUMN,
  selectVisibleMatches,
  withCursors,
} from '../matches/history-store.ts';
import { decodeWithNames } from '../matches/store.ts';
import type { Page } from '../paging/page.ts';
import type { Values } from '../paging/time-order.ts';
import { externalIdsOf, type WithExternalIds } from '../players/external-ids-store.ts';
import { PLAYER_COLUMNS, type PlayerRow } from '../players/store.ts';

export interface ExportedPlayerRow extends PlayerRow, WithExternalIds {
  readonly created_at: number;
  readonly model_version: string | null;
  /** How many other partners have the player on a roster. */
  readonly partners_with_roster: number;
  /** How many other partners have ids of the player. */
  readonly partners_with_external_ids: number;
}

const player = statement(
  'export_player',
  `select ${PLAYER_COLUMNS}, p.created_at, r.model_version, (
     select count(distinct m.partner_id)::integer from roster_members m where m.player_id = p.id and m.partner_id <> $1
   ) as partners_with_roster, (
     select count(distinct x.partner_id)::integer from external_ids x where x.player_id = p.id and x.partner_id <> $1
   ) as partners_with_external_ids, ${externalIdsOf('p', '$1')}
   from players p join player_ratings r on r.player_id = p.id where p.creator_partner_id = $1 and p.username = $2`,
);

/** A player that the partner created. */
export async function readExportedPlayer(
  database: Queryable,
  partnerId: string,
  username: string,
): Promise<ExportedPlayerRow | undefined> {
  return (await database.query<ExportedPlayerRow>(player, [partnerId, username]))[0];
}

export interface ExportedMembership {
  readonly slug: string;
  readonly name: string | null;
  readonly added_at: number;
}

const memberships = statement(
  'export_memberships',
  `select m.slug, t.name, m.added_at from roster_members m join rosters t on t.partner_id = m.partner_id and t.slug = m.slug
   where m.player_id = $2 and m.partner_id = $1 order by m.slug`,
);

/** The partner's rosters that the player is on. */
export function readMemberships(
  database: Queryable,
  partnerId: string,
  playerId: string,
): Promise<ExportedMembership[]> {
  return database.query<ExportedMembership>(memberships, [partnerId, playerId]);
}

/** A match as the partner may see it, with the player's states before and after it. They are null if it is not rated. */
export type ExportedMatchRow = HistoryRow & {
  readonly match_id: string;
  /** Mean, variance, shown strength, instant of the last match, matches played. */
  readonly own_before: readonly (number | null)[] | null;
  /** Mean, variance, shown strength. */
  readonly own_after: readonly number[] | null;
  /** In another partner's match, the confirmation with the player's own answer alone; null without one. */
  readonly own_answer: Partial<HistoryRow> | null;
};

const OWN_STATES = `, pm.match_id, r.before[5 * own.slot - 4 : 5 * own.slot] as own_before,
    r.after[3 * own.slot - 2 : 3 * own.slot] as own_after, ${OWN_ANSWER_OF_OTHERS} as own_answer`;
const OWN_SLOT = 'cross join lateral (select array_position(r.player_ids, p.id) as slot) own';

/** The player's completed matches from every partner, newest first. */
export async function readCompletedMatches(
  database: Queryable,
  partnerId: string,
  playerId: string,
  page: Page<HistoryCursor>,
): Promise<(ExportedMatchRow & HistoryCursor)[]> {
  const values: Values = [partnerId, playerId];
  const after = page.after === null ? '' : ` and ${afterCursor(page.after, values)}`;
  const limit = `limit $${values.push(page.limit)} offset $${values.push(page.offset)}`;
  const selected = `select * from player_matches pm where pm.player_id = p.id${after} ${NEWEST_FIRST} ${limit}`;
  const text = visibleMatches(selected, SEEN_COLUMN);
  const matches = page.after === null ? statement('export_matches', text) : statement('export_matches_after', text);
  const rows = await database.query(matches, values);
  return withCursors(rows.map(decodeWithNames<ExportedMatchRow & FirstSeen>));
}

const visibleMatches = (page: string, more = ''): string => `select h.* from players p
   cross join lateral (${selectVisibleMatches(page, `${OWN_STATES}${more}`, OWN_SLOT)}) h where p.id = $2`;

/** Every partner can submit pending matches of a public player, so at most this many are read for each place in a match. */
const NOT_COMPLETED_MAX = 100;

const newestNotCompleted = (place: number): string => `(
  select id as match_id, played_at from matches where status <> 'completed' and player_ids[${place}] = p.id
  order by played_at desc, id desc limit ${NOT_COMPLETED_MAX})`;

const notCompleted = statement(
  'export_not_completed',
  visibleMatches(
    `select * from (${[1, 2, 3, 4].map(newestNotCompleted).join(' union all ')}) pm ${NEWEST_FIRST} limit ${NOT_COMPLETED_MAX}`,
  ),
);

/** The player's pending and voided matches, newest first. */
export async function readOtherMatches(
  database: Queryable,
  partnerId: string,
  playerId: string,
): Promise<ExportedMatchRow[]> {
  const rows = await database.query(notCompleted, [partnerId, playerId]);
  return rows.map(decodeWithNames<ExportedMatchRow>);
}

const entryColumns = table('audit_entries', {
  ...auditEntries.only('at', 'action').columns,
  match_id: uuid,
  revision: integer,
});

/** An audit entry of a match. */
export interface ExportedEntry extends RowOf<typeof entryColumns> {}

const entries = statement(
  'export_audit_entries',
  `select ${entryColumns.select()} from audit_entries where match_id = any($1::uuid[]) order by match_id, seq`,
);

/** The audit entries of these matches, oldest first. */
export function readExportedEntries(database: Queryable, matchIds: readonly string[]): Promise<ExportedEntry[]> {
  return database.query<ExportedEntry>(entries, [matchIds]);
}

import { type Queryable, statement } from '@bandeja/postgres/database';
import type { RowOf } from '@bandeja/postgres/table';
import { ANSWERS } from '../history/answers-store.ts';
import { matches, type ShownMatchRow } from '../history/match-row.ts';
import { RATING_CHANGE_COLUMNS, RATING_CHANGE_JOINS } from '../history/settling-store.ts';
import { visibleTo } from '../players/visibility-store.ts';

const revisions = matches.only('id', 'revision');

/** The current match, and the values of an earlier revision that later ones replaced. */
export interface MatchWithRevision extends Omit<ShownMatchRow, 'names'> {
  readonly requested_revision: number;
  /** By JSON pointer; null if nothing was replaced. */
  readonly replaced: Readonly<Record<string, unknown>> | null;
}

const select = statement(
  'event_match_revisions',
  `select ${matches.select('m')}, ${RATING_CHANGE_COLUMNS}, ${ANSWERS} as answers, requested.revision as requested_revision,
     case when m.revision > requested.revision then (
       select json_object_agg(first.pointer, first.before) from (
         select distinct on (pointer) change ->> 'pointer' as pointer, change -> 'before' as before
         from audit_entries e cross join lateral jsonb_array_elements(e.changes) as change
         where e.match_id = m.id and e.revision > requested.revision order by pointer, e.seq
       ) first
     ) end as replaced
   from (${revisions.source(2)}) requested
   cross join lateral (select * from matches where id = requested.id and partner_id = $1 limit 1) m ${RATING_CHANGE_JOINS}`,
);

/** Revisions of a partner's matches, unordered. */
export async function readMatchRevisions(
  database: Queryable,
  partnerId: string,
  requested: readonly RowOf<typeof revisions>[],
): Promise<MatchWithRevision[]> {
  const found = await database.query(select, [partnerId, ...revisions.values(requested)]);
  return found.map(matches.decode<MatchWithRevision>);
}

/** The names of a player; both are null once it is erased. */
export interface NamedPlayer {
  readonly id: string;
  readonly username: string | null;
  readonly display_name: string | null;
  readonly is_visible: boolean;
  readonly is_erased: boolean;
}

const names = statement(
  'event_names',
  `select p.id, p.username, p.display_name, coalesce(${visibleTo('p', '$1')}, false) as is_visible,
     p.erased_at is not null as is_erased
   from unnest($2::uuid[]) as requested(id) cross join lateral (select * from players where id = requested.id limit 1) p`,
);

/** The names of these players, and whether the partner may see them, unordered. */
export function readNames(
  database: Queryable,
  partnerId: string,
  playerIds: readonly string[],
): Promise<NamedPlayer[]> {
  return database.query(names, [partnerId, playerIds]);
}

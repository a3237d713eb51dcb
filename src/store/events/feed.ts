/** The events of a partner in their order, as the log of changes and the places of its changes say. */

import type { DisabledByService } from '../../domain/events/shapes.ts';
import { type Queryable, statement } from '../engine/database.ts';
import type { MatchChangeKind } from './change-log.ts';

/** A change at its place among the events of a partner. */
export interface PlacedChange {
  readonly position: number;
  readonly at: number;
  readonly kind: MatchChangeKind | 'ratings' | 'player.registered' | 'player.erased' | 'webhook_endpoint.disabled';
  /** The match, if it is the partner's own. */
  readonly match_id: string | null;
  readonly revision: number | null;
  /** Whether what happened is the partner's to know, and not only what it did to ratings. */
  readonly is_own: boolean;
  readonly player_ids: readonly string[] | null;
  readonly sequences: readonly number[] | null;
  readonly scores_before: readonly number[] | null;
  readonly scores_after: readonly number[] | null;
  /** The endpoint that the service has disabled, and why. */
  readonly webhook_endpoint_id: string | null;
  readonly disabled_reason: DisabledByService | null;
  /** Which of the ratings the partner is told of, by their places in the lists, from 1, in no order; null for all. */
  readonly ratings: readonly number[] | null;
}

const COLUMNS = `p.position, c.at, c.kind, p.ratings, c.player_ids, c.webhook_endpoint_id, c.disabled_reason, c.sequences, c.scores_before, c.scores_after,
  c.partner_id is not distinct from p.partner_id as is_own,
  case when c.partner_id = p.partner_id then c.match_id end as match_id,
  case when c.partner_id = p.partner_id then c.revision end as revision`;

/** The change of a place. With the limit the planner, which does not know how short a page is, looks each one up. */
const CHANGE = 'cross join lateral (select * from change_log where id = p.change_id limit 1) c';

const from = statement(
  'event_places_from',
  `select ${COLUMNS}
   from (select * from event_places where partner_id = $1 and position >= $2 order by position limit $3) p ${CHANGE}
   order by p.position`,
);

/** The changes from a place on. */
export function readPlacedChanges(
  database: Queryable,
  partnerId: string,
  position: number,
  limit: number,
): Promise<PlacedChange[]> {
  return database.query(from, [partnerId, position, limit]);
}

const at = statement(
  'event_places_at',
  `select ${COLUMNS} from unnest($2::bigint[]) as asked(position)
   join event_places p on p.partner_id = $1 and p.position = asked.position ${CHANGE}
   order by p.position`,
);

/** The changes at some places, by place; those that are no longer kept are missing. */
export function readChangesAt(
  database: Queryable,
  partnerId: string,
  positions: readonly number[],
): Promise<PlacedChange[]> {
  return database.query(at, [partnerId, [...new Set(positions)]]);
}

const ends = statement(
  'event_feeds_ends',
  'select partner_id, position from event_feeds where partner_id = any($1::uuid[])',
);

/** The last place of each of these partners; a partner that has had no event yet is missing. */
export async function readLastPlaces(
  database: Queryable,
  partnerIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ partner_id: string; position: number }>(ends, [partnerIds]);
  return new Map(rows.map((row) => [row.partner_id, row.position]));
}

/** What the deliverer reads: which endpoints have something to do, and where each of them stands. */

import type { Plan } from '../../domain/partners/shapes.ts';
import { type Queryable, statement } from '../engine/database.ts';

/** An endpoint with something to do. */
export interface WorkRow {
  readonly id: string;
  readonly version: number;
  /** The last position of its partner's events. */
  readonly last_position: number;
}

// An endpoint of a suspended partner, or of one whose plan has no webhooks (any more), keeps its place.
const work = statement(
  'webhook_work',
  `select e.id, e.version, coalesce(f.position, 0) as last_position
   from webhook_endpoints e join partners p on p.id = e.partner_id left join event_feeds f on f.partner_id = e.partner_id
   where e.disabled_at is null and not p.suspended and p.plan = any($1::text[])
     and (e.delivered_through < f.position or exists (select from webhook_waiting w where w.endpoint_id = e.id))`,
);

/** @param plans those that have webhooks */
export function readWork(database: Queryable, plans: readonly Plan[]): Promise<WorkRow[]> {
  return database.query<WorkRow>(work, [plans]);
}

/** Where an endpoint stands. */
export interface StandingRow {
  readonly id: string;
  readonly partner_id: string;
  readonly version: number;
  readonly url: string;
  readonly event_types: readonly string[] | null;
  readonly secret: Uint8Array;
  readonly previous_secret: Uint8Array | null;
  /** How long the previous secret still signs, ms. */
  readonly previous_secret_ms: number | null;
  readonly delivered_through: number;
  readonly failures_in_a_row: number;
  /** How long everything has failed, ms; null if nothing does. */
  readonly failing_ms: number | null;
}

const standing = statement(
  'webhook_standing',
  `select id, partner_id, version, url, event_types, secret, previous_secret, delivered_through, failures_in_a_row,
     (extract(epoch from previous_secret_until - clock_timestamp()) * 1000)::float8 as previous_secret_ms,
     (extract(epoch from clock_timestamp() - failing_since) * 1000)::float8 as failing_ms
   from webhook_endpoints where id = $1 and disabled_at is null`,
);

/** Undefined if the endpoint is gone or disabled. */
export async function readStanding(database: Queryable, id: string): Promise<StandingRow | undefined> {
  return (await database.query<StandingRow>(standing, [id]))[0];
}

/** An event that is out of line. Times are relative, since the clocks of nodes may differ. */
export interface WaitingRow {
  readonly place: number;
  readonly subject_id: string;
  readonly attempts: number;
  /** How long ago it was first tried, ms; null before. */
  readonly first_tried_ms: number | null;
  /** How long until it may be tried, ms; negative: it is due. */
  readonly wait_ms: number;
}

const waiting = statement(
  'webhook_waiting_of_endpoint',
  `select place, subject_id, attempts,
     (extract(epoch from clock_timestamp() - first_tried_at) * 1000)::float8 as first_tried_ms,
     (extract(epoch from next_try_at - clock_timestamp()) * 1000)::float8 as wait_ms
   from webhook_waiting where endpoint_id = $1 order by place`,
);

/** The events of an endpoint that are out of line, in their order. */
export function readWaiting(database: Queryable, endpointId: string): Promise<WaitingRow[]> {
  return database.query<WaitingRow>(waiting, [endpointId]);
}

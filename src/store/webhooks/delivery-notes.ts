/** What the deliverer writes: how far each endpoint has got, what waits, and the log of tries. */
import { instant, statement, type Transaction } from '../engine/database.ts';
import type { DeliveryRow } from './deliveries.ts';
import type { WaitingRow } from './delivery-work.ts';

/** What has become of an endpoint since the last note. */
export interface EndpointNote {
  readonly endpoint_id: string;
  /** The version that this is about; if it has another one by now, nothing is written but the log. */
  readonly version: number;
  readonly delivered_through: number;
  readonly failures_in_a_row: number;
  /** How long everything has failed, ms; null if nothing does. */
  readonly failing_ms: number | null;
  /** How long ago the last event was delivered, ms; null: none since the last note. */
  readonly delivered_ms: number | null;
  /** Events that are out of line now, or are so differently. */
  readonly waiting: readonly WaitingRow[];
  /** Places of events that no longer are. */
  readonly done: readonly number[];
  readonly tries: readonly DeliveryRow[];
}

const lockLease = statement(
  'webhook_notes_lock_lease',
  'select id from webhook_lease where id = 1 and holder = $1 for share',
);

const ago = (ms: string): string => `clock_timestamp() - ${ms} * interval '1 ms'`;

const standings = statement(
  'webhook_notes_standings',
  `update webhook_endpoints e set delivered_through = greatest(e.delivered_through, n.delivered_through),
     failures_in_a_row = n.failures_in_a_row, failing_since = ${ago('n.failing_ms')},
     last_delivered_at = coalesce(${ago('n.delivered_ms')}, e.last_delivered_at)
   from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::integer[], $5::float8[], $6::float8[])
     as n(id, version, delivered_through, failures_in_a_row, failing_ms, delivered_ms)
   where e.id = n.id and e.version = n.version
   returning e.id`,
);

const done = statement(
  'webhook_notes_done',
  `delete from webhook_waiting w using unnest($1::uuid[], $2::bigint[]) as n(endpoint_id, place)
   where w.endpoint_id = n.endpoint_id and w.place = n.place`,
);

const waiting = statement(
  'webhook_notes_waiting',
  `insert into webhook_waiting (endpoint_id, place, subject_id, attempts, first_tried_at, next_try_at)
   select endpoint_id, place, subject_id, attempts, ${ago('first_tried_ms')}, clock_timestamp() + wait_ms * interval '1 ms'
   from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::integer[], $5::float8[], $6::float8[])
     as n(endpoint_id, place, subject_id, attempts, first_tried_ms, wait_ms)
   on conflict (endpoint_id, place) do update set attempts = excluded.attempts, first_tried_at = excluded.first_tried_at,
     next_try_at = excluded.next_try_at`,
);

// The endpoint may have been deleted meanwhile; and a note whose commit was not answered is written again.
const log = statement(
  'webhook_notes_log',
  `insert into webhook_deliveries (endpoint_id, at, id, event_id, event_type, attempt, duration_ms, status_code, error)
   select n.* from unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::text[], $5::text[], $6::integer[], $7::integer[],
     $8::integer[], $9::text[]) as n(endpoint_id, at, id, event_id, event_type, attempt, duration_ms, status_code, error)
   where exists (select from webhook_endpoints e where e.id = n.endpoint_id)
   on conflict do nothing`,
);

/** Another process holds the lease by now. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * Writes what has become of endpoints.
 * @returns the endpoints that were written; of the others only the log was.
 * @throws {LeaseLost} and nothing is written.
 */
export async function writeNotes(
  transaction: Transaction,
  holder: string,
  notes: readonly EndpointNote[],
): Promise<ReadonlySet<string>> {
  const column = <T>(read: (note: EndpointNote) => T): T[] => notes.map(read);
  const [lease, written] = await Promise.all([
    transaction.query(lockLease, [holder]),
    transaction.query<{ id: string }>(standings, [
      column((note) => note.endpoint_id),
      column((note) => note.version),
      column((note) => note.delivered_through),
      column((note) => note.failures_in_a_row),
      column((note) => note.failing_ms),
      column((note) => note.delivered_ms),
    ]),
  ]);
  if (lease.length === 0) throw new LeaseLost('another process sends webhooks now');
  const ids = new Set(written.map(({ id }) => id));
  const writing = notes.filter((note) => ids.has(note.endpoint_id));
  const places = writing.flatMap((note) => note.done.map((place) => ({ id: note.endpoint_id, place })));
  const rows = writing.flatMap((note) => note.waiting.map((row) => ({ id: note.endpoint_id, ...row })));
  const tries = notes.flatMap((note) => note.tries.map((row) => ({ endpoint: note.endpoint_id, ...row })));
  const writes: Promise<unknown>[] = [];
  if (places.length > 0) {
    writes.push(transaction.query(done, [places.map(({ id }) => id), places.map(({ place }) => place)]));
  }
  if (rows.length > 0) writes.push(transaction.query(waiting, waitingColumns(rows)));
  if (tries.length > 0) writes.push(transaction.query(log, logColumns(tries)));
  transaction.commitWithLast();
  await Promise.all(writes);
  return ids;
}

function waitingColumns(rows: readonly (WaitingRow & { readonly id: string })[]) {
  return [
    rows.map((row) => row.id),
    rows.map((row) => row.place),
    rows.map((row) => row.subject_id),
    rows.map((row) => row.attempts),
    rows.map((row) => row.first_tried_ms),
    rows.map((row) => row.wait_ms),
  ];
}

function logColumns(tries: readonly (DeliveryRow & { readonly endpoint: string })[]) {
  return [
    tries.map((row) => row.endpoint),
    tries.map((row) => instant(row.at)),
    tries.map((row) => row.id),
    tries.map((row) => row.event_id),
    tries.map((row) => row.event_type),
    tries.map((row) => row.attempt),
    tries.map((row) => row.duration_ms),
    tries.map((row) => row.status_code),
    tries.map((row) => row.error),
  ];
}

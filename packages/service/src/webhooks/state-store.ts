import { type Queryable, statement } from '@bandeja/postgres/database';

/** Counts of endpoints and deliveries of all partners. */
export interface WebhookState {
  readonly enabled: number;
  /** Disabled by their partners. */
  readonly requested: number;
  /** Disabled by the service. */
  readonly failing: number;
  readonly gone: number;
  /** Deliveries in the queues of enabled endpoints. */
  readonly waiting: number;
  /** The time since the earliest first attempt at any of them, ms; 0 if none failed. */
  readonly oldest_ms: number;
}

const read = statement(
  'webhooks_state',
  `select count(*) filter (where disabled_at is null)::int as enabled,
     count(*) filter (where disabled_reason = 'requested')::int as requested,
     count(*) filter (where disabled_reason = 'failing')::int as failing,
     count(*) filter (where disabled_reason = 'gone')::int as gone,
     coalesce(sum(w.waiting) filter (where disabled_at is null), 0)::int as waiting,
     greatest(0, coalesce(extract(epoch from clock_timestamp() - min(w.first_tried_at) filter (where disabled_at is null)) * 1000, 0))::float8
       as oldest_ms
   from webhook_endpoints e
   left join (select endpoint_id, count(*) as waiting, min(first_tried_at) as first_tried_at from webhook_queue group by endpoint_id) w
     on w.endpoint_id = e.id`,
);

export async function readWebhookState(database: Queryable): Promise<WebhookState> {
  const [state] = await database.query<WebhookState>(read);
  if (state === undefined) throw new Error('the count returned no row');
  return state;
}

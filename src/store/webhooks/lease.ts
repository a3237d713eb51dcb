/** Which process sends webhooks. A lease that would end later than it can is over, too: the clock was ahead when it was renewed. */
import { type Queryable, statement } from '../engine/database.ts';

const claim = statement(
  'webhook_lease_claim',
  `with before as (select id, holder from webhook_lease where id = 1 for no key update)
   update webhook_lease l set holder = $1, lease_until = clock_timestamp() + $2::float8 * interval '1 ms'
   from before where l.id = before.id and (l.holder is null or l.holder = $1 or $3::boolean
     or not l.lease_until between clock_timestamp() and clock_timestamp() + 2 * $2::float8 * interval '1 ms')
   returning coalesce(before.holder = $1, false) as was_own`,
);

/**
 * Takes or renews the lease.
 * @param isAlone whether no other process can be at work: the lease of a process that died is then taken at once.
 * @returns `kept` if no other process has held it since this one did.
 */
export async function claimWebhookLease(
  database: Queryable,
  holder: string,
  { leaseMs, isAlone }: { readonly leaseMs: number; readonly isAlone: boolean },
): Promise<'kept' | 'taken' | 'refused'> {
  const [claimed] = await database.query<{ was_own: boolean }>(claim, [holder, leaseMs, isAlone]);
  if (claimed === undefined) return 'refused';
  return claimed.was_own ? 'kept' : 'taken';
}

const release = statement(
  'webhook_lease_release',
  'update webhook_lease set holder = null, lease_until = null where id = 1 and holder = $1',
);

/** Gives the lease up, if it is this process's. */
export async function releaseWebhookLease(database: Queryable, holder: string): Promise<void> {
  await database.query(release, [holder]);
}

/**
 * Leases: one process at a time does a job for all processes.
 *
 * A holder renews its lease while it works. If it crashes, the lease expires and another process claims it. Times are
 * by the database's clock, since the clocks of processes differ. A lease further ahead than twice its maximum is treated as expired:
 * the clock was ahead when it was renewed. The factor two keeps a small step back from ending the lease of a live holder.
 *
 * A lease avoids duplicate work but does not protect data: a holder may stall past its expiry and then continue. So its writes must
 * be safe with two holders, by row locks (the settlement run) or by a condition on the claim (the attempt of a task).
 */
import { type Queryable, statement } from '@bandeja/postgres/database';

/** Time to expiry of each lease, ms: how long a crashed holder blocks the others. */
const MAX_MS = {
  settlement: 5_000,
  // Longer than any pause of a live process between two renewals.
  tasks: 15_000,
  'tasks:1': 15_000,
  'tasks:2': 15_000,
  percentiles: 60 * 60_000,
  trim: 60 * 60_000,
  'unused sandboxes': 60 * 60_000,
} as const;

export type LeaseName = keyof typeof MAX_MS;

const claim = statement(
  'leases_claim',
  `update leases set holder = $2, until = clock_timestamp() + $3::float8 * interval '1 ms'
   where name = $1 and (holder is null or holder = $2
     or until not between clock_timestamp() and clock_timestamp() + 2 * $4::float8 * interval '1 ms')
   returning name`,
);

/** Claims or renews a lease; false if another holder has it. */
export async function claimLease(
  database: Queryable,
  name: LeaseName,
  holder: string,
  ms: number = MAX_MS[name],
): Promise<boolean> {
  return (await database.query(claim, [name, holder, ms, MAX_MS[name]])).length > 0;
}

const release = statement(
  'leases_release',
  'update leases set holder = null, until = null where name = $1 and holder = $2',
);

/** Lets others claim the lease at once. */
export async function releaseLease(database: Queryable, name: LeaseName, holder: string): Promise<void> {
  await database.query(release, [name, holder]);
}

import pg from 'pg';
import { DatabaseUnavailable, statement } from './database.ts';
import { runStatement } from './wire-transaction.ts';

/** The replica cannot be read from now; the primary is asked instead. */
export class ReplicaUnusable extends Error {
  override readonly name = 'ReplicaUnusable';
}

/** A place in the write-ahead log: bytes since the cluster was made, on a timeline. Each promotion of a standby begins a timeline. */
export interface LogPosition {
  readonly position: number;
  readonly timeline: number;
}

/**
 * Up to where the primary's log is on its disk. A commit is answered, and becomes visible to others, after that. A server that is
 * no primary refuses the question.
 */
export const selectPrimaryPosition = statement(
  'replica_primary_place',
  `select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::int8 as position,
    ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline`,
);

/** Up to where the replica has replayed the log. Who it gets it from shows only to roles with `pg_read_all_stats`. */
export const selectReplicaPosition = statement(
  'replica_place',
  `select pg_is_in_recovery() as is_standby, (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::int8 as position,
    w.status, w.received_tli as timeline
   from (values (0)) as always left join pg_stat_wal_receiver w on true`,
);

export interface ReplicaRow {
  readonly is_standby: boolean;
  readonly position: number | null;
  /** Null if nothing is received, or if the role may not see it. */
  readonly status: string | null;
  readonly timeline: number | null;
}

/**
 * The place of a standby that follows the primary.
 *
 * The position alone would not do: a server that was promoted, or that follows one which was, goes on from where it left the
 * primary's history, and has the same positions with other contents.
 * @throws {ReplicaUnusable}
 */
export function positionOfStandby(row: ReplicaRow, timeline: number): number {
  if (!row.is_standby || row.position === null)
    throw new ReplicaUnusable('it is no standby: it may have been promoted');
  if (row.timeline === null || row.status !== 'streaming') {
    throw new ReplicaUnusable(
      'it does not receive the log of a primary, or its role may not see that: grant pg_read_all_stats to the role',
    );
  }
  if (row.timeline !== timeline) {
    throw new ReplicaUnusable(`it follows timeline ${row.timeline}, and the primary is on timeline ${timeline}`);
  }
  return row.position;
}

/** Standbys are copies of their primary with its system identifier. Other databases and schemas of it hold other tables. */
const identity = statement(
  'replica_identity',
  `select system_identifier::text || '/' || current_database() || '/' || array_to_string(current_schemas(false), ',') as identity
   from pg_control_system()`,
);

/** Makes sure that all connections lead to copies of one database. */
export class SameDatabase {
  #identity: string | undefined;

  /** For connections to the primary. @throws {ReplicaUnusable} if an earlier one led to another database. */
  readonly checkPrimary = async (client: pg.ClientBase): Promise<void> => {
    const found = await identityOf(client);
    this.#identity ??= found;
    if (found !== this.#identity) {
      throw new ReplicaUnusable('DATABASE_URL has come to lead to another database: start the service again');
    }
  };

  /** For connections to the replica. @throws {ReplicaUnusable} */
  readonly checkReplica = async (client: pg.ClientBase): Promise<void> => {
    if ((await identityOf(client)) !== this.#identity) {
      throw new ReplicaUnusable('it is no copy of the database of DATABASE_URL');
    }
  };
}

async function identityOf(client: pg.ClientBase): Promise<string | undefined> {
  const [row] = await runStatement<{ identity: string }>(client, identity, []);
  return row?.identity;
}

/** The failure of the replica in what a read has thrown, which may have wrapped it; undefined if it has another reason. */
export function serverFailure(error: unknown): Error | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ReplicaUnusable || cause instanceof DatabaseUnavailable || cause instanceof pg.DatabaseError) {
      return cause;
    }
  }
  return undefined;
}

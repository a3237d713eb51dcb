import pg from 'pg';
import { DatabaseUnavailable, statement } from './database.ts';
import { runStatement } from './wire-transaction.ts';

/** The replica cannot serve reads now; they go to the primary. */
export class ReplicaUnusable extends Error {
  override readonly name = 'ReplicaUnusable';
}

/** A position in the write-ahead log, in bytes, on a timeline. Each promotion of a standby begins a new timeline. */
export interface LogPosition {
  readonly position: number;
  readonly timeline: number;
}

/**
 * How far the primary has flushed its log to disk. A commit becomes visible, and is acknowledged, only after that. On a server
 * that isn't a primary, the statement fails.
 */
export const selectPrimaryPosition = statement(
  'replica_primary_place',
  `select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::int8 as position,
    ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline`,
);

/** How far the replica has replayed the log. Status and timeline are visible only to roles with `pg_read_all_stats`. */
export const selectReplicaPosition = statement(
  'replica_place',
  `select pg_is_in_recovery() as is_standby, (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::int8 as position,
    w.status, w.received_tli as timeline
   from (values (0)) as always left join pg_stat_wal_receiver w on true`,
);

export interface ReplicaRow {
  readonly is_standby: boolean;
  readonly position: number | null;
  /** Null if the replica receives no log, or if the role may not see it. */
  readonly status: string | null;
  readonly timeline: number | null;
}

/**
 * The position of a standby that follows the primary.
 *
 * Checking the position alone is not enough. A promoted server, and its standbys, continue from where they left the primary's
 * history: they have the same positions with other contents.
 * @throws {ReplicaUnusable}
 */
export function positionOfStandby(row: ReplicaRow, timeline: number): number {
  if (!row.is_standby || row.position === null)
    throw new ReplicaUnusable('it is not a standby: it may have been promoted');
  if (row.timeline === null || row.status !== 'streaming') {
    throw new ReplicaUnusable(
      'it does not receive the log of a primary, or its role may not see that: grant pg_read_all_stats to the role',
    );
  }
  if (row.timeline !== timeline) {
    throw new ReplicaUnusable(`it follows timeline ${row.timeline}, but the primary is on timeline ${timeline}`);
  }
  return row.position;
}

/** A standby has the system identifier of its primary. The database and the schemas must also match. */
const identity = statement(
  'replica_identity',
  `select system_identifier::text || '/' || current_database() || '/' || array_to_string(current_schemas(false), ',') as identity
   from pg_control_system()`,
);

/** Checks that all connections reach copies of the same database. */
export class SameDatabase {
  #identity: string | undefined;

  /** For connections to the primary. @throws {ReplicaUnusable} if an earlier one reached another database. */
  readonly checkPrimary = async (client: pg.ClientBase): Promise<void> => {
    const found = await identityOf(client);
    this.#identity ??= found;
    if (found !== this.#identity) {
      throw new ReplicaUnusable('DATABASE_URL now reaches another database: restart the service');
    }
  };

  /** For connections to the replica. @throws {ReplicaUnusable} */
  readonly checkReplica = async (client: pg.ClientBase): Promise<void> => {
    if ((await identityOf(client)) !== this.#identity) {
      throw new ReplicaUnusable('it is not a copy of the database of DATABASE_URL');
    }
  };
}

async function identityOf(client: pg.ClientBase): Promise<string | undefined> {
  const [row] = await runStatement<{ identity: string }>(client, identity, []);
  return row?.identity;
}

/** The replica's failure in an error that a read has thrown and may have wrapped; undefined if it has another cause. */
export function serverFailure(error: unknown): Error | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ReplicaUnusable || cause instanceof DatabaseUnavailable || cause instanceof pg.DatabaseError) {
      return cause;
    }
  }
  return undefined;
}

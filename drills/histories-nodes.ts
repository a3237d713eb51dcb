/** The processes and databases of the drill "histories". */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createDatabase, type PostgresServer, startPostgres } from '@bandeja/postgres/test/support/postgres';
import { type ServiceProcess, startServiceProcess } from '@bandeja/service/test/support/service-process';
import { runSql } from '../bench/subject.ts';
import { OPERATOR_TOKEN } from './season.ts';

export type EngineName = 'postgres' | 'pglite';

/** Two nodes with one connection to an embedded database each would not share it. */
const NODES = { postgres: 2, pglite: 1 } as const;

export interface Changed {
  /** How many matches a change may reach to be settled in its request. */
  readonly closureMax?: number;
  /** The version of a rating model other than the checkout's; null for the checkout's. */
  readonly model?: string | null;
}

/** Makes databases, and stops what it has started. */
export class Databases {
  readonly engine: EngineName;
  readonly folder: string;
  readonly #server: PostgresServer | null;
  readonly #urls: string[] = [];
  #count = 0;

  private constructor(engine: EngineName, folder: string, server: PostgresServer | null) {
    this.engine = engine;
    this.folder = folder;
    this.#server = server;
  }

  static async open(engine: EngineName): Promise<Databases> {
    const folder = mkdtempSync(join(tmpdir(), 'bandeja-histories-'));
    if (engine === 'pglite') return new Databases(engine, folder, null);
    const settings = { log_lock_waits: 'on', deadlock_timeout: '250ms' };
    const log = join(folder, 'server.log');
    return new Databases(engine, folder, await startPostgres({ fsync: false, settings, log }));
  }

  /** The settings of a service on a new empty database. */
  async create(): Promise<Readonly<Record<string, string>>> {
    this.#count += 1;
    if (this.#server === null) return { DATA_DIR: join(this.folder, `data-${this.#count}`) };
    const { url } = await createDatabase({ server: this.#server });
    this.#urls.push(url);
    return { DATABASE_URL: url };
  }

  /** Deadlocks that the server resolved, and waits for a lock of more than a quarter of a second. */
  async locks(): Promise<{
    readonly deadlocks: number;
    readonly longWaits: number;
    readonly lines: readonly string[];
  }> {
    const [url] = this.#urls;
    if (url === undefined) return { deadlocks: 0, longWaits: 0, lines: [] };
    const sql = 'select sum(deadlocks)::integer as deadlocks from pg_stat_database';
    const [row] = await runSql<{ deadlocks: number }>(url, sql);
    const log = readFileSync(join(this.folder, 'server.log'), 'utf8');
    const at = log.indexOf('deadlock detected');
    return {
      deadlocks: row?.deadlocks ?? 0,
      longWaits: (log.match(/still waiting for/g) ?? []).length,
      lines: at === -1 ? [] : log.slice(at - 200, at + 3_000).split('\n'),
    };
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

interface Constant {
  readonly pattern: RegExp;
  readonly value: string;
}

/** Copies the sources of a checkout that have these constants, with other values. @returns the copies by URL */
function changedSources(checkout: string, folder: string, constants: readonly Constant[]): Map<string, string> {
  const copies = new Map<string, string>();
  for (const { pattern, value } of constants) {
    const file = ['rating', 'service']
      .map((name) => join(checkout, 'packages', name, 'src'))
      .flatMap((source) => readdirSync(source, { recursive: true, encoding: 'utf8' }).map((name) => join(source, name)))
      .find((name) => name.endsWith('.ts') && pattern.test(readFileSync(name, 'utf8')));
    if (file === undefined) throw new Error(`no source has ${pattern}, which the drill changes`);
    const original = pathToFileURL(file).href;
    const existing = copies.get(original);
    const changed = readFileSync(existing === undefined ? file : new URL(existing), 'utf8').replace(pattern, value);
    const copy = join(folder, `${copies.size}-${basename(file)}`);
    if (existing === undefined) copies.set(original, pathToFileURL(copy).href);
    writeFileSync(new URL(existing ?? pathToFileURL(copy)), changed);
  }
  return copies;
}

/** Starts the service with changed constants. */
async function startChanged(
  checkout: string,
  database: Readonly<Record<string, string>>,
  folder: string,
  { closureMax, model }: Changed,
): Promise<ServiceProcess> {
  const constants: Constant[] = [];
  if (closureMax !== undefined)
    constants.push({ pattern: /(?<=\bconst CLOSURE_MAX = )[\d_]+/, value: `${closureMax}` });
  if (typeof model === 'string') {
    constants.push({ pattern: /(?<=\bconst MODEL_VERSION = )'[^']+'/, value: `'${model}'` });
    constants.push({ pattern: /(?<=\bS_NEW: )[\d.]+/, value: '2.5' });
  }
  const copies = changedSources(checkout, mkdtempSync(join(folder, 'sources-')), constants);
  const hook = new URL(`changed-source.ts?${new URLSearchParams([...copies])}`, import.meta.url).href;
  return startServiceProcess({
    checkout,
    environment: { OPERATOR_TOKEN, LOG_LEVEL: 'error', RATE_LIMITS: 'off', ...database },
    nodeOptions: copies.size > 0 ? ['--import', hook] : [],
  });
}

/** The nodes over one database. Each may be killed, and started again. */
export class Nodes {
  readonly count: number;
  kills = 0;
  readonly #checkout: string;
  readonly #database: Readonly<Record<string, string>>;
  readonly #databases: Databases;
  readonly #running: (ServiceProcess | null)[];
  readonly #errors: string[] = [];

  private constructor(
    checkout: string,
    databases: Databases,
    database: Readonly<Record<string, string>>,
    count: number,
  ) {
    this.#checkout = checkout;
    this.#databases = databases;
    this.#database = database;
    this.count = count;
    this.#running = Array.from({ length: count }, () => null);
  }

  /** Nodes over a new empty database. None runs yet. */
  static async create(checkout: string, databases: Databases, count: number = NODES[databases.engine]): Promise<Nodes> {
    return new Nodes(checkout, databases, await databases.create(), count);
  }

  /** The address of a node; null while it does not run. */
  url(node: number): string | null {
    return this.#running[node]?.url ?? null;
  }

  /** The address of any running node. */
  async anyUrl(): Promise<string> {
    for (;;) {
      const service = this.#running.find((one) => one !== null);
      if (service) return service.url;
      await sleep(20);
    }
  }

  async start(node: number, changed: Changed): Promise<void> {
    this.#running[node] = await startChanged(this.#checkout, this.#database, this.#databases.folder, changed);
  }

  async kill(node: number): Promise<void> {
    const service = this.#running[node];
    this.#running[node] = null;
    if (!service) return;
    this.kills += 1;
    await service.kill();
    this.#keepErrors(service);
  }

  async stop(node: number): Promise<void> {
    const service = this.#running[node];
    this.#running[node] = null;
    if (!service) return;
    await service.stop();
    this.#keepErrors(service);
  }

  async stopAll(): Promise<void> {
    await Promise.all(this.#running.map((_, node) => this.stop(node)));
  }

  /** Lines of level "error" that the services have logged. */
  errors(): string[] {
    return [...this.#errors, ...this.#running.flatMap((service) => (service ? errorLines(service.output()) : []))];
  }

  #keepErrors(service: ServiceProcess): void {
    this.#errors.push(...errorLines(service.output()));
  }
}

const errorLines = (output: string): string[] =>
  output.split('\n').filter((line) => /"level":"?(error|fatal|50|60)/.test(line));

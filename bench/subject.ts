/** The subjects of benches: the service of a checkout, each with its own database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, type PostgresServer, startPostgres } from '@bandeja/postgres/test/support/postgres';
import { type ServiceProcess, startServiceProcess } from '@bandeja/service/test/support/service-process';
import pg from 'pg';
import { printProgress } from './figures.ts';
import { call, issueKeys, OPERATOR_TOKEN, type Page } from './partners.ts';

export const THIS_CHECKOUT: string = join(import.meta.dirname, '..');

/** One column of the table. */
export interface Subject {
  readonly name: string;
  /** The directory of the checkout. */
  readonly directory: string;
  /** The number of matches in its seeded database. */
  readonly matches: number;
}

/** This checkout, after the one to compare it with, if any. */
export function subjectsOf(before: string | undefined, matches = 0): Subject[] {
  if (before === undefined) return [{ name: 'this', directory: THIS_CHECKOUT, matches }];
  return [
    { name: 'before', directory: before, matches },
    { name: 'after', directory: THIS_CHECKOUT, matches },
  ];
}

/** A service over a seeded database. */
export interface SeededService {
  readonly service: ServiceProcess;
  readonly databaseUrl: string;
  /** Three of four players are public. */
  readonly partners: readonly { readonly key: string; readonly usernames: readonly string[] }[];
}

/** A seeded database has ten clubs, a tenth as many players as matches, and a history of one year. */
const PARTNERS = 10;
const SEED_DAYS = 365;
const playersFor = (matches: number): number => Math.max(1_000, Math.round(matches / 10));

/** Large enough that neither checkpoints nor disk reads distort a comparison. */
const SERVER_SETTINGS = { shared_buffers: '1GB', max_wal_size: '8GB', checkpoint_timeout: '30min' };

/** Starts servers, databases and services. `stop` stops them all. */
export class Setting {
  readonly #stops: (() => unknown)[] = [];
  readonly #seeded = new Map<Subject, Promise<SeededService>>();
  #server: Promise<PostgresServer> | undefined;

  /** One PostgreSQL server with fsync for all subjects. */
  server(): Promise<PostgresServer> {
    this.#server ??= startPostgres({ settings: SERVER_SETTINGS }).then((server) => {
      this.#stops.push(() => server.stop());
      return server;
    });
    return this.#server;
  }

  /** @returns the URL of a new empty database */
  async emptyDatabase(): Promise<string> {
    return (await createDatabase({ server: await this.server() })).url;
  }

  /** Registers a function that `stop` calls. */
  onStop(stop: () => unknown): void {
    this.#stops.push(stop);
  }

  /** @returns a new empty folder, which `stop` removes */
  folder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'bandeja-bench-'));
    this.#stops.push(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }

  /** Starts the service of a checkout. `environment` names its database. */
  async start({ directory }: Subject, environment: Readonly<Record<string, string>>): Promise<ServiceProcess> {
    const service = await startServiceProcess({
      checkout: directory,
      environment: { OPERATOR_TOKEN, LOG_LEVEL: 'error', ...environment },
    });
    this.#stops.push(() => service.kill());
    return service;
  }

  /** The service of a subject over its seeded database. The first call seeds it. */
  seeded(subject: Subject): Promise<SeededService> {
    const seeded = this.#seeded.get(subject) ?? this.#seed(subject);
    this.#seeded.set(subject, seeded);
    return seeded;
  }

  /** Stops everything, most recent first. */
  async stop(): Promise<void> {
    for (let stop = this.#stops.pop(); stop !== undefined; stop = this.#stops.pop()) await stop();
  }

  async #seed(subject: Subject): Promise<SeededService> {
    const url = await this.emptyDatabase();
    await fillWith(subject, url);
    await runSql(url, 'vacuum (analyze)');
    await runSql(url, 'checkpoint');
    const service = await this.start(subject, { DATABASE_URL: url });
    return { service, databaseUrl: url, partners: await seededPartners(service.url, subject.matches) };
  }
}

/** Runs the checkout's own `bench/seed.ts`, which knows the checkout's tables. */
async function fillWith({ name, directory, matches }: Subject, url: string): Promise<void> {
  printProgress(`seeding ${matches} matches for ${name} …`);
  const sizes = { matches, players: playersFor(matches), partners: PARTNERS, days: SEED_DAYS };
  const options = Object.entries(sizes).flatMap(([option, value]) => [`--${option}`, `${value}`]);
  const seed = spawn(process.execPath, ['bench/seed.ts', '--url', url, ...options], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const endSeed = (): void => void seed.kill('SIGKILL');
  process.once('exit', endSeed);
  let printed = '';
  seed.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-2_000);
  });
  const [code] = (await once(seed, 'exit')) as [number | null];
  process.off('exit', endSeed);
  if (code !== 0) throw new Error(`bench/seed.ts of ${directory} failed:\n${printed}`);
}

/** `bench/seed.ts` names partners "Club 0", "Club 1", …, and numbers players across clubs. */
async function seededPartners(url: string, matches: number): Promise<SeededService['partners']> {
  const { data } = await call<Page<{ id: string; name: string }>>(url, OPERATOR_TOKEN, '/admin/v1/partners?limit=100');
  const ids = Array.from({ length: PARTNERS }, (_, club) => data.find(({ name }) => name === `Club ${club}`)?.id ?? '');
  const keys = await issueKeys(url, ids);
  const perClub = Math.floor(playersFor(matches) / PARTNERS);
  return keys.map((key, club) => ({
    key,
    usernames: Array.from(
      { length: perClub },
      (_, index) => `player-${String(club * perClub + index).padStart(7, '0')}`,
    ),
  }));
}

/** Every fourth seeded player is private. */
export const publicUsernames = ({ partners }: SeededService): string[] =>
  partners.flatMap(({ usernames }) => usernames).filter((username) => Number(username.slice(-7)) % 4 !== 3);

export async function runSql<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

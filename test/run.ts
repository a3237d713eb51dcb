/**
 * `npm test`: starts one PostgreSQL for all test files, makes the migrated databases that each file gets a copy of, runs
 * node's test runner, and ends with its exit code. Arguments are the files to run (and options of `node --test`). With
 * `--unit`, or if the files need no more, it runs the tests that need no database, no browser and no process.
 *
 * Both engines are always tested: where no PostgreSQL can be started, this fails and says so. `TEST_DATABASE_URLS` names
 * running servers instead: the whole suite runs on the first, then the tests that use PostgreSQL on each of the others.
 */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { prepareSnapshot } from '@bandeja/postgres/test/support/pglite';
import {
  asSuperuser,
  dropDatabases,
  type PostgresServer,
  runId,
  type StartOptions,
  serverAt,
  startPostgres,
} from '@bandeja/postgres/test/support/postgres';
import { MIGRATIONS_DIRECTORY } from '@bandeja/service/migrations';
import { makeTemplate } from '@bandeja/service/test/support/database';
import { browserAbsence, packedBrowser } from '@bandeja/service/test/support/packed-browser';
import { ALL_FILES, filesOf, type Group, removeGroups, writeGroups } from './groups.ts';
import { isUnit } from './imports.ts';

/**
 * In a run of all tests, these files run on both engines, and so do those that compare the engines themselves: together they
 * send most statements of the service to each. The others run on PostgreSQL alone, which takes a third of the
 * embedded database's time. `TEST_ENGINE=pglite npm test` runs them there. A run that names files runs them on both.
 */
const BOTH_ENGINES = [
  'packages/service/test/audit/verify.test.ts',
  'packages/service/test/http/contract-answers.test.ts',
  'packages/service/test/http/admin/ratings.test.ts',
];

type Environment = Readonly<Record<string, string>>;

const ON_POSTGRES = { environment: { TEST_ENGINE: 'postgres' } };

/**
 * The processes of a run of all tests, in the order in which they start: those that take longest first, beside those that mostly wait
 * for timeouts and processes, so that the last ones to end are short. A file belongs to the last group that names it. Files share a
 * process since each process takes a second to load the service.
 */
const GROUPS: readonly Group[] = [
  { name: 'console', files: ['packages/console/test/*.test.ts'], processes: 2, ...ON_POSTGRES },
  { name: 'service', files: ['packages/service/test/**/*.test.ts'], processes: 2, usesPostgres: true, ...ON_POSTGRES },
  // With the other files that open the embedded database, which takes seconds to compile.
  {
    name: 'postgres',
    files: ['packages/postgres/test/**/*.test.ts', 'packages/service/test/demo.test.ts', 'test/schema-catalog.test.ts'],
    usesPostgres: true,
  },
  {
    name: 'processes',
    files: [
      'packages/service/test/{crash,main,nodes}.test.ts',
      'packages/service/test/{database/roles,http/event-loop,tasks/killed}.test.ts',
      'packages/postgres/test/durability.test.ts',
    ],
    usesPostgres: true,
    ...ON_POSTGRES,
  },
  {
    name: 'packages',
    files: ['test/{packages,deployment/*}.test.ts', 'packages/python/test/python.test.ts'],
    ...ON_POSTGRES,
  },
  { name: 'others', processes: 2, ...ON_POSTGRES },
  { name: 'docs', files: ['test/docs/*.test.ts'], ...ON_POSTGRES },
  { name: 'both-engines', files: BOTH_ENGINES, usesPostgres: true },
  {
    name: 'ledger',
    files: ['packages/service/test/ledger/{arrival,interleavings,model,settlement,verify}.test.ts'],
    usesPostgres: true,
    ...ON_POSTGRES,
  },
];

/** These mostly wait, such as for the timeouts of connections. */
const WAITING = {
  name: 'waiting',
  files: [
    'packages/service/test/http/{anonymous,parser,precedence}.test.ts',
    'packages/service/test/http/admission/{callers,one-at-a-time}.test.ts',
    'packages/service/test/runtime/job-loop.test.ts',
  ],
};

/** For `--unit`: one process for each of two cores, and one that waits beside them. */
const unitGroups = (): Group[] => [
  { name: 'unit', files: ALL_FILES.flatMap(filesOf).filter(isUnit), processes: 2 },
  WAITING,
];

/** Five processes at once: two cores are common, and each process sometimes waits for its disk, a timeout or other processes. */
const CONCURRENCY = 5;

/**
 * Without fsync: the tests of crashes start their own servers. A minute, as by default, is for all databases together: with hundreds of
 * them a process would always be vacuuming one.
 */
const SERVER: StartOptions = { fsync: false, settings: { autovacuum_naptime: '1h' } };

/** Collecting the young objects was an eighth of the processor time of a large group. With room for more of them, most die first. */
const NODE_OPTIONS = ['--max-semi-space-size=64'];

/** With this Node strips types and compiles once for all processes. Coverage by functions gets less exact with it. */
const COMPILED = fileURLToPath(new URL('../node_modules/.cache/bandeja-tests', import.meta.url));

/** No test takes minutes. Without a limit, a test that hangs would hang the run. */
const TIMEOUT_MS = 600_000;

async function main(args: readonly string[]): Promise<number> {
  const { TEST_DATABASE_URLS, TEST_DATABASE_URL = '' } = process.env;
  const urls = (TEST_DATABASE_URLS ?? TEST_DATABASE_URL).split(/[\s,]+/).filter((url) => url !== '');
  const options = args.filter((arg) => arg.startsWith('-') && arg !== '--unit');
  const files = args.filter((arg) => !arg.startsWith('-')).flatMap(filesOf);
  if (args.includes('--unit')) return runGroups(options, unitGroups());
  if (files.length > 0 && files.every(isUnit)) return runTests([...options, ...files], {});
  // Once: test files that run at the same time cannot all make them.
  const hasBrowser = files.length === 0 && browserAbsence === false;
  await Promise.all([prepareSnapshot(MIGRATIONS_DIRECTORY), hasBrowser ? packedBrowser() : undefined]);
  execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/console.ts', import.meta.url))]);
  const runAll = (groups: readonly Group[], environment: Environment): Promise<number> =>
    files.length > 0 ? runTests([...options, ...files], environment) : runGroups(options, groups, environment);
  if (urls.length === 0)
    return withServer(await startPostgres({ ...SERVER, folder: serverFolder() }), (environment) =>
      runAll(GROUPS, environment),
    );
  const codes: number[] = [];
  for (const [index, url] of urls.entries()) {
    const server = serverAt(url);
    const [row] = await asSuperuser(server, 'show server_version');
    const what = index === 0 ? 'the tests' : 'the tests that use PostgreSQL';
    process.stdout.write(`PostgreSQL ${row?.['server_version']} at ${new URL(url).host}: ${what}\n`);
    try {
      const groups = GROUPS.filter(({ usesPostgres }) => index === 0 || usesPostgres === true);
      const engine = index === 0 ? {} : { TEST_ENGINE: 'postgres' };
      codes.push(await withServer(server, (environment) => runAll(groups, { ...environment, ...engine })));
    } finally {
      await dropDatabases(server);
    }
  }
  return Math.max(...codes);
}

/**
 * Where the server has its files: in memory, if there is room for a hundred databases of 8 MB. Removing
 * them from a busy disk took almost two minutes.
 */
function serverFolder(): string {
  const inMemory = '/dev/shm';
  if (!existsSync(inMemory)) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return Math.min(bavail * bsize, process.availableMemory()) > 4 * 2 ** 30 ? inMemory : tmpdir();
}

/** Stops the server at the end. */
async function withServer(server: PostgresServer, run: (environment: Environment) => Promise<number>): Promise<number> {
  try {
    return await run({
      TEST_RUN_ID: runId,
      TEST_DATABASE_URL: server.socketUrl,
      TEST_TEMPLATE_DATABASE: await makeTemplate(server),
    });
  } finally {
    await server.stop();
  }
}

async function runGroups(
  options: readonly string[],
  groups: readonly Group[],
  environment: Environment = {},
): Promise<number> {
  try {
    return await runTests([...options, ...writeGroups(groups)], environment);
  } finally {
    removeGroups();
  }
}

/** @returns the exit code */
async function runTests(args: readonly string[], environment: Environment): Promise<number> {
  const options = [...NODE_OPTIONS, `--test-concurrency=${CONCURRENCY}`, `--test-timeout=${TIMEOUT_MS}`];
  const runner = spawn(process.execPath, ['--test', ...options, ...args], {
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...environment },
  });
  // ^C also reaches the runner through the terminal, so this process only waits for it and cleans up.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => runner.kill('SIGTERM'));
  const [code] = (await once(runner, 'exit')) as [number | null];
  return code ?? 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`The tests did not run: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

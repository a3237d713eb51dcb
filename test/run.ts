/**
 * `npm test`: starts one PostgreSQL for all test files, makes the migrated databases that each file gets a copy of, runs
 * node's test runner, and ends with its exit code. Arguments are the files to run (and options of `node --test`).
 *
 * Both engines are always tested: where no PostgreSQL can be started, this fails and says so.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeTemplate } from './support/database.ts';
import { removeGroups, writeGroups } from './support/groups.ts';
import { prepareSnapshot } from './support/pglite.ts';
import { dropDatabases, runId, sharedPostgres, startPostgres } from './support/postgres.ts';

const ALL_TESTS = 'test/**/*.test.ts';

/** Small files share processes, since each process compiles the embedded database. Files with long histories run alone, and so do
 * those that replace the clocks or methods of their process. */
const GROUPED_TESTS = ['test/http/**/*.test.ts', 'test/domain/**/*.test.ts'];
const NOT_GROUPED = ['test/domain/ledger/**', 'test/domain/rate-limiter.test.ts', 'test/http/rate-limits.test.ts'];
/**
 * What these files test is decided before or after the database: refusals, shapes, sentences, the command. A run of all tests
 * runs them on the embedded database alone; a run that names them runs them on both.
 */
const ONE_ENGINE = [
  'test/cli/import-service.test.ts',
  'test/http/{access,examples}.test.ts',
  'test/http/*/gate.test.ts',
  'test/http/matches/{amend,dry-run,explanation,long-session,preview,refuse}.test.ts',
  'test/http/players/{analysis,card,share,update}.test.ts',
];
/** Enough groups that the last ones to run keep all cores busy. */
const GROUPS = { oneEngine: 4, bothEngines: 6 };

/** Four files at once: two cores are what is common, and each file waits now and then, for its disk or its processes. */
const CONCURRENCY = 4;

/** With this Node strips types and compiles once for all processes. Coverage by functions gets less exact with it. */
const COMPILED = fileURLToPath(new URL('../node_modules/.cache/bandeja-tests', import.meta.url));

/** No test takes minutes; without a limit one that hangs would hang the run. */
const TIMEOUT_MS = 600_000;

async function main(args: readonly string[]): Promise<number> {
  const { TEST_DATABASE_URL } = process.env;
  // No test on this server looks at what survives a crash; those that do start their own.
  const server = TEST_DATABASE_URL === undefined ? await startPostgres({ fsync: false }) : await sharedPostgres();
  try {
    const template = await makeTemplate(server);
    await prepareSnapshot('migrated');
    return await runTests(args, {
      TEST_RUN_ID: runId,
      TEST_DATABASE_URL: server.url,
      TEST_TEMPLATE_DATABASE: template,
    });
  } finally {
    removeGroups();
    if (TEST_DATABASE_URL !== undefined) await dropDatabases(server);
    await server.stop();
  }
}

/** The entry files of all processes: groups first, then the files that run alone. */
function allFiles(): string[] {
  const oneEngine = globSync(ONE_ENGINE).sort();
  const grouped = globSync(GROUPED_TESTS, { exclude: NOT_GROUPED }).sort();
  const bothEngines = grouped.filter((file) => !oneEngine.includes(file));
  const others = globSync(ALL_TESTS).filter((file) => !grouped.includes(file) && !oneEngine.includes(file));
  return [
    ...writeGroups('one-engine', oneEngine, GROUPS.oneEngine, { TEST_ENGINE: 'pglite' }),
    ...writeGroups('both-engines', bothEngines, GROUPS.bothEngines),
    ...others,
  ];
}

async function runTests(args: readonly string[], environment: Record<string, string>): Promise<number> {
  const files = args.some((arg) => !arg.startsWith('-')) ? [] : allFiles();
  const options = [`--test-concurrency=${CONCURRENCY}`, `--test-timeout=${TIMEOUT_MS}`];
  const runner = spawn(process.execPath, ['--test', ...options, ...args, ...files], {
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...environment },
  });
  // ^C reaches the runner too, by the terminal; what is left here is to wait for it and clean up.
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

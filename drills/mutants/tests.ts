/**
 * Runs test files in one process, in the given order, and ends at the first failure: `node tests.ts FILE…`. Its databases have an id of their
 * own, and are dropped: those of hundreds of mutants would fill the disk.
 */
import { resolve } from 'node:path';
import { run } from 'node:test';

process.env['TEST_RUN_ID'] = `mutant_${process.pid}`;

async function end(code: number): Promise<never> {
  const { TEST_DATABASE_URL: url } = process.env;
  if (url !== undefined) {
    const { dropDatabases, serverAt } = await import('@bandeja/postgres/test/support/postgres');
    await dropDatabases(serverAt(url));
  }
  process.exit(code);
}

const files = process.argv.slice(2).map((file) => resolve(file));
const tests = run({ files, isolation: 'none', concurrency: false });
tests.on('test:fail', ({ name, file, details }) => {
  process.stdout.write(`${file}: ${name}\n${String(details.error.cause ?? details.error)}\n`);
  void end(1);
});
tests.on('test:summary', () => void end(0));
tests.resume();

/**
 * `npm run drill:mutants`: changes the rating, the rights and the visibility of players in small ways, and prints the changes that no test
 * notices. Everything runs in copies of the checkout.
 */
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runId, startPostgres } from '@bandeja/postgres/test/support/postgres';
import { makeTemplate } from '@bandeja/service/test/support/database';
import { print } from '../../bench/figures.ts';
import { namesOf, readOptions } from '../../bench/options.ts';
import { tryConditions } from './conditions.ts';
import { copyCheckout } from './copy.ts';
import { type Mutant, runStryker } from './stryker.ts';
import { type Subject, type SubjectName, subjects } from './subjects.ts';

const names = Object.keys(subjects) as SubjectName[];
const HELP = `npm run drill:mutants -- [options]

  --only LIST       of ${names.join(', ')}; default: all
  --files LIST      only mutants of these files, or of ranges such as FILE:3-7
  --concurrency N   mutants at the same time, default 2
`;
const values = readOptions(HELP, {
  only: { type: 'string' },
  files: { type: 'string' },
  concurrency: { type: 'string', default: '2' },
});
const only = values.files?.split(',') ?? [];
const isAsked = (place: string): boolean => only.length === 0 || only.some((file) => place.startsWith(file));
const folders = Array.from({ length: Number(values.concurrency) }, copyCheckout);
const [folder = ''] = folders;

function showSurvivors(mutants: readonly Mutant[]): void {
  for (const { place, change, status } of mutants) {
    if (status === 'survived') print(`survived: ${place}: ${change}`);
  }
}

/** @returns whether enough were killed */
function report(name: SubjectName, mutants: readonly Mutant[], minutes: number): boolean {
  const killed = mutants.filter(({ status }) => status !== 'survived').length;
  const timedOut = mutants.filter(({ status }) => status === 'timed out').length;
  const share = Math.floor((1_000 * killed) / mutants.length) / 10;
  const { killedMin } = subjects[name];
  print(
    `${name}: ${killed} of ${mutants.length} mutants killed, ${timedOut} of them by the time limit: ${share} %, at least ${killedMin}; ` +
      `${minutes.toFixed(0)} min`,
  );
  return share >= killedMin;
}

const server = await startPostgres({
  fsync: false,
  settings: { autovacuum_naptime: '1h' },
  folder: existsSync('/dev/shm') ? '/dev/shm' : tmpdir(),
});
let isEnough = true;
try {
  const environment = {
    TEST_RUN_ID: runId,
    TEST_DATABASE_URL: server.socketUrl,
    TEST_TEMPLATE_DATABASE: await makeTemplate(server),
    TEST_ENGINE: 'postgres',
    NODE_COMPILE_CACHE: join(folder, 'node_modules/.cache/mutants'),
  };
  for (const name of namesOf(values.only, names)) {
    const { parts, conditionTests }: Subject = subjects[name];
    const startedAt = performance.now();
    const mutants: Mutant[] = [];
    for (const { mutate, tests } of parts(folder)) {
      const ranges = only.filter((place) => place.includes(':') && mutate.includes(place.split(':')[0] ?? ''));
      const asked = [...mutate.filter(isAsked), ...ranges];
      if (asked.length === 0) continue;
      const tried = await runStryker({ folder, mutate: asked, tests, environment, concurrency: folders.length });
      showSurvivors(tried);
      mutants.push(...tried);
    }
    if (conditionTests !== undefined) {
      const tried = await tryConditions({ folders, tests: conditionTests, environment, isAsked });
      showSurvivors(tried);
      mutants.push(...tried);
    }
    if (!report(name, mutants, (performance.now() - startedAt) / 60_000)) isEnough = false;
  }
} finally {
  await server.stop();
  for (const one of folders) rmSync(one, { recursive: true, force: true });
}
process.exit(isEnough ? 0 : 1);

/**
 * `npm run bench:import`: how many rows a second `bandeja import` brings into an empty embedded database, registering the
 * players, and how many when the same file is imported again. Each checkout runs its own command against its own service.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { alternate, comparisonTable, type Measured } from './comparison.ts';
import { print, writeFigures } from './figures.ts';
import { readOptions } from './options.ts';
import { makePartners } from './partners.ts';
import { processorMs, processorMsOfChildren } from './processes.ts';
import { runBench } from './run-bench.ts';
import { type Setting, type Subject, THIS_CHECKOUT } from './subject.ts';

const HELP = `npm run bench:import -- [options]

  --data DIR      where padel.csv.gz is, default ../shared/data
  --before DIR    a checkout with node_modules to compare with; default: this checkout is measured alone
  --rounds N      default 3
  --minutes N     give up after this time, default 15
`;

const values = readOptions(HELP, {
  data: { type: 'string', default: '../shared/data' },
  before: { type: 'string' },
  rounds: { type: 'string', default: '3' },
  minutes: { type: 'string', default: '15' },
});
const file = resolve(values.data, 'padel.csv.gz');
const here: Subject = { name: values.before === undefined ? 'this' : 'after', directory: THIS_CHECKOUT, matches: 0 };
const subjects =
  values.before === undefined ? [here] : [{ name: 'before', directory: resolve(values.before), matches: 0 }, here];

const UNITS = {
  'first import': { unit: 'rows/s', decimals: 0 },
  'first import, best round': { unit: 'rows/s', decimals: 0 },
  'first import: processor of the service': { unit: 's', decimals: 1 },
  'first import: processor of the command': { unit: 's', decimals: 1 },
  'import again': { unit: 'rows/s', decimals: 0 },
  'import again: processor of the service': { unit: 's', decimals: 1 },
  'import again: processor of the command': { unit: 's', decimals: 1 },
};

await runBench(Number(values.minutes), async (setting) => {
  const measured = await alternate({ subjects, rounds: Number(values.rounds) }, 'padel.csv.gz', UNITS, (subject) =>
    measure(setting, subject),
  );
  const figures = measured.map((figure) =>
    figure.what.endsWith('best round')
      ? { ...figure, values: figure.values.map((rounds) => [Math.max(...rounds)]) }
      : figure,
  );
  writeFigures('import', { options: values, figures });
  print(comparisonTable(subjects, figures));
});

/** Imports the file twice into a new database. */
async function measure(setting: Setting, subject: Subject): Promise<Measured> {
  const environment = { DATA_DIR: setting.folder(), DEMO: 'off', RATE_LIMITS: 'off' };
  const service = await setting.start(subject, environment);
  const measured: Record<string, number> = {};
  try {
    const [key = ''] = await makePartners(service.url, 1);
    for (const what of ['first import', 'import again']) {
      const [ofService, ofCommand] = [processorMs(service.pid), processorMsOfChildren(process.pid)];
      measured[what] = await importInto(subject, service.url, key);
      const usedByService = processorMs(service.pid) - ofService;
      measured[`${what}: processor of the service`] = usedByService / 1000;
      measured[`${what}: processor of the command`] =
        (processorMsOfChildren(process.pid) - ofCommand - usedByService) / 1000;
    }
  } finally {
    await service.kill();
  }
  return { ...measured, 'first import, best round': measured['first import'] ?? Number.NaN };
}

/** What `npm run bandeja` of a checkout runs. */
function commandOf(checkout: string): string {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    scripts: { bandeja: string };
  };
  return join(checkout, scripts.bandeja.replace('node ', ''));
}

/** @returns rows a second, as the command measures them. */
async function importInto({ directory }: Subject, url: string, key: string): Promise<number> {
  const args = [commandOf(directory), 'import', file, '--register', '--json'];
  const command = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], BANDEJA_URL: url, BANDEJA_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(command, 'exit') as Promise<[number | null]>;
  const [stdout, stderr, [code]] = await Promise.all([text(command.stdout), text(command.stderr), exit]);
  if (code !== 0) throw new Error(`the import ended with ${code}:\n${stdout}${stderr}`);
  const { rows_per_second } = JSON.parse(stdout) as { rows_per_second: number };
  return rows_per_second;
}

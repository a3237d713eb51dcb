/**
 * `npm run bench:import`: imports a file into an empty embedded database, registering its players, and then imports it again. Each
 * checkout runs its own command against its own service.
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
import { type Setting, type Subject, subjectsOf } from './subject.ts';

const HELP = `npm run bench:import -- [options]

  --data DIR      the folder of padel.csv.gz, default ../shared/data
  --before DIR    a checkout with node_modules to compare with
  --rounds N      default 3
  --minutes N     stop after this time, default 15
`;

const values = readOptions(HELP, {
  data: { type: 'string', default: '../shared/data' },
  before: { type: 'string' },
  rounds: { type: 'string', default: '3' },
  minutes: { type: 'string', default: '15' },
});
const file = resolve(values.data, 'padel.csv.gz');
const subjects = subjectsOf(values.before && resolve(values.before));

const UNITS = {
  'first import': { unit: 'rows/s', decimals: 0 },
  'first import: processor of the service': { unit: 's', decimals: 1 },
  'first import: processor of the command': { unit: 's', decimals: 1 },
  'import again': { unit: 'rows/s', decimals: 0 },
  'import again: processor of the service': { unit: 's', decimals: 1 },
  'import again: processor of the command': { unit: 's', decimals: 1 },
};

await runBench(Number(values.minutes), async (setting) => {
  const comparison = { subjects, rounds: Number(values.rounds) };
  const figures = await alternate(comparison, 'padel.csv.gz', UNITS, (subject) => measure(setting, subject));
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
  return measured;
}

/** The entry point of a checkout's command. */
function commandOf(checkout: string): string {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    scripts: { bandeja: string };
  };
  return join(checkout, scripts.bandeja.replace('node ', ''));
}

/** @returns rows per second, as the command reports them. */
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

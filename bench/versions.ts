/**
 * `npm run bench:versions`: compares the service of this checkout with that of another one, in alternating rounds on one
 * PostgreSQL server. Both are driven over HTTP by the code of this checkout. Without `--before` it measures this checkout
 * alone. Prints one table and writes all rounds to `bench/out/versions.json`.
 */
import { resolve } from 'node:path';
import { type Comparison, comparisonTable, type Figure } from './comparison.ts';
import { print, printProgress, writeFigures } from './figures.ts';
import { namesOf, readOptions } from './options.ts';
import { measureIngest } from './parts/ingest.ts';
import { measureLines } from './parts/lines.ts';
import { measureMemory } from './parts/memory.ts';
import { MAIN_READS, measureReads } from './parts/reads.ts';
import { measureSettlement } from './parts/settlement.ts';
import { measureStart } from './parts/start.ts';
import { runBench } from './run-bench.ts';
import { type Subject, THIS_CHECKOUT } from './subject.ts';

const HELP = `npm run bench:versions -- [options]

  --before DIR      a checkout with node_modules to compare with; default: this checkout is measured alone
  --only PARTS      some of: lines,start,reads,settlement,ingest,memory
  --matches N       stored before reads, settlement and ingest, default 100000 (a million: about 10 minutes more)
  --load N          matches sent to an empty database for disk space and memory, default 20000
  --rounds N        default 3
  --seconds S       how long each checkout is measured in a round, default 3
  --per-second N    submissions a second during a settlement, default 60
  --all-reads       also lists, history, progress, explanation and card.svg
  --minutes N       give up after this time, default 40
`;

const values = readOptions(HELP, {
  before: { type: 'string' },
  only: { type: 'string' },
  matches: { type: 'string', default: '100000' },
  load: { type: 'string', default: '20000' },
  rounds: { type: 'string', default: '3' },
  seconds: { type: 'string', default: '3' },
  'per-second': { type: 'string', default: '60' },
  'all-reads': { type: 'boolean', default: false },
  minutes: { type: 'string', default: '40' },
});

/** In this order: settlement and ingest add matches to the seeded database that reads are asked of. */
const parts = {
  lines: measureLines,
  start: measureStart,
  reads: (comparison: Comparison) => measureReads(comparison, values['all-reads'] ? undefined : MAIN_READS),
  settlement: (comparison: Comparison) => measureSettlement(comparison, Number(values['per-second'])),
  ingest: (comparison: Comparison) => measureIngest(comparison),
  memory: (comparison: Comparison) => measureMemory(comparison, Number(values.load)),
};

const known = Object.keys(parts) as (keyof typeof parts)[];
const asked = namesOf(values.only, known);
const matches = Number(values.matches);
const here: Subject = { name: values.before === undefined ? 'this' : 'after', directory: THIS_CHECKOUT, matches };
const subjects =
  values.before === undefined ? [here] : [{ name: 'before', directory: resolve(values.before), matches }, here];

await runBench(Number(values.minutes), async (setting) => {
  const comparison = { setting, subjects, rounds: Number(values.rounds), seconds: Number(values.seconds) };
  const figures: Figure[] = [];
  for (const part of known.filter((name) => asked.includes(name))) {
    printProgress(`${new Date().toISOString()} ${part} …`);
    figures.push(...(await parts[part](comparison)));
    writeFigures('versions', { options: values, subjects, figures });
  }
  print(comparisonTable(subjects, figures));
});

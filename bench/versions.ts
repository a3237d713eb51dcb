/**
 * `npm run bench:versions`: measures this checkout, and compares it with another one or with different sizes of the database. It measures
 * them in alternating rounds on one PostgreSQL server, over HTTP, with the client of this checkout.
 */
import { resolve } from 'node:path';
import { type Comparison, comparisonTable, type Figure } from './comparison.ts';
import { numberText, print, printProgress, writeFigures } from './figures.ts';
import { namesOf, readOptions } from './options.ts';
import { measureAmendments, measureLate } from './parts/changes.ts';
import { measureIngest } from './parts/ingest.ts';
import { measureLongHistories } from './parts/long-histories.ts';
import { measureMemory } from './parts/memory.ts';
import { measureReads } from './parts/reads.ts';
import { measureSettlement } from './parts/settlement.ts';
import { measureStart } from './parts/start.ts';
import { runBench } from './run-bench.ts';
import { type Subject, subjectsOf } from './subject.ts';

const HELP = `npm run bench:versions -- [options]

  --before DIR      a checkout with node_modules to compare with
  --only PARTS      some of: start,reads,long-histories,amend,late,settlement,ingest,memory
  --matches LIST    stored before reads, changes, settlement and ingest, default 100000; several sizes are compared
                    (a million takes about 10 minutes more; ten million 20 minutes and 40 GB)
  --load N          matches sent to an empty database for disk space and memory, default 20000
  --rounds N        default 3
  --seconds S       time per subject and round, default 3
  --per-second N    submissions per second during a settlement, default 60
  --minutes N       stop after this time, default 40
`;

const values = readOptions(HELP, {
  before: { type: 'string' },
  only: { type: 'string' },
  matches: { type: 'string', default: '100000' },
  load: { type: 'string', default: '20000' },
  rounds: { type: 'string', default: '3' },
  seconds: { type: 'string', default: '3' },
  'per-second': { type: 'string', default: '60' },
  minutes: { type: 'string', default: '40' },
});

/** Changes, settlement and ingest add matches to the seeded database, so reads come first. */
const parts = {
  start: measureStart,
  reads: measureReads,
  'long-histories': measureLongHistories,
  amend: measureAmendments,
  late: measureLate,
  settlement: (comparison: Comparison) => measureSettlement(comparison, Number(values['per-second'])),
  ingest: measureIngest,
  memory: (comparison: Comparison) => measureMemory(comparison, Number(values.load)),
};

const known = Object.keys(parts) as (keyof typeof parts)[];
const chosen = namesOf(values.only, known);
const sizes = values.matches.split(',').map(Number);
const subjects = sizes.flatMap((matches): Subject[] =>
  subjectsOf(values.before && resolve(values.before), matches).map((subject) =>
    sizes.length === 1 ? subject : { ...subject, name: `${subject.name}, ${numberText(matches)}` },
  ),
);

await runBench(Number(values.minutes), async (setting) => {
  const comparison = { setting, subjects, rounds: Number(values.rounds), seconds: Number(values.seconds) };
  const figures: Figure[] = [];
  for (const part of known.filter((name) => chosen.includes(name))) {
    printProgress(`${new Date().toISOString()} ${part} …`);
    figures.push(...(await parts[part](comparison)));
    writeFigures('versions', { options: values, subjects, figures });
  }
  print(comparisonTable(subjects, figures));
});

/**
 * `npm run bench:growth`: how reads and ingest change with the number of stored matches. Databases of different sizes are
 * measured in alternating rounds on one PostgreSQL server, each with a service of its own. Prints one table and writes all
 * rounds to `bench/out/growth.json`.
 */
import { comparisonTable, type Figure } from './comparison.ts';
import { numberText, print, writeFigures } from './figures.ts';
import { namesOf, readOptions } from './options.ts';
import { measureIngest } from './parts/ingest.ts';
import { measureReads } from './parts/reads.ts';
import { runBench } from './run-bench.ts';
import { type Subject, THIS_CHECKOUT } from './subject.ts';

const HELP = `npm run bench:growth -- [options]

  --matches LIST   sizes, default 10000,100000,1000000 (10000000 takes twenty minutes and 40 GB)
  --only PARTS     reads or ingest; default both
  --rounds N       default 5
  --seconds S      how long each size is measured in a round, default 2
  --minutes N      give up after this time, default 120
`;

const values = readOptions(HELP, {
  matches: { type: 'string', default: '10000,100000,1000000' },
  only: { type: 'string' },
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '2' },
  minutes: { type: 'string', default: '120' },
});

const asked = namesOf(values.only, ['reads', 'ingest']);
const subjects = values.matches.split(',').map((text): Subject => {
  const matches = Number(text);
  return { name: numberText(matches), directory: THIS_CHECKOUT, matches };
});

await runBench(Number(values.minutes), async (setting) => {
  const comparison = { setting, subjects, rounds: Number(values.rounds), seconds: Number(values.seconds) };
  const figures: Figure[] = [];
  if (asked.includes('reads')) figures.push(...(await measureReads(comparison)));
  if (asked.includes('ingest')) figures.push(...(await measureIngest(comparison)));
  writeFigures('growth', { options: values, figures });
  print(comparisonTable(subjects, figures));
});

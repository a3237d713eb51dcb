/**
 * How well the rating predicts, beside Elo, Glicko-2, openskill and TrueSkill, on public results of four sports.
 *
 *     npm run bench:accuracy -- [--data DIR] [--out DIR] [--evaluations N] [--draws N] [--smoke]
 *
 * Prints tables, the summary last, and writes everything to accuracy.json. The exit code is 1 if ours is not ahead as
 * required, and 2 without data. `--smoke` runs everything on small generated histories and judges nothing.
 * docs/accuracy.md explains the method.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compare } from './accuracy/compare.ts';
import { generateSets } from './accuracy/data/generated-sets.ts';
import { DataAbsent, readSets } from './accuracy/data/read-sets.ts';
import { jsonOf } from './accuracy/report/json.ts';
import { tablesOf } from './accuracy/report/table.ts';
import { verdictOf } from './accuracy/verdict.ts';

const root = resolve(import.meta.dirname, '..');
const DATA_DEFAULT = resolve(root, '../shared/data');
const OUT_DEFAULT = resolve(root, 'bench/out');
/** Twice as many gain no model more than 0.0002 nats on the rows it is fitted to; all get the same. */
const EVALUATIONS_DEFAULT = 400;
const DRAWS_DEFAULT = 2000;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: DATA_DEFAULT },
    out: { type: 'string', default: OUT_DEFAULT },
    evaluations: { type: 'string' },
    draws: { type: 'string' },
    smoke: { type: 'boolean', default: false },
  },
});

function main(): number {
  const { smoke } = values;
  const effort = {
    evaluations: Number(values.evaluations ?? (smoke ? 20 : EVALUATIONS_DEFAULT)),
    draws: Number(values.draws ?? (smoke ? 100 : DRAWS_DEFAULT)),
  };
  const sets = smoke ? generateSets() : readSets(values.data);
  const startedAt = performance.now();
  const seconds = (): string => ((performance.now() - startedAt) / 1000).toFixed(0);
  const judged = compare(sets, effort, (step) => void process.stderr.write(`${seconds().padStart(5)} s  ${step}\n`));
  const demands = verdictOf(judged);

  mkdirSync(values.out, { recursive: true });
  const facts = { judged, sets, demands, effort, isGenerated: smoke };
  writeFileSync(join(values.out, 'accuracy.json'), jsonOf(facts));
  process.stdout.write(tablesOf(facts));
  if (smoke) process.stdout.write('\nA smoke run is too small to judge by, so its exit code is always 0.\n');
  return smoke || demands.every(({ isMet }) => isMet) ? 0 : 1;
}

try {
  process.exitCode = main();
} catch (error) {
  if (!(error instanceof DataAbsent)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

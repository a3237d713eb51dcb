/**
 * `npm run bench:accuracy`: compares the predictions of the rating with Elo, Glicko-2, openskill and TrueSkill on public results of
 * four sports. docs/accuracy.md explains the method. The exit code is 1 unless all requirements are met, and 2 without data.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MODEL_VERSION } from '@bandeja/rating';
import { compare } from './accuracy/compare.ts';
import { type MatchSet, matchSetOf } from './accuracy/match-set.ts';
import { requirementsOf } from './accuracy/requirements.ts';
import { tablesOf } from './accuracy/tables.ts';
import { generateResults } from './data/generated-results.ts';
import { readSources, runWithData } from './data/read-results.ts';
import { sources } from './data/sources.ts';
import { print, printProgress } from './figures.ts';
import { readOptions } from './options.ts';

const HELP = `npm run bench:accuracy -- [options]

  --data DIR        the folder of the data, default ../shared/data
  --out DIR         the folder for accuracy.json, default bench/out
  --evaluations N   evaluations for each fit, default 400
  --draws N         draws for each interval, default 2000
  --smoke           use small generated histories, which need no data; the figures mean nothing
`;

const root = resolve(import.meta.dirname, '..');
const { data, out, evaluations, draws, smoke } = readOptions(HELP, {
  data: { type: 'string', default: resolve(root, '../shared/data') },
  out: { type: 'string', default: resolve(root, 'bench/out') },
  evaluations: { type: 'string' },
  draws: { type: 'string' },
  smoke: { type: 'boolean', default: false },
});
/** Twice as many evaluations gain no model more than 0.0002 nats on the fitted rows. */
const EVALUATIONS = 400;

/** Two sports; in the second, differences in skill decide less. */
function generatedSets(): MatchSet[] {
  return [3, 1].map((skillSd, index) => {
    const results = generateResults({ matches: 500, players: 40, seed: index, skillSd });
    return matchSetOf(results, { name: index === 0 ? 'steep' : 'level', title: 'generated', unit: 'games', std: 20 });
  });
}

function main(): number {
  const effort = {
    evaluations: Number(evaluations ?? (smoke ? 20 : EVALUATIONS)),
    draws: Number(draws ?? (smoke ? 100 : 2000)),
  };
  const sets = smoke
    ? generatedSets()
    : readSources(data, sources).flatMap((results, index) => {
        const source = sources[index];
        return source === undefined ? [] : matchSetOf(results, source);
      });
  const startedAt = performance.now();
  const comparison = compare(sets, effort, (step) =>
    printProgress(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(5)} s  ${step}`),
  );
  const requirements = requirementsOf(comparison);
  const figures = { model_version: MODEL_VERSION, generated: smoke, effort, ...comparison, requirements };
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'accuracy.json'), `${JSON.stringify(figures, null, 2)}\n`);
  print(tablesOf(comparison, sets, effort));
  for (const { isMet, text } of requirements) print(`${isMet ? 'yes' : 'NO '}  ${text}`);
  if (smoke) print('These matches are generated, so the figures mean nothing, and the exit code is always 0.');
  return smoke || requirements.every(({ isMet }) => isMet) ? 0 : 1;
}

runWithData(main);

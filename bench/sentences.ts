/**
 * `npm run bench:sentences`: replays padel results, asks the service's analysis for its expectation before each match, and compares
 * the expectations with what happened. The exit code is 1 if a fifth is off by more than three points and its sampling error, and 2
 * without data. docs/analysis.md explains the method.
 */
import { resolve } from 'node:path';
import { generateResults } from './data/generated-results.ts';
import { readSources, runWithData } from './data/read-results.ts';
import { PADEL } from './data/sources.ts';
import { print } from './figures.ts';
import { readOptions } from './options.ts';
import { expectations } from './sentences/expectations.ts';
import { type Replay, replayResults } from './sentences/replay.ts';
import { simulateSeasons } from './sentences/simulated-seasons.ts';
import { type Checked, checked, checkedTable, spreadTable, uncertaintyTable } from './sentences/tables.ts';

const HELP = `npm run bench:sentences -- [options]

  --data DIR      the folder of padel.csv.gz, default ../shared/data
  --seasons N     seasons to simulate for the rules that need the order of games, default 2000
  --smoke         use generated matches, which need no data; the figures mean nothing
`;
const { data, seasons, smoke } = readOptions(HELP, {
  data: { type: 'string', default: resolve(import.meta.dirname, '../../shared/data') },
  seasons: { type: 'string' },
  smoke: { type: 'boolean', default: false },
});
/** In logits, between the days of a player. */
const DAY_FORM_SD = 1;

function main(): number {
  const results = smoke ? generateResults({ matches: 2000 }) : readSources(data, [PADEL]).flat();
  const replay = replayResults(results);
  const all = checkAll(replay);
  const simulated = simulateSeasons(Number(seasons ?? (smoke ? 100 : 2000)), DAY_FORM_SD).map(({ code, trials }) =>
    checked({ code, named: 'as in the rule' }, trials),
  );
  print(`${replay.matches} matches, seen by both pairs: expected/happened in %, by fifths of the expectation`);
  print(`${checkedTable(all)}\n`);
  print('Differences of games in standard deviations (consistency, form, teammate), by fifths of the expectation');
  print(`${spreadTable(replay)}\n`);
  print('Scores ten matches later, with the score and its uncertainty (“placed at 1955, give or take 182”)');
  print(`${uncertaintyTable(replay)}\n`);
  print(`Simulated seasons of 50 matches; days differ by sd ${DAY_FORM_SD} logit`);
  print(`${checkedTable(simulated)}\n`);
  if (smoke) {
    print('These matches are generated, so the figures mean nothing.');
    return 0;
  }
  const off = all.filter(({ agreement }) => agreement === 'NO');
  print(
    off.length === 0
      ? 'Every fifth is within three points, or within its sampling error.'
      : `More than three points off: ${off.map(({ code }) => code).join(', ')}.`,
  );
  return off.length === 0 ? 0 : 1;
}

function checkAll(replay: Replay): Checked[] {
  return expectations.flatMap((expectation) => {
    const trials = expectation.trialsOf(replay);
    return trials.length === 0 ? [] : checked(expectation, trials);
  });
}

runWithData(main);

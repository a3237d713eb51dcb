/**
 * Whether what sentences name as expected is what happens: `npm run bench:sentences -- [--data DIR] [--smoke]`.
 *
 * Replays the results of padel.csv.gz through the rating, asks the service's own analysis what it would have told before each
 * match, and prints by fifths of what was told what happened. The exit code is 1 if a fifth is surely off by more than three
 * points, and 2 without data. docs/analysis.md says what is checked how.
 */
import { resolve } from 'node:path';
import { DataAbsent } from './accuracy/data/read-sets.ts';
import { print } from './figures.ts';
import { readOptions } from './options.ts';
import { expectations } from './sentences/expectations.ts';
import { playResults } from './sentences/play-results.ts';
import { readPadelResults } from './sentences/read-results.ts';
import { type Replay, replayResults } from './sentences/replay.ts';
import { type Checked, checked, checkedTable, fitTable, spreadTable, uncertaintyTable } from './sentences/tables.ts';
import { throwSeasons } from './sentences/thrown-seasons.ts';

const DATA_DEFAULT = resolve(import.meta.dirname, '../../shared/data');
/** The part, by time, whose fits are printed beside those of the rest. */
const FIRST_PART = 0.6;
const SEASONS_DEFAULT = 2000;
const SMOKE_MATCHES = 2000;
const SMOKE_SEASONS = 100;

const HELP = `npm run bench:sentences -- [options]

  --data DIR      the folder of padel.csv.gz; default ../shared/data
  --seasons N     seasons to throw for the rules that need the order of games; default ${SEASONS_DEFAULT}
  --smoke         generated matches, no data needed; the figures mean nothing
`;
const { data, seasons, smoke } = readOptions(HELP, {
  data: { type: 'string', default: DATA_DEFAULT },
  seasons: { type: 'string' },
  smoke: { type: 'boolean', default: false },
});

function main(): number {
  const replay = replayResults(smoke ? playResults(SMOKE_MATCHES, 1) : readPadelResults(data));
  const bounds = Math.floor(FIRST_PART * replay.matches);
  const all = checkAll(replay);
  const first = checkAll(between(replay, 0, bounds));
  const rest = checkAll(between(replay, bounds, replay.matches));
  const thrown = [0, 1].map((dayFormSd) =>
    throwSeasons(Number(seasons ?? (smoke ? SMOKE_SEASONS : SEASONS_DEFAULT)), dayFormSd).map(({ code, trials }) =>
      checked({ code, named: 'as the rule says' }, trials),
    ),
  );

  print(`All ${replay.matches} matches, seen by both pairs: told/happened in %, by fifths of what was told`);
  print(`${checkedTable(all)}\n`);
  print(`The last ${replay.matches - bounds} of them`);
  print(`${checkedTable(rest)}\n`);
  print('What would fit better: log odds of what happened = intercept + slope · log odds of what was told');
  print(`${fitTable(first, rest)}\n`);
  print('Games of a match beside the share expected, in standard deviations (consistency, form, teammate), by fifths');
  print(`${spreadTable(replay)}\n`);
  print('Scores ten matches later, beside the score and its uncertainty (“placed at 1955, give or take 182”)');
  print(`${uncertaintyTable(replay)}\n`);
  for (const [dayFormSd, rows] of thrown.entries()) {
    print(`Seasons of 50 matches thrown game by game, days that differ by sd ${dayFormSd} logits`);
    print(`${checkedTable(rows)}\n`);
  }
  if (smoke) {
    print('These matches are generated, so none of this says anything of people.');
    return 0;
  }
  const off = all.filter(({ verdict }) => verdict === 'NO');
  print(
    off.length === 0
      ? 'Over all matches, what was told and what happened lie within three points in every fifth, or within their sampling error of it.'
      : `More than three points apart, surely: ${off.map(({ code }) => code).join(', ')}.`,
  );
  return off.length === 0 ? 0 : 1;
}

function checkAll(replay: Replay): Checked[] {
  return expectations.flatMap((expectation) => {
    const trials = expectation.trialsOf(replay);
    return trials.length === 0 ? [] : checked(expectation, trials);
  });
}

/** The matches from one place of the history to another. */
function between({ seen, states }: Replay, from: number, to: number): Replay {
  const isHere = ({ match }: { readonly match: number }): boolean => match >= from && match < to;
  return { matches: to - from, seen: seen.filter(isHere), states: states.filter(isHere) };
}

try {
  process.exitCode = main();
} catch (error) {
  if (!(error instanceof DataAbsent)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

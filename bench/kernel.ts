/**
 * What rating one match costs, beside openskill and ts-trueskill.
 *
 *     npm run bench:kernel -- [--data DIR] [--matches N] [--rounds N] [--smoke]
 *
 * Everyone rates the same matches of four players in the same order, from players who are all new, and carries each
 * player's state along. Ours reads scoreline, date and planned length of a match and predicts it too; the `rate` of the
 * libraries sees who won. Figures are medians over rounds, ratios the medians of those within a round: what else the
 * machine does changes from one to the next.
 *
 * The matches are the first of those that bench:replay rates. `--data` takes those of bench:accuracy instead, all four
 * sports one after the other. `--smoke` takes few, to see that the bench still runs. It ends with 2 where `--data` names
 * no data.
 */
import { parseArgs } from 'node:util';
import { DataAbsent, readSets } from './accuracy/data/read-sets.ts';
import { FULL_SIZE, generateHistory, SMOKE_SIZE } from './generated-history.ts';
import { contenders, kernel, plackettLuce } from './kernel/contenders.ts';
import { median, race, ratioOf, type Speeds } from './kernel/race.ts';
import { beginningOf, joined, type Stream } from './kernel/stream.ts';

/** As many matches as the slowest contender rates in some seconds, and all the real ones. */
const EFFORT = { matches: 100_000, rounds: 7 } as const;
const SMOKE_EFFORT = { matches: 600, rounds: 2 } as const;
/** How many times as fast as openskill's Plackett–Luce our kernel is meant to be. */
const AIM = 20;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    matches: { type: 'string' },
    rounds: { type: 'string' },
    smoke: { type: 'boolean', default: false },
  },
});

const whole = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 0 });
const line = (name: string, speed: string, ratio: string): string =>
  `${name.padEnd(40)}${speed.padStart(11)}${ratio.padStart(18)}\n`;

function tableOf(speeds: Speeds): string {
  const rows = contenders.map((contender) =>
    line(
      contender.name,
      whole(median(speeds.get(contender) ?? [])),
      ratioOf(contender, plackettLuce, speeds).toFixed(2),
    ),
  );
  return [line('', 'matches/s', '× Plackett–Luce'), ...rows].join('');
}

async function main(): Promise<void> {
  const effort = values.smoke ? SMOKE_EFFORT : EFFORT;
  const rounds = Number(values.rounds ?? effort.rounds);
  const source: Stream =
    values.data === undefined ? generateHistory(values.smoke ? SMOKE_SIZE : FULL_SIZE) : joined(readSets(values.data));
  const stream = beginningOf(source, Number(values.matches ?? effort.matches));
  const speeds = await race(stream, rounds);
  const matches = `${values.data === undefined ? 'invented' : 'real'} matches`;
  process.stdout.write(
    `node ${process.version}; the first ${whole(stream.matches.at.length)} of ${whole(source.matches.at.length)} ${matches} ` +
      `of ${whole(source.playerCount)} players; ${rounds} rounds\n\n${tableOf(speeds)}\n` +
      `Our kernel (replay) is ${ratioOf(kernel, plackettLuce, speeds).toFixed(1)} times as fast as openskill’s ` +
      `Plackett–Luce (aim: at least ${AIM}).\n`,
  );
}

try {
  await main();
} catch (error) {
  if (!(error instanceof DataAbsent)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

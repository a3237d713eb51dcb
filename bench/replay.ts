/**
 * How fast a history is replayed: matches a second on one core, with a prediction for each.
 *
 *     node bench/replay.ts [--smoke]
 *
 * The history is generated, the same on every run. The fingerprint is that of the final ratings; when it changes, so has
 * the model. `--smoke` takes a small history, to see that the bench still runs.
 */
import { createHash } from 'node:crypto';
import { predictMatch, type RatingState, rateMatch, readState } from '@bandeja/rating';
import { replay } from '@bandeja/rating/test/replay';
import { FULL_SIZE, generateHistory, SMOKE_SIZE, START } from './generated-history.ts';

const isSmoke = process.argv.includes('--smoke');
const rounds = isSmoke ? 3 : 9;

/** Milliseconds that some work takes. */
function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

const perSecond = (count: number, ms: number): string =>
  `${((count / ms) * 1000).toLocaleString('en', { maximumFractionDigits: 0 })}/s`;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const { matches, playerCount } = generateHistory(isSmoke ? SMOKE_SIZE : FULL_SIZE);
const count = matches.at.length;
const run = (): ReturnType<typeof replay> => replay(matches, { playerCount });
const times = Array.from({ length: rounds }, () => timed(run)).sort((a, b) => a - b);
const { ratings, pool } = run();
const fingerprint = createHash('sha256').update(new Uint8Array(ratings.shown.buffer)).digest('hex').slice(0, 16);

print(`node ${process.version}, ${count.toLocaleString('en')} matches, ${playerCount.toLocaleString('en')} players`);
print(
  `replay with predictions: median ${perSecond(count, times[rounds >> 1] ?? Number.NaN)}, best ${perSecond(count, times[0] ?? Number.NaN)}`,
);

const singles = isSmoke ? 10_000 : 500_000;
const stateOf = (player: number): RatingState | null => readState(ratings, player);
const pairs = { first: [stateOf(0), stateOf(1)], second: [stateOf(2), stateOf(3)] } as const;
const match = {
  winners: pairs.first,
  losers: pairs.second,
  at: START,
  units: { won: 12, lost: 7, std: 20 },
  weight: 1,
  length: 1,
};
const rateMany = (): void => {
  for (let index = 0; index < singles; index += 1) rateMatch(match);
};
const predictMany = (): void => {
  for (let index = 0; index < singles; index += 1) predictMatch({ ...pairs, at: START });
};
rateMany();
print(`rateMatch: ${perSecond(singles, timed(rateMany))}`);
predictMany();
print(`predictMatch: ${perSecond(singles, timed(predictMany))}`);
print(`steepness ${pool.steepness}, penalty ${pool.penalty}, fingerprint ${fingerprint}`);

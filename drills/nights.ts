/**
 * `npm run drill:nights`: random nights with latecomers, leavers, swaps by hand, lost courts and redraws. A failure prints the
 * smallest failing night.
 */
import { playNight, scenariosUpTo } from '@bandeja/planner/test/random-night';
import fc from 'fast-check';
import { readOptions } from '../bench/options.ts';

const HELP = `npm run drill:nights -- [options]

  --runs N      nights, default 1000
  --players N   players of the largest, default 24
  --seed N      default: by the clock
`;
const values = readOptions(HELP, {
  runs: { type: 'string', default: '1000' },
  players: { type: 'string', default: '24' },
  seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
});
const [numRuns, players, seed] = [Number(values.runs), Number(values.players), Number(values.seed)];

const before = process.cpuUsage();
fc.assert(fc.property(scenariosUpTo(players, 8), playNight), { numRuns, seed });
const { user } = process.cpuUsage(before);
process.stdout.write(
  `${numRuns} nights of up to ${players} players kept every promise; ${Math.round(user / 1e6)} s of processor (seed ${seed})\n`,
);

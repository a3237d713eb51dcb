/**
 * `npm run bench:replay`: replays a generated history on one core and predicts every match. The fingerprint is that of the final
 * ratings; it changes only if the model or the generator changes. `-- --smoke` uses a small history.
 */
import { createHash } from 'node:crypto';
import { type PlayerState, predictMatch, rateMatch, readState } from '@bandeja/rating';
import { replay } from '@bandeja/rating/test/replay';
import { matchSetOf } from './accuracy/match-set.ts';
import { generateResults } from './data/generated-results.ts';
import { PADEL } from './data/sources.ts';
import { median, numberText, print } from './figures.ts';

const isSmoke = process.argv.includes('--smoke');
const rounds = isSmoke ? 3 : 9;
/** 192 matches per player: about four years of weekly matches. */
const size = isSmoke ? { matches: 6_000, clubs: 5 } : { matches: 960_000, clubs: 200 };

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

const perSecond = (count: number, ms: number): string => `${numberText((count / ms) * 1000)}/s`;

const { matches, playerCount } = matchSetOf(generateResults({ ...size, players: 100 }), PADEL);
const run = (): ReturnType<typeof replay> => replay(matches, { playerCount });
const times = Array.from({ length: rounds }, () => timed(run));
const { ratings, pool } = run();
const fingerprint = createHash('sha256').update(new Uint8Array(ratings.shown.buffer)).digest('hex').slice(0, 16);

print(`node ${process.version}, ${numberText(size.matches)} matches, ${numberText(playerCount)} players`);
print(
  `replay with predictions: median ${perSecond(size.matches, median(times))}, best ${perSecond(size.matches, Math.min(...times))}`,
);

const singles = isSmoke ? 10_000 : 500_000;
const stateOf = (player: number): PlayerState => readState(ratings, player);
const pairs = { first: [stateOf(0), stateOf(1)], second: [stateOf(2), stateOf(3)] } as const;
const at = matches.at.at(-1) ?? 0;
const units = { won: 12, lost: 7, std: 20 };
const match = { winners: pairs.first, losers: pairs.second, at, units, weight: 1, length: 1 };
const works = { rateMatch: () => rateMatch(match), predictMatch: () => predictMatch({ ...pairs, at }) };
for (const [name, work] of Object.entries(works)) {
  const repeat = (): void => {
    for (let index = 0; index < singles; index += 1) work();
  };
  repeat();
  print(`${name}: ${perSecond(singles, timed(repeat))}`);
}
print(`steepness ${pool.steepness}, penalty ${pool.penalty}, fingerprint ${fingerprint}`);

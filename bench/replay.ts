/**
 * How fast a history is replayed: matches a second on one core, with a prediction for each.
 *
 *     node bench/replay.ts [--smoke]
 *
 * The history is generated, the same on every run: club nights of eight players of a club and twelve matches, with a
 * scoreline for nine in ten. The fingerprint is that of the final ratings; when it changes, so has the model.
 * `--smoke` takes a small history, to see that the bench still runs.
 */
import { createHash } from 'node:crypto';
import {
  createMatchColumns,
  lengthOf,
  type MatchColumns,
  predictMatch,
  type RatingState,
  rateMatch,
  readState,
  replay,
  type SetScore,
  unitsOf,
  weightOf,
  writeMatch,
} from '../src/rating/index.ts';

const MATCHES_A_NIGHT = 12;
const PLAYERS_A_NIGHT = 8;
const PLAYERS_A_CLUB = 100;
/** Between two nights anywhere: 80,000 nights are four years, so that players are away for weeks. */
const NIGHT_MS = 1_600_000;
const START = Date.UTC(2020, 0, 1);
const isSmoke = process.argv.includes('--smoke');
const nightCount = isSmoke ? 500 : 80_000;
const clubCount = isSmoke ? 5 : 200;
const rounds = isSmoke ? 3 : 9;

/** Numbers from 0 to 1 that look random and are the same on every run (the generator known as mulberry32). */
function createSequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Two sets to six, seen by the winners: the wider the gap in skill, the fewer games for the losers. */
function playSets(gap: number, next: () => number): SetScore[] {
  const loserShare = 1 / (1 + Math.exp(0.3 + 0.22 * gap));
  return [0, 1].map((): SetScore => [6, Math.min(4, Math.floor(next() * 10 * loserShare))]);
}

/** The history in columns, in order of time. */
function generateHistory(): MatchColumns {
  const next = createSequence(1);
  const pick = (count: number): number => Math.floor(next() * count);
  const skills = Float64Array.from({ length: clubCount * PLAYERS_A_CLUB }, () => 2 * (next() + next() + next() - 1.5));
  const skillOf = (player: number): number => skills[player] ?? 0;
  const columns = createMatchColumns(nightCount * MATCHES_A_NIGHT);
  const weight = weightOf({ competitionType: 'social', trustTier: 'partner_attested' });
  for (let row = 0, firstOfNight = 0; row < columns.at.length; row += 1) {
    // Neighbours in a club's numbering play the same nights.
    if (row % MATCHES_A_NIGHT === 0)
      firstOfNight = pick(clubCount) * PLAYERS_A_CLUB + pick(PLAYERS_A_CLUB - PLAYERS_A_NIGHT);
    const [a, b, c, d] = pickFour(pick, firstOfNight);
    const gap = skillOf(a) + skillOf(b) - skillOf(c) - skillOf(d);
    const isFirstWinner = next() < 1 / (1 + Math.exp(-gap));
    const sets = next() < 0.9 ? playSets(isFirstWinner ? gap : -gap, next) : [];
    writeMatch(columns, row, {
      players: isFirstWinner ? [a, b, c, d] : [c, d, a, b],
      at: START + Math.floor(row / MATCHES_A_NIGHT) * NIGHT_MS + (row % MATCHES_A_NIGHT) * 1000,
      units: unitsOf(sets, 'games'),
      weight,
      length: lengthOf(sets, 'games'),
    });
  }
  return columns;
}

/** Four different players of a night: from a random seat in the circle of eight, by steps of a random odd width. */
function pickFour(pick: (count: number) => number, first: number): readonly [number, number, number, number] {
  const turn = pick(PLAYERS_A_NIGHT);
  const step = 1 + 2 * pick(PLAYERS_A_NIGHT / 2);
  const seat = (index: number): number => first + ((turn + index * step) % PLAYERS_A_NIGHT);
  return [seat(0), seat(1), seat(2), seat(3)];
}

/** Milliseconds that some work takes. */
function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

const perSecond = (count: number, ms: number): string =>
  `${((count / ms) * 1000).toLocaleString('en', { maximumFractionDigits: 0 })}/s`;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const history = generateHistory();
const count = history.at.length;
const playerCount = clubCount * PLAYERS_A_CLUB;
const run = (): ReturnType<typeof replay> => replay(history, { playerCount });
const times = Array.from({ length: rounds }, () => timed(run)).sort((a, b) => a - b);
const { ratings, steepness } = run();
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
print(`steepness ${steepness}, fingerprint ${fingerprint}`);

/**
 * `npm run bench:rating-laws`: rates random matches and checks what every player is promised about the shown score. With `--against`,
 * it also compares mean, variance and predictions with those of another version of the model, bit for bit. The exit code is 1 if a
 * law is broken or a bit differs.
 */
import { join, resolve } from 'node:path';
import { explainChange, type Four, MODEL, type RatingState, rateMatch, scoreOf } from '@bandeja/rating';
import { numberText, print } from './figures.ts';
import { readOptions } from './options.ts';

const HELP = `npm run bench:rating-laws -- [options]

  --matches N     random matches, default 200000
  --against DIR   packages/rating/src of another version, for example extracted with git archive
`;
const { matches, against } = readOptions(HELP, {
  matches: { type: 'string', default: '200000' },
  against: { type: 'string' },
});

let seed = 1;
/** Mulberry32: the same matches in every run. 0 to 1. */
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let bits = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
  return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
}

const START = Date.UTC(2026, 0, 1);

function randomState(): RatingState | null {
  if (random() < 0.2) return null;
  const mean = 6 * (random() + random() - 1);
  const held = random() < 0.5 ? 0 : 0.4 * (random() - 0.5);
  const at = START - Math.floor(2000 * random()) * MODEL.DAY_MS;
  return { mean, variance: 0.02 + 5 * random() ** 3, shown: mean + held, at, played: 1 + Math.floor(60 * random()) };
}

function randomMatch() {
  const isDraw = random() < 0.1;
  const won = Math.floor(14 * random());
  const units = random() < 0.2 && !isDraw ? null : { won, lost: isDraw ? won : Math.floor(14 * random()), std: 20 };
  return {
    winners: [randomState(), randomState()] as const,
    losers: [randomState(), randomState()] as const,
    at: START,
    units,
    weight: 0.2 + 0.8 * random(),
    length: 0.2 + 0.8 * random(),
    pairEvidence: random() < 0.5 ? 1 : 0,
    result: isDraw ? 0.5 : 1,
    steepness: 0.4 + 2 * random(),
    penalty: 4 * random(),
  };
}

const broken = new Map<string, number>();
const check = (law: string, holds: boolean): void => void broken.set(law, (broken.get(law) ?? 0) + Number(!holds));

function checkLaws(
  match: ReturnType<typeof randomMatch>,
  { after, parts, priors }: ReturnType<typeof rateMatch>,
): void {
  const before: Four<RatingState | null> = [...match.winners, ...match.losers];
  for (const [slot, old] of before.entries()) {
    const [now, part, prior] = [after[slot as 0], parts[slot as 0], priors[slot as 0]];
    const sign = slot < 2 ? 1 : -1;
    const isGuarded = old !== null && match.result === 1;
    const moved = sign * (scoreOf(now) - scoreOf(old));
    check('a win never lowers a score, and a loss never raises one', !isGuarded || moved >= 0);
    check('without a guard, the mean is shown', isGuarded || now.shown === now.mean);
    check('a match never raises the variance', now.variance > 0 && now.variance <= prior.variance);
    const { total, ...points } = explainChange(part, old, now);
    const sum = Object.values(points).reduce((all, one) => all + one, 0);
    check('the parts add up to the change of the score', total === scoreOf(now) - scoreOf(old) && sum === total);
  }
}

const other: typeof import('@bandeja/rating') | null =
  against === undefined ? null : await import(join(resolve(against), 'index.ts'));
const bitsOf = (numbers: readonly number[]): BigUint64Array => new BigUint64Array(Float64Array.from(numbers).buffer);
const numbersOf = ({ after, expected, pool }: ReturnType<typeof rateMatch>): number[] => [
  ...after.flatMap(({ mean, variance }) => [mean, variance]),
  expected.winProbability,
  pool.steepness,
  pool.penalty,
];

let differences = 0;
for (let count = 0; count < Number(matches); count += 1) {
  const match = randomMatch();
  const rated = rateMatch(match);
  checkLaws(match, rated);
  if (other === null) continue;
  const theirs = bitsOf(numbersOf(other.rateMatch(match)));
  differences += bitsOf(numbersOf(rated)).filter((bits, index) => bits !== theirs[index]).length;
}
print(`${numberText(Number(matches))} random matches`);
for (const [law, times] of broken)
  print(`${times === 0 ? 'yes' : 'NO '}  ${law}${times === 0 ? '' : `: broken ${times} times`}`);
if (other !== null)
  print(`means, variances, predictions, steepness and penalty that differ from ${other.MODEL_VERSION}: ${differences}`);
process.exitCode = differences > 0 || [...broken.values()].some((times) => times > 0) ? 1 : 0;

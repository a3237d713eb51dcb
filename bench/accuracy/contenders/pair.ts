/**
 * The pair model of `packages/rating/src` with its constants as arguments, so that they can be fitted. With the constants in use it
 * predicts the same as `replay`, bit for bit: a test and every run of the comparison check it. Steps are numbered as in
 * docs/rating.md, section 3.
 */
import { type MatchColumns, MODEL } from '@bandeja/rating';
import type { MatchSet } from '../match-set.ts';
import { type Constant, type Constants, type Contender, constantOf } from './contender.ts';

const { DAY_MS, K_MAX, K_MIN, K_RATE, LINK, SETTLED, STEEP_MAX, STEEP_MIN, W_WIN_ONLY } = MODEL;

/**
 * Starts from neutral values, because the values in use would be a head start: no learnt penalty, newcomers half way between
 * teammate and opponents, little but certain pair evidence, independent units, and full weight for wins.
 */
const constants: readonly Constant[] = [
  { name: 'S_NEW', start: 2, min: 0.2, max: 10, scale: 'ratio' },
  { name: 'S_JOIN', start: 2, min: 0.2, max: 10, scale: 'ratio' },
  { name: 'DRIFT', start: 0.0001, min: 0.000001, max: 0.1, scale: 'ratio' },
  { name: 'MARGIN', start: 0.5, min: 0.05, max: 5, scale: 'ratio' },
  { name: 'PHI', start: 1, min: 0.1, max: 10, scale: 'ratio' },
  { name: 'W_WIN', start: 1, min: 0.01, max: 5, scale: 'ratio' },
  { name: 'K', start: 1, min: -1, max: 4, scale: 'difference' },
  { name: 'K_LEARN', start: 0, min: -1, max: 4, scale: 'difference' },
  { name: 'PAIR', start: 0.1, min: 0.001, max: 10, scale: 'ratio' },
  { name: 'PAIR_SURE', start: 1, min: 0, max: 1, scale: 'difference' },
  { name: 'P_TEAMMATE', start: 0.5, min: -0.5, max: 1.5, scale: 'difference' },
  { name: 'P_OPP', start: 0.5, min: -0.5, max: 1.5, scale: 'difference' },
  { name: 'P_OPP_NEW', start: 0.5, min: -0.5, max: 1.5, scale: 'difference' },
];

export const pair: Contender = {
  name: 'Bandeja, refitted',
  constants,
  predict: predictPair,
};

/** The constants in use. */
export const constantsInUse: Constants = Object.fromEntries(
  [...constants.map(({ name }) => name), 'STEEP', 'STEEP_RATE'].map((name) => [name, constantOf({ ...MODEL }, name)]),
);

/** The players' states; variance 0 means a new player. */
interface Kept {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
  readonly at: Float64Array;
}

// The four players of the match at hand: r means so far, m and v priors.
const r = new Float64Array(4);
const m = new Float64Array(4);
const v = new Float64Array(4);

function predictPair({ matches, playerCount }: MatchSet, values: Constants): Float64Array {
  const prior = priorRule(values);
  const beside = pairRule(values);
  const match = matchRule(values);
  const kept: Kept = {
    mean: new Float64Array(playerCount),
    variance: new Float64Array(playerCount),
    at: new Float64Array(playerCount),
  };
  return Float64Array.from(matches.at, (_, row) => {
    prior(kept, matches, row);
    beside(kept, matches, row);
    return match(kept, matches, row);
  });
}

/** Steps 1 and 2: fills r, m and v. */
function priorRule(values: Constants): (kept: Kept, matches: MatchColumns, row: number) => void {
  const [sNew, sJoin, drift] = [constantOf(values, 'S_NEW'), constantOf(values, 'S_JOIN'), constantOf(values, 'DRIFT')];
  const [pTeammate, pOpp] = [constantOf(values, 'P_TEAMMATE'), constantOf(values, 'P_OPP')];
  const pOppNew = constantOf(values, 'P_OPP_NEW');
  const cap = sJoin * sJoin;
  return (kept, { players, at }, row) => {
    const t = at[row] as number;
    const idOf = (slot: number): number => players[4 * row + slot] as number;
    const known = (slot: number): boolean => (kept.variance[idOf(slot)] as number) > 0;
    for (let slot = 0; slot < 4; slot += 1) r[slot] = kept.mean[idOf(slot)] as number;
    const losers = 0.5 * ((r[2] as number) + (r[3] as number));
    const winners = 0.5 * ((r[0] as number) + (r[1] as number));
    for (let slot = 0; slot < 4; slot += 1) {
      const id = idOf(slot);
      const mate = slot ^ 1;
      const opponents = slot < 2 ? losers : winners;
      if (known(slot)) {
        const variance = kept.variance[id] as number;
        const drifted = variance + drift * Math.max((t - (kept.at[id] as number)) / DAY_MS, 0);
        v[slot] = drifted > cap ? Math.max(variance, cap) : drifted;
        m[slot] = r[slot] as number;
      } else if (known(mate)) {
        v[slot] = cap;
        m[slot] = pTeammate * (r[mate] as number) + pOpp * opponents;
      } else {
        v[slot] = sNew * sNew;
        m[slot] = pOppNew * opponents;
      }
    }
  };
}

/** Step 3: moves m and v of known players towards their known teammates. */
function pairRule(values: Constants): (kept: Kept, matches: MatchColumns, row: number) => void {
  const [pair, sure] = [constantOf(values, 'PAIR'), constantOf(values, 'PAIR_SURE')];
  const settled = SETTLED * SETTLED;
  return (kept, { players, pairEvidence }, row) => {
    const known = (slot: number): boolean => (kept.variance[players[4 * row + slot] as number] as number) > 0;
    const [means, variances] = [Float64Array.from(m), Float64Array.from(v)];
    for (let slot = 0; slot < 4; slot += 1) {
      const [own, other] = [variances[slot] as number, variances[slot ^ 1] as number];
      if (pairEvidence[row] !== 1 || !known(slot) || !known(slot ^ 1) || own <= settled) continue;
      const h = pair * (1 - settled / own);
      const f = 1 + h * (own + other);
      m[slot] = (means[slot] as number) + (own * h * ((means[slot ^ 1] as number) - (means[slot] as number))) / f;
      v[slot] = own - (sure * (own * own * h)) / f;
    }
  };
}

/** Steps 4 to 7: updates the players and the penalty, and returns x. */
function matchRule(values: Constants): (kept: Kept, matches: MatchColumns, row: number) => number {
  const [K, kLearn] = [constantOf(values, 'K'), constantOf(values, 'K_LEARN')];
  const [margin, phi, wWin] = [constantOf(values, 'MARGIN'), constantOf(values, 'PHI'), constantOf(values, 'W_WIN')];
  const lower = (slot: number, penalty: number): number => (m[slot] as number) - penalty * Math.sqrt(v[slot] as number);
  const gapOf = (penalty: number): number =>
    lower(0, penalty) + lower(1, penalty) - (lower(2, penalty) + lower(3, penalty));
  const rate = constantOf(values, 'STEEP_RATE');
  let steepness = constantOf(values, 'STEEP');
  let penalty = K;
  return (kept, { players, at, won, lost, std, length }, row) => {
    const ell = length[row] as number;
    const f = Math.sqrt(ell);
    const S = (v[0] as number) + (v[1] as number) + ((v[2] as number) + (v[3] as number));
    const d = gapOf(kLearn);
    const c = Math.sqrt(1 + LINK * S);
    const x = f * (gapOf(penalty) / c);
    const sd = Array.from(v, Math.sqrt) as [number, number, number, number];
    const z = f * ((sd[0] + sd[1] - (sd[2] + sd[3])) / c);
    const P = 1 / (1 + Math.exp(-(steepness * x)));
    penalty = Math.min(Math.max(penalty - K_RATE * (steepness * z * (1 - P)), K_MIN), K_MAX);
    steepness = Math.min(Math.max(steepness + rate * (x * (1 - P)), STEEP_MIN), STEEP_MAX);

    const n = (won[row] as number) + (lost[row] as number);
    const p = 1 / (1 + Math.exp(-(f * d)));
    const w = n > 0 ? wWin : W_WIN_ONLY;
    const i0 = w * ell * p * (1 - p);
    const f0 = 1 + i0 * S;
    let g = (w * f * (1 - p)) / f0;
    let h = i0 / f0;
    if (n > 0) {
      const k = (2 * margin) / Math.sqrt(Math.max(n, std[row] as number));
      const a = 1 - h * S;
      const q = 1 / (1 + Math.exp(-(k * (d + S * g))));
      const i1 = (k * k * n * q * (1 - q)) / phi;
      const f1 = 1 + i1 * (S * a);
      g += (a * ((k * ((won[row] as number) - n * q)) / phi)) / f1;
      h += (a * a * i1) / f1;
    }
    for (let slot = 0; slot < 4; slot += 1) {
      const id = players[4 * row + slot] as number;
      const prior = v[slot] as number;
      kept.mean[id] = slot < 2 ? (m[slot] as number) + prior * g : (m[slot] as number) - prior * g;
      kept.variance[id] = prior - prior * prior * h;
      kept.at[id] = at[row] as number;
    }
    return x;
  };
}

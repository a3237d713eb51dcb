/**
 * `golden.json` holds the numbers of the model's reference implementation: 67 matches with every intermediate value, and
 * a stream of 2,000 matches. Doubles are stored as bits, so the tolerance is zero. A number may change only together
 * with `MODEL_VERSION`. `starting-level-golden.json` has the same for players with starting levels: 23 starts, 20 matches
 * and a stream of 400 matches.
 */
import { readFileSync } from 'node:fs';
import type {
  ChangePartName,
  CompetitionType,
  ConfidenceLevel,
  Four,
  MODEL,
  Pair,
  PlayerState,
  Scoring,
  SetScore,
  TrustTier,
  Units,
} from '../src/index.ts';
import { fromBits } from './bits.ts';

/** A double of the file: 17 digits to read, 16 hex digits to compare. */
export interface GoldenDouble {
  readonly dec: string;
  readonly hex: string;
}

export interface GoldenState {
  readonly mean: GoldenDouble;
  readonly variance: GoldenDouble;
  readonly shown: GoldenDouble;
  readonly at_ms: number;
  readonly played: number;
}

/** A player before a match. Null: new, and nothing is stated. */
export type GoldenPlayer = GoldenState | { readonly stated: number } | null;

export interface GoldenCase {
  readonly name: string;
  readonly at_ms: number;
  readonly weight: GoldenDouble;
  readonly steepness: GoldenDouble;
  readonly penalty: GoldenDouble;
  readonly length: GoldenDouble;
  readonly chosen: 0 | 1;
  readonly result: GoldenDouble;
  readonly units: Units | null;
  readonly winners: Pair<GoldenPlayer>;
  readonly losers: Pair<GoldenPlayer>;
  readonly expected: {
    readonly win_probability: GoldenDouble;
    readonly share: GoldenDouble | null;
    readonly learning_gap: GoldenDouble;
    readonly prediction_gap: GoldenDouble;
    readonly penalty_slope: GoldenDouble;
    readonly total_variance: GoldenDouble;
  };
  readonly steepness_after: GoldenDouble;
  readonly penalty_after: GoldenDouble;
  readonly after: Four<GoldenState>;
  readonly score_before: Four<number>;
  readonly score_after: Four<number>;
  readonly confidence_after: Four<ConfidenceLevel>;
  readonly parts: Four<Record<ChangePartName, GoldenDouble>>;
  readonly explained_points: Four<Record<ChangePartName | 'total', number>>;
}

export interface GoldenStreamMatch {
  readonly id: string;
  readonly at_ms: number;
  readonly a: Pair<number>;
  readonly b: Pair<number>;
  readonly winner: 'A' | 'B' | null;
  readonly sets: readonly SetScore[] | null;
  readonly unit: Scoring | null;
  readonly length: number;
  readonly type: CompetitionType | null;
  readonly trust: TrustTier;
}

interface Golden {
  readonly model_version: string;
  readonly constants: typeof MODEL;
  readonly weights: {
    readonly type: Record<CompetitionType, number>;
    readonly trust: Record<TrustTier, number>;
  };
  readonly cases: readonly GoldenCase[];
  readonly stream: {
    readonly matches: readonly GoldenStreamMatch[];
    readonly penalty_every_100: readonly GoldenDouble[];
    readonly steepness_every_100: readonly GoldenDouble[];
    readonly win_probability_of_first_pair_every_100: readonly GoldenDouble[];
    readonly final: readonly (GoldenState & {
      readonly player: number;
      readonly score: number;
      readonly confidence_at_end: ConfidenceLevel;
    })[];
  };
}

interface StartingLevelGolden {
  readonly constants: Pick<typeof MODEL, 'S_STATED' | 'STATED_MAX'>;
  readonly starts: readonly {
    readonly points: number;
    readonly variance: GoldenDouble;
    readonly shown: GoldenDouble;
    readonly score: number;
    readonly uncertainty: number;
  }[];
  readonly cases: readonly GoldenCase[];
  readonly stream: {
    /** By player: the points of the starting level. */
    readonly stated: readonly (number | null)[];
    readonly matches: readonly GoldenStreamMatch[];
    readonly win_probability_of_first_pair_every_20: readonly GoldenDouble[];
    readonly steepness_after: GoldenDouble;
    readonly penalty_after: GoldenDouble;
    readonly final: readonly (GoldenState & { readonly player: number; readonly score: number })[];
  };
}

const parse = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));

export const golden: Golden = parse('golden.json');

export const startingLevelGolden: StartingLevelGolden = parse('starting-level-golden.json');

/** Decodes a player of the file. */
export function stateOf(state: GoldenPlayer): PlayerState {
  if (state === null) return null;
  if ('stated' in state) return { points: state.stated };
  const { mean, variance, shown, at_ms: at, played } = state;
  return { mean: fromBits(mean.hex), variance: fromBits(variance.hex), shown: fromBits(shown.hex), at, played };
}

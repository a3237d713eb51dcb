/** Arbitraries of every valid input of the model: states, matches and histories. */
import fc from 'fast-check';
import {
  type CompetitionType,
  competitionWeights,
  type Four,
  lengthOf,
  type MatchInput,
  MODEL,
  type PlayerState,
  type RatingState,
  type SetScore,
  scoringOf,
  type TrustTier,
  trustWeights,
  type Units,
  unitsOf,
  weightOf,
} from '../src/index.ts';
import type { NamedMatch } from './replay.ts';

/** 2026-01-01T00:00:00Z. */
export const START = 1_767_225_600_000;
const DAY_MS = MODEL.DAY_MS;

const double = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

/** A known player. In one of three cases a guard holds something: shown above the mean, or below it. */
export const aKnownState: fc.Arbitrary<RatingState> = fc
  .record({
    // Adding 0 turns −0 into 0: the model never produces −0.
    mean: double(-8, 8).map((mean) => mean + 0),
    variance: double(1e-6, MODEL.S_NEW * MODEL.S_NEW),
    held: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: double(-0.3, 0.3) }),
    at: fc.integer({ min: START - 3000 * DAY_MS, max: START }),
    played: fc.integer({ min: 1, max: 400 }),
  })
  .map(({ held, ...state }) => ({ ...state, shown: state.mean + held }));

/** A player, new one time in three, and half of those with a starting level. */
export const aState: fc.Arbitrary<PlayerState> = fc.oneof(
  { weight: 4, arbitrary: aKnownState },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.record({ points: fc.integer({ min: 0, max: 3000 }) }) },
);

/** A set of padel, won by the winners of the match or not. */
export const aPadelSet: fc.Arbitrary<SetScore> = fc
  .tuple(fc.constantFrom([6, 0], [6, 1], [6, 2], [6, 3], [6, 4], [7, 5], [7, 6]), fc.boolean())
  .map(([[a = 0, b = 0], isWon]) => (isWon ? [a, b] : [b, a]));

/** A scoreline: padel, a pro set, a round of points, or none. */
export const aScoreline: fc.Arbitrary<readonly SetScore[]> = fc.oneof(
  fc.array(aPadelSet, { minLength: 1, maxLength: 5 }),
  fc.constantFrom<readonly SetScore[]>([[9, 7]], [[8, 2]], [[4, 2]], []),
  fc.integer({ min: 0, max: 24 }).map((won): readonly SetScore[] => [[won, 24 - won]]),
);

/** The weight of any type and tier. */
export const aWeight: fc.Arbitrary<number> = fc
  .tuple(
    fc.constantFrom<CompetitionType | null>(null, ...(Object.keys(competitionWeights) as CompetitionType[])),
    fc.constantFrom(...(Object.keys(trustWeights) as TrustTier[])),
  )
  .map(([competitionType, trustTier]) => weightOf({ competitionType, trustTier }));

/** The evidence of a match with a winner. */
export const anEvidence: fc.Arbitrary<{
  units: Units | null;
  weight: number;
  length: number;
  pairEvidence: number;
}> = fc.tuple(aScoreline, aWeight, fc.constantFrom(0, 1)).map(([sets, weight, pairEvidence]) => {
  const scoring = scoringOf(sets);
  return { units: unitsOf(sets, scoring), weight, length: lengthOf(sets, scoring), pairEvidence };
});

/** The evidence of a draw: always a level scoreline in points. */
export const aDrawnEvidence = fc.tuple(fc.integer({ min: 1, max: 60 }), aWeight).map(([each, weight]) => ({
  units: { won: each, lost: each, std: MODEL.STD_POINTS },
  weight,
  length: Math.min(1, (2 * each) / MODEL.STD_POINTS),
  pairEvidence: 0,
  result: 0.5,
}));

/** The evidence of a match; one in four is a draw. */
export const aResult = fc.oneof(
  { weight: 3, arbitrary: anEvidence.map((evidence) => ({ ...evidence, result: 1 })) },
  { weight: 1, arbitrary: aDrawnEvidence },
);

/** A drawn match of any four players. */
export const aDraw: fc.Arbitrary<MatchInput> = fc
  .tuple(aDrawnEvidence, fc.tuple(aState, aState), fc.tuple(aState, aState))
  .map(([evidence, winners, losers]) => ({ winners, losers, at: START, ...evidence }));

/** A match of any four players. */
export const aMatch: fc.Arbitrary<MatchInput> = fc
  .record({
    winners: fc.tuple(aState, aState),
    losers: fc.tuple(aState, aState),
    at: fc.integer({ min: START - 100 * DAY_MS, max: START + 4000 * DAY_MS }),
    evidence: anEvidence,
    steepness: double(MODEL.STEEP_MIN, MODEL.STEEP_MAX),
    penalty: double(MODEL.K_MIN, MODEL.K_MAX),
  })
  .map(({ evidence, ...match }) => ({ ...match, ...evidence }));

/** A match of a history. The id orders matches with the same timestamp. */
export type HistoryMatch = NamedMatch & { readonly id: string };

const somePlayers: fc.Arbitrary<Four<string>> = fc
  .shuffledSubarray(['ana', 'bea', 'cruz', 'dani', 'eva', 'fran', 'gael'], { minLength: 4, maxLength: 4 })
  .map(([w0 = '', w1 = '', l0 = '', l1 = '']) => [w0, w1, l0, l1]);

/** Matches of seven players in the order of (at, id). Several may have the same timestamp. */
export const aHistory: fc.Arbitrary<readonly HistoryMatch[]> = fc
  .array(fc.record({ players: somePlayers, days: fc.integer({ min: 0, max: 40 }), evidence: aResult }), {
    maxLength: 40,
  })
  .map((matches) =>
    matches
      .map(({ players, days, evidence }, index) => ({
        id: `m${String(index).padStart(3, '0')}`,
        players,
        at: START + days * 10 * DAY_MS,
        ...evidence,
      }))
      .sort(byInstantThenId),
  );

/** The order of a history. */
export function byInstantThenId(a: HistoryMatch, b: HistoryMatch): number {
  if (a.at !== b.at) return a.at - b.at;
  return a.id < b.id ? -1 : 1;
}

import { MODEL_VERSION, type RatingState, rate, type Units } from '../../rating/index.ts';
import type { LedgerRow } from '../../store/ledger/ledger.ts';
import type { PlayerRatingRow } from '../../store/ledger/ratings.ts';
import type { RatedMatch } from './rated-match.ts';

/** A state of the model, or null for a player without a rated match so far. */
export type PlayerState = RatingState | null;
export type FourStates = readonly [PlayerState, PlayerState, PlayerState, PlayerState];

/** The four elements of a list that has four, as a tuple. */
function four<T>(of: (index: number) => T): readonly [T, T, T, T] {
  return [of(0), of(1), of(2), of(3)];
}

const at = <T>(values: readonly T[], index: number): T => {
  const value = values[index];
  if (value === undefined) throw new Error(`the ledger row has no element ${index}`);
  return value;
};

/** The columns of the ledger that hold the states before a match. */
type BeforeColumns = Pick<
  LedgerRow,
  'mean_before' | 'variance_before' | 'shown_before' | 'last_played_at_before' | 'matches_played_before'
>;

/** The same of a match that may have none; they are null together. */
type PossibleColumns = { readonly [Column in keyof BeforeColumns]: BeforeColumns[Column] | null };

/** The states before the match as its ledger row holds them, winners first; null for a match without one. */
export function statesBefore(row: BeforeColumns): FourStates;
export function statesBefore(row: PossibleColumns): FourStates | null;
export function statesBefore(row: PossibleColumns): FourStates | null {
  const { mean_before: means, variance_before: variances, shown_before: shown } = row;
  const { last_played_at_before: instants, matches_played_before: played } = row;
  if (means === null || variances === null || shown === null || instants === null || played === null) return null;
  return four((index) =>
    stateOfPlayer({
      mean: at(means, index),
      variance: at(variances, index),
      shown: at(shown, index),
      last_played_at: at(instants, index),
      matches_played: at(played, index),
    }),
  );
}

/** The states after the match as its ledger row holds them, winners first. */
export function statesAfter(row: LedgerRow): readonly [RatingState, RatingState, RatingState, RatingState] {
  return four((index) => ({
    mean: at(row.mean_after, index),
    variance: at(row.variance_after, index),
    shown: at(row.shown_after, index),
    at: Math.max(row.last_played_at_before[index] ?? row.played_at, row.played_at),
    played: at(row.matches_played_before, index) + 1,
  }));
}

/** The units of the scoreline as the model takes them; null when it did not count. */
export function unitsOfLedger(match: RatedMatch): Units | null {
  const { units_won: won, units_lost: lost, units_standard: std } = match;
  return won === null || lost === null || std === null ? null : { won, lost, std };
}

/** Applies the model to one match: its ledger row from the four states before it. */
export function rateForLedger(match: RatedMatch, before: FourStates): LedgerRow {
  const after = rate({
    winners: [before[0], before[1]],
    losers: [before[2], before[3]],
    at: match.played_at,
    units: unitsOfLedger(match),
    weight: match.weight,
    length: match.length,
  });
  return {
    ...match,
    model_version: MODEL_VERSION,
    mean_before: before.map((state) => state?.mean ?? null),
    variance_before: before.map((state) => state?.variance ?? null),
    shown_before: before.map((state) => state?.shown ?? null),
    last_played_at_before: before.map((state) => state?.at ?? null),
    matches_played_before: before.map((state) => state?.played ?? 0),
    mean_after: after.map((state) => state.mean),
    variance_after: after.map((state) => state.variance),
    shown_after: after.map((state) => state.shown),
  };
}

/** The columns that hold a state of the model. */
export type StateColumns = Pick<PlayerRatingRow, 'mean' | 'variance' | 'shown' | 'last_played_at' | 'matches_played'>;

/**
 * A state from the columns that hold it; null for a player without a rated match so far. They are null together
 * (`player_ratings_state_iff_played`).
 */
export function stateOfPlayer(row: StateColumns): PlayerState {
  const { mean, variance, shown, last_played_at: lastPlayedAt } = row;
  if (mean === null || variance === null || shown === null || lastPlayedAt === null) return null;
  return { mean, variance, shown, at: lastPlayedAt, played: row.matches_played };
}

/** Those of them that an answer is made of. */
export type ShownColumns = Omit<StateColumns, 'mean'>;

/** What an answer says of a state. */
export type ShownState = Omit<RatingState, 'mean'>;

/** It, from the columns that hold it; null for a player without a rated match so far. */
export function shownStateOf(row: ShownColumns): ShownState | null {
  const { variance, shown, last_played_at: lastPlayedAt } = row;
  if (variance === null || shown === null || lastPlayedAt === null) return null;
  return { variance, shown, at: lastPlayedAt, played: row.matches_played };
}

/** Whether two states are the same to the last bit. */
export function isSameState(a: PlayerState, b: PlayerState): boolean {
  if (a === null || b === null) return a === b;
  return (
    Object.is(a.mean, b.mean) &&
    Object.is(a.variance, b.variance) &&
    Object.is(a.shown, b.shown) &&
    a.at === b.at &&
    a.played === b.played
  );
}

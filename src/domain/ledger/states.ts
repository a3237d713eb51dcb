import {
  type Four,
  MODEL_VERSION,
  type RatingColumns,
  type RatingState,
  rate,
  type Units,
} from '../../rating/index.ts';
import type { LedgerRow } from '../../store/ledger/ledger-row.ts';
import type { PlayerRatingRow } from '../../store/ledger/ratings.ts';
import type { RatingChangeColumns } from '../../store/matches/match-rows.ts';
import type { RatedMatch } from './rated-match.ts';

/** A state of the model, or null for a player without a rated match so far. */
export type PlayerState = RatingState | null;
export type FourStates = Four<PlayerState>;

/** The states before a match from the numbers in its ledger row, winners first; null for a match without a row. */
export function statesBefore(row: { readonly before: ArrayLike<number> }): FourStates;
export function statesBefore(row: { readonly before: ArrayLike<number> | null }): FourStates | null;
export function statesBefore({ before }: { readonly before: ArrayLike<number> | null }): FourStates | null {
  return before && [stateBefore(before, 0), stateBefore(before, 5), stateBefore(before, 10), stateBefore(before, 15)];
}

function stateBefore(before: ArrayLike<number>, from: number): PlayerState {
  const mean = numberAt(before, from);
  if (Number.isNaN(mean)) return null;
  return {
    mean,
    variance: numberAt(before, from + 1),
    shown: numberAt(before, from + 2),
    at: numberAt(before, from + 3),
    played: numberAt(before, from + 4),
  };
}

/** The states after a match from the numbers in its ledger row, winners first. */
export function statesAfter(row: Pick<LedgerRow, 'played_at' | 'before' | 'after'>): Four<RatingState> {
  return [stateAfter(row, 0), stateAfter(row, 1), stateAfter(row, 2), stateAfter(row, 3)];
}

function stateAfter(row: Pick<LedgerRow, 'played_at' | 'before' | 'after'>, slot: number): RatingState {
  const before = stateBefore(row.before, 5 * slot);
  return {
    mean: numberAt(row.after, 3 * slot),
    variance: numberAt(row.after, 3 * slot + 1),
    shown: numberAt(row.after, 3 * slot + 2),
    at: Math.max(before?.at ?? row.played_at, row.played_at),
    played: (before?.played ?? 0) + 1,
  };
}

function numberAt(numbers: ArrayLike<number>, index: number): number {
  const number = numbers[index];
  if (number === undefined) throw new Error(`the ledger row has no number ${index}`);
  return number;
}

/** What the ledger stores of a player without a rated match so far. */
const NO_STATE = [Number.NaN, Number.NaN, Number.NaN, Number.NaN, 0] as const;

/** States before matches, four a match in the order of its players, as the ledger stores them. */
export function storedBefore({ mean, variance, shown, at, played }: RatingColumns): Float64Array {
  const stored = new Float64Array(5 * mean.length);
  for (let place = 0; place < mean.length; place += 1) {
    if (variance[place] === 0) {
      stored.set(NO_STATE, 5 * place);
      continue;
    }
    stored[5 * place] = mean[place] as number;
    stored[5 * place + 1] = variance[place] as number;
    stored[5 * place + 2] = shown[place] as number;
    stored[5 * place + 3] = at[place] as number;
    stored[5 * place + 4] = played[place] as number;
  }
  return stored;
}

/** States after matches, four a match in the order of its players, as the ledger stores them. */
export function storedAfter({ mean, variance, shown }: RatingColumns): Float64Array {
  const stored = new Float64Array(3 * mean.length);
  for (let place = 0; place < mean.length; place += 1) {
    stored[3 * place] = mean[place] as number;
    stored[3 * place + 1] = variance[place] as number;
    stored[3 * place + 2] = shown[place] as number;
  }
  return stored;
}

/** The shown strengths around a match as an answer reads them; all null for a match that is not rated. */
export function shownAround(row: LedgerRow | undefined): Omit<RatingChangeColumns, 'is_settling'> {
  if (row === undefined) return { rated_player_ids: null, shown_before: null, shown_after: null };
  return {
    rated_player_ids: row.player_ids,
    shown_before: statesBefore(row).map((state) => state?.shown ?? null),
    shown_after: statesAfter(row).map((state) => state.shown),
  };
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
    pairEvidence: match.pair_evidence,
    result: match.result,
  });
  return {
    ...match,
    model_version: MODEL_VERSION,
    before: before.flatMap((state) =>
      state === null ? NO_STATE : [state.mean, state.variance, state.shown, state.at, state.played],
    ),
    after: after.flatMap((state) => [state.mean, state.variance, state.shown]),
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

/** The columns of a state that answers show. */
export type ShownColumns = Omit<StateColumns, 'mean'>;

/** A state without the mean, which no answer shows. */
export type ShownState = Omit<RatingState, 'mean'>;

/** The shown state from its columns; null for a player without a rated match so far. */
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

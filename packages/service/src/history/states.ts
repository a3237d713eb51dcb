import { MODEL_VERSION, type NewPlayer, type Players, type RatingState, rate, shownOf } from '@bandeja/rating';
import type { LedgerRow, RatedMatch } from './ledger-store.ts';
import type { RatingChangeColumns } from './match-row.ts';
import { historyMatch, modelInput } from './rated-match.ts';
import { type FourStates, newPlayer, readFourStates, type StateColumns } from './stored-states.ts';

/** Rates one match from the four states before it. */
export function rateForLedger(match: RatedMatch, before: FourStates): LedgerRow {
  const [w0, w1, l0, l1] = before;
  const after = rate({ winners: [w0, w1], losers: [l0, l1], ...modelInput(match) });
  return { ...match, model_version: MODEL_VERSION, before, after };
}

/** Rates the next matches of a history, and updates the states of its players. */
export function replayNext(players: Players, matches: readonly RatedMatch[]): LedgerRow[] {
  const states = players.rate(matches.map(historyMatch));
  return matches.map((match, row) => {
    const around = states[row];
    if (around === undefined) throw new Error(`the match ${match.match_id} was not rated`);
    return { ...match, model_version: MODEL_VERSION, ...around };
  });
}

/** The shown strengths before and after a match, in the columns of a match's view; all null for a match that is not rated. */
export function ratingChangeColumns(row: LedgerRow | undefined): Omit<RatingChangeColumns, 'is_settling'> {
  if (row === undefined) return { rated_player_ids: null, shown_before: null, shown_after: null };
  return {
    rated_player_ids: row.player_ids,
    shown_before: row.before.map((state) => (state === null ? null : shownOf(state))),
    shown_after: row.after.map((state) => state.shown),
  };
}

/** Decodes the states before a match from its ledger row; null for a match without a row. */
export const statesBefore = ({ before }: { readonly before: ArrayLike<number> | null }): FourStates | null =>
  before && readFourStates(before);

/** The columns of a state that the API may show: all but the mean. */
export type ShownColumns = Omit<StateColumns, 'mean'>;

/** The part of a state that the API may show: all but the mean. */
export type ShownState = Omit<RatingState, 'mean'>;

/** Builds the shown state from its columns. */
export function shownStateOf(row: ShownColumns): ShownState | NewPlayer {
  const { variance, shown, last_played_at: at } = row;
  return variance === null || shown === null || at === null
    ? newPlayer(row.stated_points)
    : { variance, shown, at, played: row.matches_played };
}

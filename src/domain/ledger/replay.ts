import type { LedgerRow } from '../../store/ledger/ledger-row.ts';
import { comparePlaces } from './places.ts';
import type { RatedMatch } from './rated-match.ts';
import { type FourStates, isSameState, type PlayerState, rateForLedger, statesAfter, statesBefore } from './states.ts';

/** A change of the rated history: matches that enter it, and rows of the ledger that leave it. */
export interface HistoryChange {
  readonly inserted: readonly RatedMatch[];
  readonly removed: readonly LedgerRow[];
}

export interface ReplayedChange {
  /** Rows to write: the inserted ones, and the present ones of which a bit has changed. */
  readonly rows: readonly LedgerRow[];
  /** The present state of every player that the change reaches, by player id. */
  readonly states: ReadonlyMap<string, PlayerState>;
  /** The latest rated match of those players, as far as the replay has come across one. */
  readonly latestMatches: ReadonlyMap<string, string>;
}

type Step =
  | { readonly kind: 'stored' | 'removed'; readonly match: LedgerRow }
  | { readonly kind: 'inserted'; readonly match: RatedMatch };

/**
 * Folds a change of the history forward over everything that it reaches, so that every state is what it would be had
 * history always been so.
 *
 * The walk goes in (`played_at`, id) order with a map of the players whose state differs from what the ledger says at
 * that point. A stored match whose players are all absent from the map is right as it stands. For any other match a
 * player's prior is the map's state or, for a player who is not in the map, the state that the ledger holds *before* that
 * match: nothing earlier of that player has changed. A removed match puts the states from before it into the map; an
 * inserted one takes its priors from the next stored match of each player or, where there is none, from the present
 * ratings. An amended match is removed in its old form and inserted in its new one; if both have the same place, it is removed
 * first. A player whose recomputed state equals the stored one to the last bit leaves the map.
 *
 * @param later every stored match that the change may reach (a superset does no harm), in any order, the removed ones not
 *   among them.
 * @param present the present ratings of the players of inserted matches.
 */
export function replayChange(
  change: HistoryChange,
  later: readonly LedgerRow[],
  present: ReadonlyMap<string, PlayerState>,
): ReplayedChange {
  const steps: Step[] = [
    ...later.map((match): Step => ({ kind: 'stored', match })),
    ...change.inserted.map((match): Step => ({ kind: 'inserted', match })),
    ...change.removed.map((match): Step => ({ kind: 'removed', match })),
  ].sort((a, b) => comparePlaces(a.match, b.match) || Number(b.kind === 'removed') - Number(a.kind === 'removed'));

  const changed = new Map<string, PlayerState>();
  const priors = storedPriors(steps, present);
  const result = {
    rows: [] as LedgerRow[],
    states: new Map<string, PlayerState>(),
    latestMatches: new Map<string, string>(),
  };

  for (const [index, step] of steps.entries()) {
    const { match } = step;
    if (step.kind === 'removed') {
      for (const [slot, state] of statesBefore(step.match).entries()) {
        const player = playerAt(match, slot);
        if (!changed.has(player)) changed.set(player, state);
      }
      continue;
    }
    for (const player of match.player_ids) result.latestMatches.set(player, match.match_id);
    if (step.kind === 'stored' && !match.player_ids.some((player) => changed.has(player))) continue;

    const stored = step.kind === 'stored' ? statesBefore(step.match) : priors[index];
    if (stored === undefined) throw new Error(`no priors for the inserted match ${match.match_id}`);
    const before = mapFour(stored, (state, slot) => {
      const player = playerAt(match, slot);
      return changed.has(player) ? (changed.get(player) ?? null) : state;
    });
    const row = rateForLedger(match, before);
    settle(step, row, changed, result.rows);
  }
  for (const player of playersOf(steps)) {
    const state = changed.get(player);
    if (state !== undefined) result.states.set(player, state);
  }
  return result;
}

/** Takes a recomputed row over: into the rows to write if a bit differs, and its states into (or out of) the map. */
function settle(step: Step, row: LedgerRow, changed: Map<string, PlayerState>, rows: LedgerRow[]): void {
  const after = statesAfter(row);
  const storedAfter = step.kind === 'stored' ? statesAfter(step.match) : undefined;
  const storedBefore = step.kind === 'stored' ? statesBefore(step.match) : undefined;
  const before = statesBefore(row);
  let differs = step.kind === 'inserted';
  for (let slot = 0; slot < 4; slot++) {
    const player = playerAt(row, slot);
    const state = after[slot as 0];
    const isClean = storedAfter !== undefined && isSameState(state, storedAfter[slot as 0]);
    if (!isClean || (storedBefore && !isSameState(before[slot as 0], storedBefore[slot as 0]))) differs = true;
    if (isClean) changed.delete(player);
    else changed.set(player, state);
  }
  if (differs) rows.push(row);
}

/**
 * For each inserted match the states that its players had at that point of the history as it was: what their next stored
 * (or removed) match says of the state before it, else their present ratings. Found by one walk from the end.
 */
function storedPriors(steps: readonly Step[], present: ReadonlyMap<string, PlayerState>): (FourStates | undefined)[] {
  const next = new Map<string, PlayerState>(present);
  const priors: (FourStates | undefined)[] = new Array(steps.length);
  for (let index = steps.length - 1; index >= 0; index--) {
    const step = steps[index];
    if (step === undefined) continue;
    if (step.kind === 'inserted') {
      const states = step.match.player_ids.map((player) => next.get(player) ?? null);
      priors[index] = [states[0] ?? null, states[1] ?? null, states[2] ?? null, states[3] ?? null];
    } else {
      for (const [slot, state] of statesBefore(step.match).entries()) next.set(playerAt(step.match, slot), state);
    }
  }
  return priors;
}

function playerAt(match: RatedMatch, slot: number): string {
  const player = match.player_ids[slot];
  if (player === undefined) throw new Error(`the match ${match.match_id} has no player ${slot}`);
  return player;
}

function mapFour(states: FourStates, of: (state: PlayerState, slot: number) => PlayerState): FourStates {
  return [of(states[0], 0), of(states[1], 1), of(states[2], 2), of(states[3], 3)];
}

function playersOf(steps: readonly Step[]): Set<string> {
  return new Set(steps.flatMap((step) => step.match.player_ids));
}

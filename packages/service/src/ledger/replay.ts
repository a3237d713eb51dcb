import type { PlayerState } from '@bandeja/rating';
import type { LedgerRow, RatedMatch } from '../history/ledger-store.ts';
import { comparePlaces } from '../history/place.ts';
import { playerAt } from '../history/rated-match.ts';
import { rateForLedger } from '../history/states.ts';
import { type FourStates, four, isSameState, newPlayer } from '../history/stored-states.ts';
import type { Restart } from './history-change.ts';

export interface ReplayedChange {
  /** Rows to write: the inserted ones, and stored ones that have changed in any bit. */
  readonly rows: readonly LedgerRow[];
  /** The new current state of every player whose state changes, by player id. */
  readonly states: ReadonlyMap<string, PlayerState>;
  /** The latest rated match of each player in the replayed matches. */
  readonly latestMatches: ReadonlyMap<string, string>;
}

type Step =
  | { readonly kind: 'stored' | 'removed'; readonly match: LedgerRow }
  | { readonly kind: 'inserted'; readonly match: RatedMatch };

/**
 * Replays all matches that a change of the history reaches. The result is the same as if the history had always been so, bit
 * for bit.
 *
 * The replay visits matches in (`played_at`, id) order. A map holds the players whose state differs from the stored one at
 * that point.
 *
 * - A stored match with no player in the map is already right, and is skipped.
 * - For any other match, a player's prior is the state in the map. If the player is not in the map, it is the stored state
 *   before that match, since nothing earlier of that player has changed.
 * - A removed match puts its players' states before it into the map.
 * - An inserted match takes missing priors from the next stored match of each player, or else from the current ratings.
 * - An amended match is removed in its old form and inserted in its new form. If both have the same place, the removal is first.
 * - A restarted player is in the map from the beginning, with the new starting level.
 * - If a player's recomputed state equals the stored one bit for bit, the player leaves the map.
 *
 * @param later every stored match that the change may reach, in any order, without the removed ones. A superset is harmless.
 * @param current the current states of the players of inserted matches.
 */
export function replayChange(
  change: {
    readonly inserted: readonly RatedMatch[];
    readonly removed: readonly LedgerRow[];
    readonly restarted: readonly Restart[];
  },
  later: readonly LedgerRow[],
  current: ReadonlyMap<string, PlayerState>,
): ReplayedChange {
  const steps: Step[] = [
    ...later.map((match): Step => ({ kind: 'stored', match })),
    ...change.inserted.map((match): Step => ({ kind: 'inserted', match })),
    ...change.removed.map((match): Step => ({ kind: 'removed', match })),
  ].sort((a, b) => comparePlaces(a.match, b.match) || Number(b.kind === 'removed') - Number(a.kind === 'removed'));

  const changed = new Map<string, PlayerState>(
    change.restarted.map(({ player_id, stated }) => [player_id, newPlayer(stated)]),
  );
  const priors = storedPriors(steps, current);
  const result = {
    rows: [] as LedgerRow[],
    states: new Map<string, PlayerState>(),
    latestMatches: new Map<string, string>(),
  };

  for (const [index, step] of steps.entries()) {
    const { match } = step;
    if (step.kind === 'removed') {
      for (const [slot, state] of step.match.before.entries()) {
        const player = playerAt(match, slot);
        if (!changed.has(player)) changed.set(player, state);
      }
      continue;
    }
    for (const player of match.player_ids) result.latestMatches.set(player, match.match_id);
    if (step.kind === 'stored' && !match.player_ids.some((player) => changed.has(player))) continue;

    const stored = step.kind === 'stored' ? step.match.before : priors[index];
    if (stored === undefined) throw new Error(`no priors for the inserted match ${match.match_id}`);
    const before = four((slot) => {
      const player = playerAt(match, slot);
      return changed.has(player) ? (changed.get(player) ?? null) : stored[slot];
    });
    const row = rateForLedger(match, before);
    applyRow(step, row, changed, result.rows);
  }
  for (const player of new Set([...playersOf(steps), ...changed.keys()])) {
    const state = changed.get(player);
    if (state !== undefined) result.states.set(player, state);
  }
  return result;
}

/** Adds a recomputed row to the rows to write if any bit differs, and updates the map of changed states. */
function applyRow(step: Step, row: LedgerRow, changed: Map<string, PlayerState>, rows: LedgerRow[]): void {
  const stored = step.kind === 'stored' ? step.match : null;
  let differs = stored === null;
  for (const [slot, state] of row.after.entries()) {
    const player = playerAt(row, slot);
    const isClean = stored !== null && isSameState(state, stored.after[slot as 0]);
    if (!isClean || (stored !== null && !isSameState(row.before[slot as 0], stored.before[slot as 0]))) differs = true;
    if (isClean) changed.delete(player);
    else changed.set(player, state);
  }
  if (differs) rows.push(row);
}

/**
 * For each inserted match: its players' states at that place before the change. That is the state before the player's next
 * stored or removed match, or else the current rating. Walks the steps once, from the end.
 */
function storedPriors(steps: readonly Step[], current: ReadonlyMap<string, PlayerState>): (FourStates | undefined)[] {
  const next = new Map<string, PlayerState>(current);
  const priors: (FourStates | undefined)[] = new Array(steps.length);
  for (let index = steps.length - 1; index >= 0; index--) {
    const step = steps[index];
    if (step === undefined) continue;
    if (step.kind === 'inserted') {
      priors[index] = four((slot) => next.get(playerAt(step.match, slot)) ?? null);
    } else {
      for (const [slot, state] of step.match.before.entries()) next.set(playerAt(step.match, slot), state);
    }
  }
  return priors;
}

function playersOf(steps: readonly Step[]): Set<string> {
  return new Set(steps.flatMap((step) => step.match.player_ids));
}

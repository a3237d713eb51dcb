import { createRatingColumns, growRatingColumns, type RatingColumns, writeState } from '../../rating/index.ts';
import type { Transaction } from '../../store/engine/database.ts';
import type { StateUntilRow } from '../../store/ledger/ledger-blocks.ts';
import { type LedgerChange, type LogPosition, readLedgerChanges } from '../../store/ledger/ledger-changes.ts';
import type { LedgerPlace } from '../../store/ledger/ledger-state.ts';
import { comparePlaces } from './places.ts';
import { stateOfPlayer } from './states.ts';

/** The most players in memory: about 150 bytes each. */
const PLAYERS_MAX = 1_000_000;

/**
 * What a settler remembers between its steps: the exact states of the players it has met, at the run's position. It
 * saves look-ups and nothing else: with an empty memory, as after a kill, a settler goes on in the same way.
 */
export class SettlerMemory {
  /** The states by index; they move along with the matches that are rated with them. */
  ratings: RatingColumns = createRatingColumns(1024);
  #run: number | null = null;
  #place: LedgerPlace | null = null;
  readonly #indices = new Map<string, number>();
  /** The place of each player's last rated match, as it was when the state was read: there may be later ones by now. */
  readonly #lasts: (LedgerPlace | null)[] = [];
  #logPosition: LogPosition | null = null;
  /** The changes that the last reading of the log returned: they may come again. */
  #readChanges = new Set<number>();

  /**
   * Opens the memory for a step from this position of this run. Until it is closed it belongs to no position. What it holds
   * of another position, or of a step that was never closed, is forgotten. If another node has settled in between, the
   * position has moved, or the log tells what to forget: while a run is under way the log is not trimmed.
   */
  open(run: number, position: LedgerPlace): void {
    const isThere = this.#run === run && this.#place !== null && comparePlaces(this.#place, position) === 0;
    // The columns of forgotten players stay, so the columns are counted.
    if (!isThere || this.#lasts.length > PLAYERS_MAX) {
      this.#indices.clear();
      this.#lasts.length = 0;
      this.#logPosition = null;
    }
    this.#place = null;
  }

  /** Reads on in the log of changes. @returns the changes of matches since the last call */
  async followLog(transaction: Transaction): Promise<readonly LedgerChange[]> {
    const { changes, position } = await readLedgerChanges(transaction, this.#logPosition);
    const fresh = changes.filter((change) => !this.#readChanges.has(change.id));
    this.#logPosition = position;
    this.#readChanges = new Set(changes.map((change) => change.id));
    return fresh;
  }

  /** The memory is of this position from now on. If the step does not commit, the next one finds another position. */
  close(run: number, place: LedgerPlace): void {
    this.#run = run;
    this.#place = place;
  }

  knows(playerId: string): boolean {
    return this.#indices.has(playerId);
  }

  /** Where the states of these players stand. @throws {Error} when one is not known. */
  indicesOf(playerIds: readonly string[]): Int32Array {
    return Int32Array.from(playerIds, (id) => {
      const index = this.#indices.get(id);
      if (index === undefined) throw new Error(`the settler does not know the player ${id}`);
      return index;
    });
  }

  lastPlaceOf(playerId: string): LedgerPlace | null {
    return this.#lasts[this.#indices.get(playerId) ?? -1] ?? null;
  }

  learn(rows: readonly StateUntilRow[]): void {
    for (const row of rows) {
      const index = this.#lasts.length;
      if (index === this.ratings.mean.length) this.ratings = growRatingColumns(this.ratings);
      writeState(this.ratings, index, stateOfPlayer({ ...row, matches_played: row.matches_played ?? 0 }));
      const { present_played_at: lastAt, present_match_id: lastId } = row;
      this.#lasts.push(lastAt === null || lastId === null ? null : { played_at: lastAt, match_id: lastId });
      this.#indices.set(row.player_id, index);
    }
  }

  /**
   * Forgets the players of matches that were appended or taken out. Their places in the columns are not used again until
   * everything is forgotten.
   */
  forget(changes: readonly LedgerChange[]): void {
    for (const { player_ids: ids } of changes) for (const id of ids) this.#indices.delete(id);
  }
}

import { createRatingColumns, growRatingColumns, type RatingColumns, writeState } from '../../rating/index.ts';
import type { StateUntilRow } from '../../store/ledger/ledger-blocks.ts';
import type { LedgerPlace } from '../../store/ledger/ledger-state.ts';
import { comparePlaces, stateOfPlayer } from '../ratings/index.ts';

/** More players than this are not remembered: about 150 bytes each. */
const PLAYERS_MAX = 1_000_000;

/**
 * What a settler remembers between its steps: the exact states of the players whom it has come across, at the end of the
 * settled part. It saves look-ups and nothing else: empty, a settler goes on just the same, as it does after a kill.
 */
export class SettlerMemory {
  /** The states by index; they move along with the matches that are rated with them. */
  ratings: RatingColumns = createRatingColumns(1024);
  #run: number | null = null;
  #place: LedgerPlace | null = null;
  readonly #indices = new Map<string, number>();
  /** The place of each player's last rated match, as it was when the state was read: there may be later ones by now. */
  readonly #lasts: (LedgerPlace | null)[] = [];

  /**
   * Opens the memory for a step from this place of this run; null for a run that another node has been at work on. It is of
   * no place until it is closed: what it holds of another place, or of a step that was never closed, is forgotten.
   */
  open(run: number | null, place: LedgerPlace): void {
    const isThere =
      run !== null && this.#run === run && this.#place !== null && comparePlaces(this.#place, place) === 0;
    // Forgotten players leave their columns behind, so these are what is counted.
    if (!isThere || this.#lasts.length > PLAYERS_MAX) {
      this.#indices.clear();
      this.#lasts.length = 0;
    }
    this.#place = null;
  }

  /** The memory is of this place from now on. Should the step not commit, the next one finds another place. */
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

  lastPlaceOf(index: number): LedgerPlace | null {
    return this.#lasts[index] ?? null;
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

  /** Forgets players; their places in the columns are not used again until everything is forgotten. */
  forget(playerIds: readonly string[]): void {
    for (const id of playerIds) this.#indices.delete(id);
  }
}

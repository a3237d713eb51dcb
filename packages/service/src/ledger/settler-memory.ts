import type { Transaction } from '@bandeja/postgres/database';
import { Players } from '@bandeja/rating';
import { comparePlaces, type LedgerPlace } from '../history/place.ts';
import type { RatingAtPlace } from '../history/ratings-store.ts';
import { type LedgerChange, type LogPosition, readLedgerChanges } from './changes-store.ts';

/** The most players in memory: about 150 bytes each. */
const PLAYERS_MAX = 1_000_000;

/**
 * A settler's cache between its steps: the exact states of players at the run's position. It only saves look-ups. A settler
 * that starts with an empty cache, for example after a crash, computes the same results.
 */
export class SettlerMemory {
  /** Rating matches updates these states. */
  readonly players = new Players();
  #run: number | null = null;
  #place: LedgerPlace | null = null;
  /** The place of each player's last rated match when the state was read. There may be later ones by now. */
  readonly #lasts = new Map<string, LedgerPlace | null>();
  #logPosition: LogPosition | null = null;
  /** The ids of the changes that the last read of the log returned. The next read may return them again. */
  #readChanges = new Set<number>();

  /**
   * Prepares the cache for a step from this position of this run. Until `close`, the cache is valid for no position. If it was
   * closed at another position, or not at all, it is emptied.
   *
   * If another node has settled in between, either the position differs, or the log lists the players to forget. The log is
   * not trimmed during a run.
   */
  open(run: number, position: LedgerPlace): void {
    const isAtPosition = this.#run === run && this.#place !== null && comparePlaces(this.#place, position) === 0;
    if (!isAtPosition || this.players.size > PLAYERS_MAX) {
      this.players.clear();
      this.#lasts.clear();
      this.#logPosition = null;
    }
    this.#place = null;
  }

  /** @returns the changes of matches since the last call, without those that the run misses */
  async readNewChanges(transaction: Transaction, run: number): Promise<readonly LedgerChange[]> {
    const { changes, position } = await readLedgerChanges(transaction, this.#logPosition, run);
    const fresh = changes.filter((change) => !this.#readChanges.has(change.id));
    this.#logPosition = position;
    this.#readChanges = new Set(changes.map((change) => change.id));
    return fresh;
  }

  /** Marks the cache as valid for this position. If the step then fails to commit, the next step starts from another position. */
  close(run: number, place: LedgerPlace): void {
    this.#run = run;
    this.#place = place;
  }

  knows(playerId: string): boolean {
    return this.players.has(playerId);
  }

  lastPlaceOf(playerId: string): LedgerPlace | null {
    return this.#lasts.get(playerId) ?? null;
  }

  learn(ratings: readonly RatingAtPlace[]): void {
    for (const { player_id: id, state, last } of ratings) {
      this.players.set(id, state);
      this.#lasts.set(id, last);
    }
  }

  /** Forgets the players of changed matches. */
  forget(changes: readonly LedgerChange[]): void {
    for (const { player_ids: ids } of changes) {
      for (const id of ids) {
        this.players.delete(id);
        this.#lasts.delete(id);
      }
    }
  }
}

import type { Transaction } from '@bandeja/postgres/database';
import { Players } from '@bandeja/rating';
import { type LedgerChange, type LogPosition, readLedgerChanges } from './changes-store.ts';
import { comparePlaces } from './places.ts';
import type { RatingUntil } from './ratings-store.ts';
import type { LedgerPlace } from './state-store.ts';

/** The most players in memory: about 150 bytes each. */
const PLAYERS_MAX = 1_000_000;

/**
 * What a settler remembers between its steps: the exact states of the players it has met, at the run's position. It
 * saves look-ups and nothing else: with an empty memory, as after a kill, a settler goes on in the same way.
 */
export class SettlerMemory {
  /** Their states move along with the matches that are rated. */
  readonly players = new Players();
  #run: number | null = null;
  #place: LedgerPlace | null = null;
  /** The place of each player's last rated match, as it was when the state was read: there may be later ones by now. */
  readonly #lasts = new Map<string, LedgerPlace | null>();
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
    if (!isThere || this.players.size > PLAYERS_MAX) {
      this.players.clear();
      this.#lasts.clear();
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
    return this.players.has(playerId);
  }

  lastPlaceOf(playerId: string): LedgerPlace | null {
    return this.#lasts.get(playerId) ?? null;
  }

  learn(ratings: readonly RatingUntil[]): void {
    for (const { player_id: id, state, last } of ratings) {
      this.players.set(id, state);
      this.#lasts.set(id, last);
    }
  }

  /** Forgets the players of matches that were appended or removed. */
  forget(changes: readonly LedgerChange[]): void {
    for (const { player_ids: ids } of changes) {
      for (const id of ids) {
        this.players.delete(id);
        this.#lasts.delete(id);
      }
    }
  }
}

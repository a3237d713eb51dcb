/** Entering results: kept on this device, sent with a link or a person's access, shown until they are stored. */
import { type Answer, type Court, drop, type Entry, isSameResult, newId, put, type ResultEntry } from './entries.ts';
import { Outbox, type Storage } from './outbox.ts';
import { Sender } from './sender.ts';

interface EngineOptions {
  readonly storage: Storage;
  readonly owner: string;
  /** For other people at this device. */
  readonly ownerName: () => string | null;
  /** @throws {BandejaError} if the entry still waits */
  readonly send: (entry: Entry) => Promise<Answer>;
  readonly onRefused: (entry: Entry) => void;
  /** Whether this access removes results. */
  readonly canRemove: boolean;
}

interface NewEntry {
  readonly night: string;
  readonly round: number;
  /** As the person saw it. */
  readonly court: Court;
  /** Null removes the result. */
  readonly result: ResultEntry | null;
  readonly nameOf: (number: number) => string;
  /** The entry that the page showed in place of the court's result. */
  readonly over: Entry | null;
}

/** An entry of this tab, and what the page showed before it. */
export interface LastEntry {
  readonly entry: Entry;
  readonly before: ResultEntry | null;
}

export class Engine {
  readonly outbox: Outbox;
  readonly sender: Sender;
  readonly canRemove: boolean;
  readonly #options: EngineOptions;

  constructor(options: EngineOptions) {
    const { storage, owner, send, onRefused, canRemove } = options;
    this.#options = options;
    this.canRemove = canRemove;
    this.outbox = new Outbox(storage);
    this.sender = new Sender({ outbox: this.outbox, owner, send, onRefused });
    this.sender.wake();
  }

  /** Whether this page may send an entry. Those of other people wait. */
  readonly isOwn = ({ owner }: Entry): boolean => owner === this.#options.owner;

  /** Keeps an entry, then sends it. */
  enter({ night, round, court, result, nameOf, over }: NewEntry): LastEntry {
    const { owner, ownerName } = this.#options;
    const hasSeenResult = over === null || isSameResult(court.result, over.result);
    const entry: Entry = {
      id: newId(),
      owner,
      ownerName: ownerName(),
      night,
      round,
      court,
      names: Object.fromEntries([...court.team_a, ...court.team_b].map((number) => [number, nameOf(number)])),
      result,
      // The page showed the other entry in place of the result.
      seen: hasSeenResult ? (court.result?.revision ?? null) : over.seen,
      earlier: over === null ? [] : [...over.earlier, over.result],
      problem: null,
    };
    this.#put(entry);
    return { entry, before: over === null ? court.result : over.result };
  }

  /** Restores what the page showed before an entry. @param court as it is now */
  undo({ entry, before }: LastEntry, court: Court, nameOf: NewEntry['nameOf']): void {
    if (before === null && !this.canRemove) void this.outbox.update(drop(entry));
    else this.enter({ ...entry, court, result: before, nameOf, over: entry });
  }

  /** Sends a refused entry again. @param seen the revision of the result that it replaces; null if there is none */
  retry(entry: Entry, seen: number | null): void {
    this.#put({ ...entry, id: newId(), seen, earlier: [], problem: null });
  }

  #put(entry: Entry): void {
    void this.outbox.update(put(entry)).then(() => this.sender.wake());
  }
}

/** A night and the access to it. */
export interface OpenNight {
  readonly engine: Engine;
  readonly night: string;
  readonly refresh: () => void;
}

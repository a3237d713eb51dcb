import { inContextOfCaller } from '../tracing/spans.ts';
import { Problem } from './errors/problem.ts';

export interface TurnLimits {
  /** Units of work under way at once, of all owners. */
  readonly running: number;
  /** Jobs that may wait, of all owners. */
  readonly waiting: number;
}

/** What one owner may have. Work that is heavier than `running` counts as just so much, and so runs alone among the owner's. */
export interface OwnerLimits {
  /** Units of work under way at once. */
  readonly running: number;
  /** Jobs that may wait. */
  readonly waiting: number;
}

/** The work of one owner. */
interface Line {
  running: number;
  readonly waiting: Waiting[];
}

interface Waiting {
  readonly units: number;
  readonly limits: OwnerLimits;
  readonly begin: () => void;
}

/**
 * Bounds the work that is under way at once. Work whose owner has little under way begins at once. Other work waits, and
 * owners take turns, a job each, however many jobs one of them has.
 *
 * Turns are about fairness and speed only. Correctness is up to the locks and constraints of the database, since other
 * processes have turns of their own.
 */
export class Turns {
  readonly #limits: TurnLimits;
  /** By owner; only those with work under way or waiting. */
  readonly #lines = new Map<string, Line>();
  /** The owners with work that waits, whose turn is next first. */
  readonly #due = new Set<string>();
  #running = 0;
  #waiting = 0;
  #refused = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Jobs that wait, and how many were turned away since this was made. */
  get state(): { readonly waiting: number; readonly refused: number } {
    return { waiting: this.#waiting, refused: this.#refused };
  }

  /** Whether {@link run} would refuse work. An owner with nothing waiting is never refused because of others. */
  isFull(owner: string, { waiting }: OwnerLimits): boolean {
    const own = this.#lines.get(owner)?.waiting.length ?? 0;
    return own >= waiting || (own > 0 && this.#waiting >= this.#limits.waiting);
  }

  /**
   * Runs work once it is its owner's turn, which may be at once.
   * @param units how much of the limits the work takes while it is under way; at least 1
   * @throws {Problem} `overloaded` when too much waits already
   */
  run<T>(owner: string, limits: OwnerLimits, units: number, work: () => Promise<T>): Promise<T> {
    const taken = Math.min(units, limits.running);
    const line = this.#lines.get(owner) ?? { running: 0, waiting: [] };
    if (this.#due.size === 0 && this.#hasRoom(line, limits, taken)) {
      this.#lines.set(owner, line);
      this.#begin(line, taken);
      return this.#endAfter(owner, line, taken, work);
    }
    if (this.isFull(owner, limits)) return Promise.reject(this.refuse());
    this.#lines.set(owner, line);
    this.#due.add(owner);
    this.#waiting += 1;
    // The turn comes when another request ends; the work still belongs to this one, and to its trace.
    const asCaller = inContextOfCaller();
    return new Promise((resolve) => {
      const begin = (): void => resolve(asCaller(() => this.#endAfter(owner, line, taken, work)));
      line.waiting.push({ units: taken, limits, begin });
      this.#beginNext();
    });
  }

  /** Counts work that is turned away. @returns the problem to refuse it with */
  refuse(): Problem {
    this.#refused += 1;
    return new Problem('overloaded');
  }

  #hasRoom(line: Line, { running }: OwnerLimits, units: number): boolean {
    return line.running + units <= running && this.#running + units <= this.#limits.running;
  }

  #begin(line: Line, units: number): void {
    line.running += units;
    this.#running += units;
  }

  #endAfter<T>(owner: string, line: Line, units: number, work: () => Promise<T>): Promise<T> {
    const end = (): void => {
      line.running -= units;
      this.#running -= units;
      if (this.#due.size > 0) this.#beginNext();
      if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(owner);
    };
    let working: Promise<T>;
    try {
      working = work();
    } catch (error) {
      working = Promise.reject(error);
    }
    working.then(end, end);
    return working;
  }

  /** Begins what may begin, in the order of turns. An owner who has enough under way keeps its turn and holds up no other. */
  #beginNext(): void {
    for (const owner of this.#due) {
      const line = this.#lines.get(owner);
      const next = line?.waiting[0];
      if (line === undefined || next === undefined) throw new Error('an owner without work has a turn');
      if (line.running + next.units > next.limits.running) continue;
      // Heavy work would never find enough room if lighter work of others went past it.
      if (this.#running + next.units > this.#limits.running) return;
      line.waiting.shift();
      this.#waiting -= 1;
      this.#begin(line, next.units);
      // The owner goes to the end of the turns, which this loop comes to as well.
      this.#due.delete(owner);
      if (line.waiting.length > 0) this.#due.add(owner);
      next.begin();
    }
  }
}

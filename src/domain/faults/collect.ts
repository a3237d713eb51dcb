import type { Fault } from '../errors/problem.ts';

/** So many faults are shown; the count of the others follows in a last entry, `more`. */
export const FAULTS_SHOWN_MAX = 100;

/** So many faults are counted. Of a body with more, `more` says only that there are. */
export const FAULTS_COUNTED_MAX = 200;
const OTHERS_COUNTED_MAX = FAULTS_COUNTED_MAX - FAULTS_SHOWN_MAX;

/**
 * A pointer longer than this (a body may nest, or name its fields, at half a megabyte's length) is cut back to the
 * nearest place around it, or a hundred of them would make an answer a hundred times as large as the body.
 */
export const POINTER_LENGTH_MAX = 512;

/** Faults as they are found: each place and code once, the first {@link FAULTS_SHOWN_MAX} kept, the others counted. */
export class FaultList {
  readonly #byRule = new Map<string, Fault>();
  #others = 0;

  /** Whether further faults are only counted, so that they need no sentence: see {@link count}. */
  get isFull(): boolean {
    return this.#byRule.size === FAULTS_SHOWN_MAX;
  }

  /** Whether no more faults are counted, so that none need be looked for. */
  get isDone(): boolean {
    return this.#others >= OTHERS_COUNTED_MAX;
  }

  get isEmpty(): boolean {
    return this.#byRule.size === 0;
  }

  add(fault: Fault): void {
    const isTooLong = (fault.pointer?.length ?? 0) > POINTER_LENGTH_MAX;
    const shown = isTooLong ? { ...fault, pointer: cutBack(fault.pointer ?? '') } : fault;
    const rule = `${shown.code} ${shown.parameter ?? ''} ${shown.pointer ?? ''}`;
    if (this.#byRule.has(rule)) return;
    if (this.isFull) this.#others += 1;
    else this.#byRule.set(rule, shown);
  }

  /** Counts a fault that is not shown any more. */
  count(): void {
    this.#others += 1;
  }

  addAll(faults: readonly Fault[]): this {
    for (const fault of faults) this.add(fault);
    return this;
  }

  /** The faults, with `more` at the end if not all are shown. */
  view(): Fault[] {
    const faults = [...this.#byRule.values()];
    if (this.#others === 0) return faults;
    const whole = faults[0]?.parameter === undefined ? { pointer: '' } : { parameter: '' };
    return [...faults, { ...whole, code: 'more', detail: moreDetail(this.#others) }];
  }
}

function moreDetail(others: number): string {
  if (others >= OTHERS_COUNTED_MAX) return `At least ${OTHERS_COUNTED_MAX} more faults were found.`;
  return others === 1 ? 'One more fault was found.' : `${others} more faults were found.`;
}

/** The pointer, or the one of the nearest place around it that is short enough. */
export function cutBack(pointer: string): string {
  if (pointer.length <= POINTER_LENGTH_MAX) return pointer;
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/', POINTER_LENGTH_MAX)));
}

/** Rules that changed how a row was read, for a person to check. The row is sent. */
import { type GroupCount, GroupCounter } from './group-counter.ts';
import type { RowResult } from './results.ts';

export const remarkGroups = {
  clocks: 'a time during a change of daylight saving time',
  walkoverScore: 'a walkover with a score: the score is ignored',
  header: 'the header repeated',
  longSession: 'a session of more than 31 days: if these are several, give each its own name',
  nameless: 'a value in a column without a header, which is ignored',
} as const;
export type RemarkGroup = keyof typeof remarkGroups;

/** Records a remark on the row that is being read. */
export type Remark = (group: RemarkGroup, detail: string) => void;

/** Gathers the remarks of a file. Those of rejected rows are dropped. */
export class Remarks {
  readonly #counter = new GroupCounter();
  /** Of rows without a result. */
  readonly #open = new Map<number, { readonly group: RemarkGroup; readonly detail: string }[]>();

  readonly add = (line: number, group: RemarkGroup, detail: string): void => {
    const earlier = this.#open.get(line);
    if (earlier === undefined) this.#open.set(line, [{ group, detail }]);
    else earlier.push({ group, detail });
  };

  /** Notes the result of a row. */
  settle({ line, status }: Pick<RowResult, 'line' | 'status'>): void {
    if (status !== 'rejected') this.#count(line);
    this.#open.delete(line);
  }

  /** Call it at the end: rows without a result, such as a repeated header, count from then on. */
  get list(): readonly GroupCount[] {
    for (const line of this.#open.keys()) this.#count(line);
    this.#open.clear();
    return this.#counter.groups;
  }

  #count(line: number): void {
    for (const { group, detail } of this.#open.get(line) ?? []) this.#counter.add(remarkGroups[group], line, detail);
  }
}

/** What was read by a rule that a person may want to know of. The row goes on. */
import type { FaultGroupCount } from './results.ts';

export const remarkGroups = {
  clocks: 'a time in a change of daylight saving',
  walkoverScore: 'a walkover with a score: the score is left out, since nothing was played',
  header: 'the header again, which is not a row',
  nameless: 'a column without a name holds a value that is not used',
} as const;
export type RemarkGroup = keyof typeof remarkGroups;

/** Told of a remark on the row that is being read. */
export type Remark = (group: RemarkGroup, detail: string) => void;

const LINES_SHOWN_MAX = 5;

/** Gathers the remarks of a file. */
export class Remarks {
  readonly #groups = new Map<RemarkGroup, { rows: number; lines: number[]; example: string }>();

  readonly add = (line: number, group: RemarkGroup, detail: string): void => {
    const found = this.#groups.get(group) ?? { rows: 0, lines: [], example: detail };
    found.rows++;
    if (found.lines.length < LINES_SHOWN_MAX) found.lines.push(line);
    this.#groups.set(group, found);
  };

  get list(): readonly FaultGroupCount[] {
    return [...this.#groups].map(([group, found]) => ({ problem: remarkGroups[group], ...found }));
  }
}

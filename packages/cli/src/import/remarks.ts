/** What was read by a rule that a person may want to know of. The row goes on. */
import { type GroupCount, GroupCounter } from './group-counter.ts';

export const remarkGroups = {
  clocks: 'a time in a change of daylight saving',
  walkoverScore: 'a walkover with a score: the score is left out, since nothing was played',
  levelSets: 'level in sets and no winner named: the team with more games has won',
  header: 'the header again, which is not a row',
  nameless: 'a column without a name holds a value that is not used',
} as const;
export type RemarkGroup = keyof typeof remarkGroups;

/** Records a remark on the row that is being read. */
export type Remark = (group: RemarkGroup, detail: string) => void;

/** Gathers the remarks of a file. */
export class Remarks {
  readonly #counter = new GroupCounter();

  readonly add = (line: number, group: RemarkGroup, detail: string): void => {
    this.#counter.add(remarkGroups[group], line, detail);
  };

  get list(): readonly GroupCount[] {
    return this.#counter.groups;
  }
}

/** What was read by a rule that a person may want to know of. The row goes on. */
import { type GroupCount, GroupCounter } from './group-counter.ts';

export const remarkGroups = {
  clocks: 'a time during a change of daylight saving time',
  walkoverScore: 'a walkover with a score: the score is ignored',
  levelSets: 'level in sets without a winner: the team with more games won',
  header: 'the header repeated',
  nameless: 'a value in a column without a header, which is ignored',
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

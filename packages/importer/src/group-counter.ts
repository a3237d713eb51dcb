/** Rows that have something in common, and an example of them. */
export interface GroupCount {
  /** What they have in common. */
  readonly problem: string;
  readonly rows: number;
  /** The numbers of the first rows. */
  readonly lines: readonly number[];
  /** What the first of them says. */
  readonly example: string;
}

/** How many line numbers of a group are shown. */
const LINES_SHOWN_MAX = 5;

/** Counts rows by what they have in common. */
export class GroupCounter {
  readonly #groups = new Map<string, { problem: string; rows: number; lines: number[]; example: string }>();

  add(problem: string, line: number, example: string): void {
    const group = this.#groups.get(problem) ?? { problem, rows: 0, lines: [], example };
    group.rows++;
    if (group.lines.length < LINES_SHOWN_MAX) group.lines.push(line);
    this.#groups.set(problem, group);
  }

  /** The largest group first. */
  get groups(): readonly GroupCount[] {
    return [...this.#groups.values()].sort((one, other) => other.rows - one.rows);
  }
}

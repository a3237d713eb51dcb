/** Warnings of the service and the reader about rows, in the terms of the file. */
import type { Api, SubmitOutcome } from '@bandeja/client';
import { type GroupCount, GroupCounter } from './group-counter.ts';
import { shownReference } from './references.ts';
import { rowWarningTitles } from './row-warnings.ts';
import type { RowName, RowWarning } from './rows.ts';
import { scoreWarningTitles } from './score-warnings.ts';

/** Rows with the same code. */
export interface WarningGroup extends GroupCount {
  readonly code: string;
}

/** The codes of the reader. */
type OwnWarning =
  | 'stored_that_day'
  | 'stored_with_another_player'
  | keyof typeof scoreWarningTitles
  | keyof typeof rowWarningTitles;

/** What the rows of a code have in common, and what to do. */
const groupTitles: Readonly<Partial<Record<string, string>>> = {
  unfinished_set: 'an unfinished set: correct the score, or add “ret.” if the match was stopped',
  unusual_score: 'an unusual score: check it',
  same_players_nearby: 'the same four players soon before or after: check that no match is entered twice',
  stored_that_day:
    'a match of that day with the same players and score is stored: check --timezone and --time before you store it twice',
  stored_with_another_player:
    'three of the four players have a stored match at the same time: if a name was corrected, amend that match or merge the players ' +
    '(bandeja matches amend, bandeja players merge)',
  ...scoreWarningTitles,
  ...rowWarningTitles,
} satisfies Readonly<Record<Api.MatchWarning['code'] | OwnWarning, string>>;

const SET = /^\/set_scores\/(\d+)/;
/** The service’s hint for programs. The title of the group has the one for files. */
const HINT = / If the match was stopped, send `"outcome": "retired"`\.$/;

/** The lines of the last matches: a warning about two matches is rarely about rows that are far apart. */
const LINES_MAX = 5000;

/** Finds the rows of matches. */
export class MatchLines {
  readonly #lines = new Map<string, number>();

  add(matchId: string, line: number): void {
    this.#lines.set(matchId, line);
    if (this.#lines.size <= LINES_MAX) return;
    const [oldest] = this.#lines.keys();
    if (oldest !== undefined) this.#lines.delete(oldest);
  }

  of(matchId: string | null): number | undefined {
    return matchId === null ? undefined : this.#lines.get(matchId);
  }
}

/** The warnings of an answer, in the terms of the file. */
export function warningsOf({ warnings }: SubmitOutcome, lines: MatchLines, rowName: RowName): readonly RowWarning[] {
  return warnings.map(({ code, pointer, detail, match_id: id }) => {
    const set = SET.exec(pointer ?? '')?.[1];
    const line = lines.of(id);
    const place = set !== undefined ? `set ${Number(set) + 1}` : line !== undefined ? `${rowName} ${line}` : null;
    return { code, detail: `${place === null ? '' : `${place}: `}${detail.replace(HINT, '')}` };
  });
}

/** A row with warnings. */
export interface WarnedRow {
  readonly line: number;
  readonly externalRef: string;
  readonly warnings: readonly RowWarning[];
}

/** Groups rows by the codes of their warnings. */
export class WarningCounter {
  readonly #counter = new GroupCounter();

  add({ line, externalRef, warnings }: WarnedRow): void {
    for (const code of new Set(warnings.map((warning) => warning.code))) {
      const details = warnings.filter((warning) => warning.code === code).map(({ detail }) => detail);
      const texts = [shownReference(externalRef), details.join(' ')];
      this.#counter.add(code, line, texts.filter((text) => text !== '').join(': '));
    }
  }

  /** The largest group first. */
  get groups(): readonly WarningGroup[] {
    return this.#counter.groups.map((group) => ({
      ...group,
      code: group.problem,
      problem: groupTitles[group.problem] ?? group.problem,
    }));
  }
}

/** `unfinished_set: set 2: A set does not end 6–5.` */
export const warningText = ({ code, detail }: RowWarning): string => `${code}: ${detail}`;

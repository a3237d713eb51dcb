/** Unclear names with the same mark, such as “(inv.)”: one decision about all of them. */
import { nameWords } from '@bandeja/contract/name-words';
import { groupBy } from '../collections.ts';
import { type Decision, type Decisions, offered } from './decisions.ts';
import { readMarks } from './marks.ts';
import { nameKey, withoutDoubt } from './name-forms.ts';
import type { Names } from './names.ts';

export interface MarkedNames {
  /** As the first of them has it. */
  readonly mark: string;
  readonly names: readonly string[];
}

/** `plain`: the person of that name without the mark. `new`: another person. `out`: their rows are left out. */
export type MarkChoice = 'plain' | 'new' | 'out';
export const markChoices = ['plain', 'new', 'out'] as const satisfies readonly MarkChoice[];

const BRACKETED = /\s*[([{][^()[\]{}]+[)\]}]/u;
const SYMBOL = /[?¿*]/u;

const markIn = (name: string): string | null =>
  BRACKETED.exec(name)?.[0].trim() ?? readMarks(name).open[0] ?? SYMBOL.exec(name)?.[0] ?? null;

const plainKey = (name: string): string => withoutDoubt(nameKey(name.replace(BRACKETED, ' ')));

/** The marks that several unclear names have, the most frequent first. */
export function markedNames({ people }: Names): readonly MarkedNames[] {
  const marked = people.toSettle.flatMap(({ name: { name }, meaning }) => {
    const mark = markIn(name);
    const isUnclear = meaning.kind === 'unclear' && meaning.doubt !== 'placeholder';
    return isUnclear && mark !== null ? [{ name, mark }] : [];
  });
  return [...groupBy(marked, ({ mark }) => nameWords(mark).join(' ') || mark).values()]
    .filter(({ length }) => length > 1)
    .map((group) => ({ mark: group[0]?.mark ?? '', names: group.map(({ name }) => name) }))
    .toSorted((one, other) => other.names.length - one.names.length);
}

/** The decision for each of the names. A person without the mark is new if none of the club's people has the name. */
export function decideMarked(names: Names, marked: MarkedNames, choice: MarkChoice): Decisions {
  const decisions = marked.names.flatMap((name) => {
    const options = offered(names, name);
    const decision =
      (choice === 'plain' ? options.find((one) => keyOf(one) === plainKey(name)) : undefined) ??
      options.find(({ kind }) => kind === (choice === 'out' ? 'out' : 'new'));
    return decision === undefined ? [] : [[name, decision] as const];
  });
  return Object.fromEntries(decisions);
}

function keyOf(decision: Decision): string | null {
  if (decision.kind === 'same') return nameKey(decision.name);
  return decision.kind === 'player' ? nameKey(decision.displayName ?? '') : null;
}

/** First names of private players, as links show them. */
import { graphemesOf } from '../pictures/drawable.ts';

interface Person {
  readonly id: string;
  readonly name: string;
  /** Null for a player who is not in the plan. */
  readonly number: number | null;
}

/**
 * First names, each lengthened until no two of them read alike: “Ana P.”, “Ana Pé.”, “Ana Pérez”. Equal full names get the number.
 * @param taken names that are shown beside them and never change
 * @returns by id
 */
export function shortNames(people: readonly Person[], taken: readonly string[]): ReadonlyMap<string, string> {
  const names = people.map(({ name }) => formsOf(name));
  const lengths = people.map(() => 0);
  const shown = (): string[] => names.map((forms, index) => forms[lengths[index] ?? 0] ?? '');
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (const index of alikeIn(shown(), taken)) {
      const longer = (lengths[index] ?? 0) + 1;
      if (longer >= (names[index]?.length ?? 0)) continue;
      lengths[index] = longer;
      isDone = false;
    }
  }
  const short = shown();
  const alike = new Set(alikeIn(short, taken));
  return new Map(
    people.map(({ id, number }, index) => {
      const name = short[index] ?? '';
      return [id, alike.has(index) && number !== null ? `${name} ${number}` : name];
    }),
  );
}

/** The places of the names that another one reads like. */
function alikeIn(names: readonly string[], taken: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const name of [...names, ...taken]) counts.set(key(name), (counts.get(key(name)) ?? 0) + 1);
  return names.flatMap((name, index) => ((counts.get(key(name)) ?? 0) > 1 ? [index] : []));
}

const key = (name: string): string => name.normalize('NFC').toLowerCase();

/** The first name, then as much more of the name as there is, letter by letter. */
function formsOf(name: string): readonly string[] {
  const [first = '', ...others] = name.trim().split(/\s+/u);
  const letters = graphemesOf(others.join(' '));
  const longer = letters.flatMap((letter, index) => {
    if (letter === ' ') return [];
    const isWhole = (letters[index + 1] ?? ' ') === ' ';
    return [`${first} ${letters.slice(0, index + 1).join('')}${isWhole ? '' : '.'}`];
  });
  return [first, ...longer];
}

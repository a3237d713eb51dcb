/** Namesakes are distinguished by as little of their names as that takes. Pure. */

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const key = (name: string): string => name.normalize('NFC').toLowerCase();

export interface NameForms {
  /** The shortest first. */
  readonly forms: readonly string[];
  /** Follows the last form of a name that another one equals; null for a player without a number. */
  readonly number: number | null;
}

/**
 * One form of each name, in their order. Names that read alike get longer until no two do; those that cannot get their numbers.
 * @param taken names that are shown beside them and never change
 */
export function distinctNames(names: readonly NameForms[], taken: readonly string[] = []): string[] {
  const unchanging = new Set(taken.map(key));
  const states = names.map(({ forms, number }) => ({
    // The next forms, the shortest first.
    longer: forms.slice(1),
    shown: forms[0] ?? '',
    number,
  }));
  for (;;) {
    const alike = groupsOf(states).filter((group) => group.length > 1 || unchanging.has(key(group[0].shown)));
    const growing = alike.flatMap((group) => {
      const named = group.filter(({ longer }) => longer.length > 0);
      return named.length > 0 ? named : group.filter(({ number }) => number !== null);
    });
    if (growing.length === 0) return states.map(({ shown }) => shown);
    for (const one of growing) {
      const next = one.longer.shift();
      one.shown = next ?? `${one.shown} ${one.number}`;
      if (next === undefined) one.number = null;
    }
  }
}

/** Those that read alike together. Phones of 2023 lack `Map.groupBy`. */
function groupsOf<Shown extends { readonly shown: string }>(all: readonly Shown[]): [Shown, ...Shown[]][] {
  const groups = new Map<string, [Shown, ...Shown[]]>();
  for (const one of all) {
    const group = groups.get(key(one.shown));
    if (group === undefined) groups.set(key(one.shown), [one]);
    else group.push(one);
  }
  return [...groups.values()];
}

/** “Ana”, “Ana P.”, “Ana Pé.” … “Ana Pérez”. @param first the shortest form; by default the first word */
export function formsOf(name: string, first = name.trim().split(/\s+/u, 1)[0] ?? ''): string[] {
  const others = name.trim().slice(first.length).trim().replaceAll(/\s+/gu, ' ');
  const letters = Array.from(segmenter.segment(others), ({ segment }) => segment);
  const longer = letters.flatMap((letter, index) => {
    if (letter === ' ') return [];
    const isWhole = (letters[index + 1] ?? ' ') === ' ';
    return [`${first} ${letters.slice(0, index + 1).join('')}${isWhole ? '' : '.'}`];
  });
  return [first, ...longer];
}

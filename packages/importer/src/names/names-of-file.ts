/** The names in a file, each with its spellings. */
import { groupBy } from '../collections.ts';
import type { Row } from '../rows.ts';
import { isCountry } from './marks.ts';
import { bestSpelling, isDoubtful, marksOf, nameKey, shownName, unmarked, withoutDoubt } from './name-forms.ts';

export interface FileName {
  readonly key: string;
  readonly name: string;
  /** The number of rows with it that can be sent. */
  readonly rows: number;
}

/**
 * Reads the names of all rows. The result does not depend on the order of rows.
 * @param isUsername whether a text is the username of someone known, and so no name
 * @returns the names by key, and the key of a text of the file, which leaves out marks that many names have
 */
export function namesOf(rows: readonly Row[], isUsername: (text: string) => boolean) {
  const texts = new Map<string, { readonly key: string; times: number; rows: number }>();
  for (const row of rows) {
    const seen = row.players.flatMap((text) => {
      if (isUsername(text)) return [];
      const one = texts.get(text) ?? { key: nameKey(text), times: 0, rows: 0 };
      one.times++;
      texts.set(text, one);
      return [one];
    });
    // A row that has a name twice is rejected, too.
    const isSent = row.faults.length === 0 && new Set(seen.map(({ key }) => key)).size === seen.length;
    if (isSent) for (const one of seen) one.rows++;
  }
  const written = [...texts].map(([text, one]) => ({ text, ...one })).filter(({ key }) => key !== '');
  const plain = commonMarks([...new Set(written.map(({ key }) => key))]);
  const names = [...groupBy(written, ({ key }) => plain.get(key) ?? key)].map(([key, same]): [string, FileName] => {
    const spellings = groupBy(same, (one) => shownName(plain.has(one.key) ? unmarked(one.text) : one.text));
    const times = [...spellings].map(([spelling, all]) => [spelling, sum(all.map((one) => one.times))] as const);
    return [key, { key, name: bestSpelling(new Map(times)), rows: sum(same.map((one) => one.rows)) }];
  });
  const keyOf = (text: string): string => {
    const key = nameKey(text);
    return plain.get(key) ?? key;
  };
  return { names: new Map(names.sort(([one], [other]) => (one < other ? -1 : 1))), keyOf };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** A single number behind a name distinguishes namesakes, and a single code may do so. */
const COMMON_FROM = 3;

/**
 * Numbers and countries behind many names, which are seeds and nationalities: key with the mark → key without. A name that has two different
 * ones may be two people.
 */
function commonMarks(keys: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const isKind of [(mark: string) => /^\d+$/.test(mark), isCountry]) {
    const marked = groupBy(
      keys.filter((key) => isDoubtful(key) && isKind(marksOf(key))),
      withoutDoubt,
    );
    // Without a 1, the numbers may be those of second namesakes.
    const isSeeding = [...marked.values()].flat().some((key) => marksOf(key) === '1' || isCountry(marksOf(key)));
    if (marked.size < COMMON_FROM || !isSeeding) continue;
    for (const [base, [key = '', ...others]] of marked) if (others.length === 0) found.set(key, base);
  }
  return found;
}

/** The names in a file, each with its spellings. */
import { groupBy } from '../collections.ts';
import type { FileRow } from '../rows.ts';
import { isCountry } from './marks.ts';
import { bestSpelling, isDoubtful, marksOf, nameKey, shownName, unmarked, withoutDoubt } from './name-forms.ts';

/** A name of the file. */
export interface FileName {
  readonly key: string;
  /** For display. */
  readonly name: string;
  /** The number of rows with it that can be sent. */
  readonly rows: number;
}

/** The names of a file. */
export interface FileNames {
  /** By key. */
  readonly names: ReadonlyMap<string, FileName>;
  /** The key of a text of the file. It leaves out marks that many names have. */
  readonly keyOf: (text: string) => string;
}

interface Seen {
  readonly spellings: Map<string, number>;
  rows: number;
}

/**
 * Reads the names of all rows. The result does not depend on the order of rows.
 * @param isUsername whether a text is the username of someone known, and so no name
 */
export async function namesOf(rows: AsyncIterable<FileRow>, isUsername: (text: string) => boolean): Promise<FileNames> {
  const seen = new Map<string, Seen>();
  for await (const row of rows) {
    if (row.kind !== 'match') continue;
    const keys = row.players.filter((text) => !isUsername(text)).map((text) => addSpelling(seen, text));
    // A row that has a name twice is rejected, too.
    if (row.faults.length > 0 || new Set(keys).size < keys.length) continue;
    for (const key of keys) {
      const name = seen.get(key);
      if (name !== undefined) name.rows++;
    }
  }
  const plain = commonMarks([...seen.keys()]);
  for (const [key, base] of plain) {
    const { spellings, rows: count } = seen.get(key) ?? { spellings: [], rows: 0 };
    for (const [spelling, times] of spellings) addSpelling(seen, unmarked(spelling), times);
    const name = seen.get(base);
    if (name !== undefined) name.rows += count;
    seen.delete(key);
  }
  const names = [...seen].map(([key, { spellings, rows: count }]): [string, FileName] => [
    key,
    { key, name: bestSpelling(spellings), rows: count },
  ]);
  const keyOf = (text: string): string => {
    const key = nameKey(text);
    return plain.get(key) ?? key;
  };
  return { names: new Map(names.sort(([one], [other]) => (one < other ? -1 : 1))), keyOf };
}

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

/** @returns the key of the name; empty for a text that is none. */
function addSpelling(seen: Map<string, Seen>, text: string, times = 1): string {
  const key = nameKey(text);
  if (key === '') return key;
  const name = seen.get(key) ?? { spellings: new Map<string, number>(), rows: 0 };
  const spelling = shownName(text);
  name.spellings.set(spelling, (name.spellings.get(spelling) ?? 0) + times);
  seen.set(key, name);
  return key;
}

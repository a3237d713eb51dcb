/** The names that stand in a file, each with its spellings. */
import type { FileRow } from '../rows.ts';
import { bestSpelling, nameKey, shownName } from './name-forms.ts';

/** A name of the file. */
export interface FileName {
  readonly key: string;
  /** As it is shown. */
  readonly name: string;
  /** Rows that have it and can be sent; none if it stands in faulty ones only. */
  readonly rows: number;
  /** The number of a row that has it twice; null for none. Then two people have the name. */
  readonly twiceIn: number | null;
}

interface Seen {
  readonly spellings: Map<string, number>;
  rows: number;
  twiceIn: number | null;
}

/**
 * Reads the names of all rows. What comes out does not depend on the order of rows, except which row is named.
 * @param isUsername whether a text is the username of someone known, and so no name
 */
export async function namesOf(
  rows: AsyncIterable<FileRow>,
  isUsername: (text: string) => boolean,
): Promise<ReadonlyMap<string, FileName>> {
  const seen = new Map<string, Seen>();
  for await (const row of rows) {
    if (row.kind !== 'match') continue;
    const keys = row.players.filter((text) => !isUsername(text)).map((text) => addSpelling(seen, text));
    if (row.faults.length > 0) continue;
    for (const key of new Set(keys)) {
      const name = seen.get(key);
      if (name === undefined) continue;
      name.rows++;
      if (keys.indexOf(key) !== keys.lastIndexOf(key)) name.twiceIn ??= row.line;
    }
  }
  const names = [...seen].map(([key, { spellings, rows: count, twiceIn }]): [string, FileName] => [
    key,
    { key, name: bestSpelling(spellings), rows: count, twiceIn },
  ]);
  return new Map(names.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** @returns the key of the name; empty for a text that is none. */
function addSpelling(seen: Map<string, Seen>, text: string): string {
  const key = nameKey(text);
  if (key === '') return key;
  const name = seen.get(key) ?? { spellings: new Map<string, number>(), rows: 0, twiceIn: null };
  const spelling = shownName(text);
  name.spellings.set(spelling, (name.spellings.get(spelling) ?? 0) + 1);
  seen.set(key, name);
  return key;
}

/** The names in a file, each with its spellings. */
import type { FileRow } from '../rows.ts';
import { bestSpelling, nameKey, shownName } from './name-forms.ts';

/** A name of the file. */
export interface FileName {
  readonly key: string;
  /** For display. */
  readonly name: string;
  /** The number of rows with it that can be sent. */
  readonly rows: number;
}

interface Seen {
  readonly spellings: Map<string, number>;
  rows: number;
}

/**
 * Reads the names of all rows. The result does not depend on the order of rows.
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
    // A row that has a name twice is rejected, too.
    if (row.faults.length > 0 || new Set(keys).size < keys.length) continue;
    for (const key of keys) {
      const name = seen.get(key);
      if (name !== undefined) name.rows++;
    }
  }
  const names = [...seen].map(([key, { spellings, rows: count }]): [string, FileName] => [
    key,
    { key, name: bestSpelling(spellings), rows: count },
  ]);
  return new Map(names.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** @returns the key of the name; empty for a text that is none. */
function addSpelling(seen: Map<string, Seen>, text: string): string {
  const key = nameKey(text);
  if (key === '') return key;
  const name = seen.get(key) ?? { spellings: new Map<string, number>(), rows: 0 };
  const spelling = shownName(text);
  name.spellings.set(spelling, (name.spellings.get(spelling) ?? 0) + 1);
  seen.set(key, name);
  return key;
}

/** Reads the padel results from a folder of data sets (docs/accuracy.md, “The data”). */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { DataAbsent } from '../accuracy/data/read-sets.ts';
import type { Result } from './replay.ts';

const FILE = 'padel.csv.gz';

/** @throws {DataAbsent} if the file is missing */
export function readPadelResults(folder: string): Result[] {
  const path = join(folder, FILE);
  if (!existsSync(path)) {
    throw new DataAbsent(
      `There is no ${FILE} in ${resolve(folder)}. The data is not part of the project: docs/accuracy.md says where it comes from ` +
        'and how the file looks. Name its folder with --data DIR, or try --smoke, which needs none.',
    );
  }
  const rows: readonly Readonly<Record<string, string | undefined>>[] = parse(
    gunzipSync(readFileSync(path)).toString('utf8'),
    { columns: true, skip_empty_lines: true },
  );
  return rows.map(({ played_at = '', a1 = '', a2 = '', b1 = '', b2 = '', winner, set_scores = '' }) => ({
    playedAt: Date.parse(played_at),
    players: [a1, a2, b1, b2],
    winner: winner === 'A' ? 'A' : 'B',
    sets: set_scores
      .split(' ')
      .filter((set) => set !== '')
      .map((set) => {
        const [a = 0, b = 0] = set.split('-').map(Number);
        return [a, b];
      }),
    // All of them are.
    competitionType: 'tournament',
  }));
}

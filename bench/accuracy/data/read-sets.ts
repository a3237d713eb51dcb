/** Reads the data sets from a folder of `<name>.csv.gz` files. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createMatchColumns, lengthOf, type SetScore, unitsOf, writeMatch } from '@bandeja/rating';
import { parse } from 'csv-parse/sync';
import { divide, type MatchSet } from './match-set.ts';
import { type Source, sources } from './sources.ts';

/** A data file is missing; the message is for the person at the terminal. */
export class DataAbsent extends Error {
  override readonly name = 'DataAbsent';
}

/**
 * Reads all data sets.
 *
 * @param folder of the files
 * @throws {DataAbsent} if one is missing
 */
export function readSets(folder: string): MatchSet[] {
  const path = (source: Source): string => join(folder, `${source.name}.csv.gz`);
  const missing = sources.filter((source) => !existsSync(path(source)));
  if (missing.length > 0) {
    const names = missing.map(({ name }) => `${name}.csv.gz`).join(', ');
    throw new DataAbsent(
      `There is no ${names} in ${resolve(folder)}. The data is not part of the project: docs/accuracy.md says where ` +
        'it comes from and how the files look. Name their folder with --data DIR, or try --smoke, which needs none.',
    );
  }
  return sources.map((source) => readSet(gunzipSync(readFileSync(path(source))).toString('utf8'), source));
}

/** A row of a file, as its columns name it. */
type Row = Readonly<
  Record<'match_id' | 'played_at' | 'a1' | 'a2' | 'b1' | 'b2' | 'winner' | 'set_scores', string | undefined>
>;

/**
 * Reads one set.
 *
 * @param csv columns `match_id,played_at,a1,a2,b1,b2,winner,set_scores`, rows in the order of play
 */
export function readSet(csv: string, { name, title, unit, std }: Source): MatchSet {
  const rows: readonly Row[] = parse(csv, { columns: true, skip_empty_lines: true });
  const matches = createMatchColumns(rows.length);
  const indices = new Map<string, number>();
  const indexOf = (id = ''): number => {
    if (!indices.has(id)) indices.set(id, indices.size);
    return indices.get(id) as number;
  };
  for (const [index, row] of rows.entries()) {
    const [a1, a2, b1, b2] = [indexOf(row.a1), indexOf(row.a2), indexOf(row.b1), indexOf(row.b2)];
    const isFirstWinner = row.winner === 'A';
    const sets = readSetScores(row.set_scores ?? '', isFirstWinner);
    const units = unitsOf(sets, unit);
    writeMatch(matches, index, {
      players: isFirstWinner ? [a1, a2, b1, b2] : [b1, b2, a1, a2],
      at: Date.parse(row.played_at ?? ''),
      units: units && { ...units, std },
      weight: 1,
      length: plannedLength(sets, unit),
      // All sources are tournaments.
      pairEvidence: 1,
    });
  }
  const isFirstWinner = Uint8Array.from(rows, ({ winner }) => Number(winner === 'A'));
  return divide({ name, title, playerCount: indices.size, matches, isFirstWinner });
}

/** Seen by the winners. */
function readSetScores(text: string, isFirstWinner: boolean): SetScore[] {
  return text
    .split(' ')
    .filter((set) => set !== '')
    .map((set) => {
      const [a = 0, b = 0] = set.split('-').map(Number);
      return isFirstWinner ? [a, b] : [b, a];
    });
}

/**
 * The planned length over a standard match. In games as the service reads it off a scoreline; in points the service's
 * rule is for americano, whose points are fixed beforehand, while in these sports sets are played out: a single set is
 * half a match, more are a whole one.
 */
function plannedLength(sets: readonly SetScore[], unit: Source['unit']): number {
  return unit === 'games' ? lengthOf(sets, unit) : sets.length > 1 ? 1 : 0.5;
}

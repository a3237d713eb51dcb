/** Reads match results from `<name>.csv.gz` files. docs/accuracy.md describes them. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Team } from '@bandeja/contract/match-enums';
import type { CompetitionType, Four, SetScore } from '@bandeja/rating';
import { parse } from 'csv-parse/sync';
import type { Source } from './sources.ts';

export interface Result {
  /** Ms. */
  readonly playedAt: number;
  /** Two of team A, two of team B. */
  readonly players: Four<string>;
  readonly winner: Team;
  /** Units of A and B, set by set. */
  readonly sets: readonly SetScore[];
  readonly competitionType: CompetitionType;
}

/** A data file is missing. */
class DataAbsent extends Error {
  override readonly name = 'DataAbsent';
}

/** Runs a bench, which returns its exit code. If a data file is missing, it prints the message and exits with code 2. */
export function runWithData(bench: () => number): void {
  try {
    process.exitCode = bench();
  } catch (error) {
    if (!(error instanceof DataAbsent)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}

/**
 * Reads the results of each source.
 * @throws {DataAbsent} if a file is missing
 */
export function readSources(folder: string, sources: readonly Source[]): Result[][] {
  const pathOf = ({ name }: Source): string => join(folder, `${name}.csv.gz`);
  const missing = sources.filter((source) => !existsSync(pathOf(source)));
  if (missing.length > 0) {
    const names = missing.map(({ name }) => `${name}.csv.gz`).join(', ');
    throw new DataAbsent(
      `${names} is missing in ${resolve(folder)}. The data is not part of the project: docs/accuracy.md lists the ` +
        'sources and describes the files. Pass their folder with --data DIR, or use --smoke, which needs no data.',
    );
  }
  return sources.map((source) => readResults(gunzipSync(readFileSync(pathOf(source))).toString('utf8')));
}

/** @param csv columns `match_id,played_at,a1,a2,b1,b2,winner,set_scores`, rows in the order of play */
export function readResults(csv: string): Result[] {
  const rows: readonly Readonly<Record<string, string | undefined>>[] = parse(csv, {
    columns: true,
    skip_empty_lines: true,
  });
  return rows.map(({ played_at = '', a1 = '', a2 = '', b1 = '', b2 = '', winner, set_scores = '' }) => ({
    playedAt: Date.parse(played_at),
    players: [a1, a2, b1, b2],
    winner: winner === 'A' ? 'A' : 'B',
    sets: set_scores.split(' ').filter(Boolean).map(setScoreOf),
    // All sources are tournaments.
    competitionType: 'tournament',
  }));
}

function setScoreOf(text: string): SetScore {
  const [a = 0, b = 0] = text.split('-').map(Number);
  return [a, b];
}

/** The sets seen by the winners. */
export const setsOfWinners = ({ sets, winner }: Result): SetScore[] =>
  sets.map(([a, b]) => (winner === 'A' ? [a, b] : [b, a]));

/** The players, winners first. */
export function winnersFirst({ players: [a1, a2, b1, b2], winner }: Result): Four<string> {
  return winner === 'A' ? [a1, a2, b1, b2] : [b1, b2, a1, a2];
}

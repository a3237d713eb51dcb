/** Files of invented matches to predict. */
import { Readable } from 'node:stream';
import type { Terminal } from '@bandeja/cli/terminal';
import type { Scoring } from '@bandeja/rating';
import fc from 'fast-check';
import { predict } from '../predict.ts';

/** A match of such a file. */
export interface FileMatch {
  /** A1, A2, B1, B2. */
  readonly players: readonly string[];
  /** Ms after the match above. */
  readonly pauseMs: number;
  readonly winner: 'A' | 'B';
  /** Team A first. */
  readonly sets: readonly (readonly [number, number])[];
  readonly unit: Scoring;
  /** Empty text for what goes without saying. */
  readonly std: number | '';
  readonly length: number | '';
}

export const PREDICT_HEADER = 'match_id,played_at,a1,a2,b1,b2,winner,set_scores';
export const FULL_HEADER = `${PREDICT_HEADER},unit,std,length`;
const START = Date.UTC(2026, 0, 1);

/** The instants of the matches, ms. */
export function instantsOf(matches: readonly FileMatch[]): number[] {
  let at = START;
  return matches.map(({ pauseMs }) => {
    at += pauseMs;
    return at;
  });
}

/** The matches as a file with every column. */
export function fileOf(matches: readonly FileMatch[]): string {
  const instants = instantsOf(matches);
  const rows = matches.map(({ players, winner, sets, unit, std, length }, index) => {
    const at = new Date(instants[index] ?? 0).toISOString();
    const score = sets.map((set) => set.join('-')).join(' ');
    return [`m${index}`, at, ...players, winner, score, unit, std, length].join(',');
  });
  return [FULL_HEADER, ...rows, ''].join('\n');
}

interface Printed {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A terminal without a person. */
export const terminalOf = (input: Readable, out: Terminal['out'], err: Terminal['err'] = () => {}): Terminal => ({
  input,
  out,
  err,
  isInteractive: false,
  columns: () => 80,
  width: () => null,
  hasColours: false,
  confirm: null,
  ask: null,
  askSecret: null,
});

/** What the bench prints for a file. */
export async function predicted(file: string, args: readonly string[] = []): Promise<Printed> {
  let [stdout, stderr] = ['', ''];
  const terminal = terminalOf(
    Readable.from([Buffer.from(file)]),
    (text) => {
      stdout += text;
    },
    (text) => {
      stderr += text;
    },
  );
  return { exitCode: await predict(args, terminal), stdout, stderr };
}

/** The lines that it prints for a file. */
export async function linesFor(file: string): Promise<string[]> {
  const { stdout } = await predicted(file);
  return stdout.split('\n').slice(0, -1);
}

const aPlayerList = fc.shuffledSubarray(['ana', 'bea', 'cruz', 'dani', 'eva', 'fran', 'gael'], {
  minLength: 4,
  maxLength: 4,
});
const aSet = fc.tuple(fc.integer({ min: 0, max: 21 }), fc.integer({ min: 0, max: 21 }));

/** Any match that the columns can describe, including points, odd lengths, no scoreline, or a winner against the score. */
export const aFileMatch: fc.Arbitrary<FileMatch> = fc.record({
  players: aPlayerList,
  pauseMs: fc.integer({ min: 0, max: 90 * 86_400_000 }),
  winner: fc.constantFrom('A', 'B'),
  sets: fc.array(aSet, { maxLength: 3 }),
  unit: fc.constantFrom<Scoring>('games', 'points'),
  std: fc.constantFrom<number | ''>('', 20, 36, 76.5),
  length: fc.constantFrom<number | ''>('', 1, 0.5, 0.2),
});

/** Made-up histories of a club, for tests that repair them. */
import { HEADER } from './run-cli.ts';

/** A match of a made-up history. */
export interface PastMatch {
  readonly ref: string;
  readonly playedAt: string;
  readonly players: readonly string[];
  readonly score: string;
}

const START = Date.UTC(2026, 0, 5, 18);
const MINUTE = 60_000;
const SCORES = ['6-4 6-3', '4-6 6-3 6-2', '7-6 7-5', '6-0 6-1', '3-6 4-6', '6-7 6-4 4-6', '2-6 1-6'];
const PLAYERS = ['ana', 'bea', 'cam', 'dan', 'eva', 'fay', 'gil', 'hal'];

/** Matches in random order of time, no two at the same time. */
export function aHistory(random: () => number, count: number, prefix: string, players = PLAYERS): PastMatch[] {
  const times = new Set<number>();
  while (times.size < count) times.add(START + Math.floor(random() * 60 * 24 * 30) * MINUTE);
  return [...times].map((time, index) => {
    const four = [...players].sort(() => random() - 0.5).slice(0, 4);
    const score = SCORES[Math.floor(random() * SCORES.length)] ?? '';
    return { ref: `${prefix}${index}`, playedAt: new Date(time).toISOString(), players: four, score };
  });
}

/** The matches as a file to import. */
export function fileOf(matches: readonly PastMatch[]): string {
  const rows = matches.map(({ ref, playedAt, players, score }) => `${ref},${playedAt},${players.join(',')},,${score}`);
  return `${[HEADER, ...rows].join('\n')}\n`;
}

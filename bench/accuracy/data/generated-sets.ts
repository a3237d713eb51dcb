/** Small generated histories, to check that everything runs without data. Their figures mean nothing. */
import { createMatchColumns, lengthOf, type SetScore, unitsOf, writeMatch } from '@bandeja/rating';
import { createSequence } from '../../sequence.ts';
import { divide, type MatchSet } from './match-set.ts';

const DAY_MS = 86_400_000;
const MATCHES_A_DAY = 10;
const START = Date.UTC(2025, 0, 1);

/** Two sets of different fields: in the second, a gap in skill decides less. */
export function generateSets(matchCount = 500, playerCount = 40): MatchSet[] {
  return [
    generateSet({ name: 'steep', seed: 1, slope: 1.2, matchCount, playerCount }),
    generateSet({ name: 'level', seed: 2, slope: 0.5, matchCount, playerCount }),
  ];
}

/** The properties of a generated set. */
export interface Invention {
  readonly name: string;
  readonly seed: number;
  /** Logits of the chance to win per unit of the gap in skill. */
  readonly slope: number;
  readonly matchCount: number;
  readonly playerCount: number;
}

/** One set: random pairs of a fixed skill, two sets to six games each, ten matches a day. */
export function generateSet({ name, seed, slope, matchCount, playerCount }: Invention): MatchSet {
  const next = createSequence(seed);
  const skills = Array.from({ length: playerCount }, () => 2 * (next() + next() + next() - 1.5));
  const skillOf = (player: number): number => skills[player] ?? 0;
  const matches = createMatchColumns(matchCount);
  const isFirstWinner = new Uint8Array(matchCount);
  for (let row = 0; row < matchCount; row += 1) {
    const [a, b, c, d] = drawFour(next, playerCount);
    const gap = slope * (skillOf(a) + skillOf(b) - skillOf(c) - skillOf(d));
    const isWon = next() < 1 / (1 + Math.exp(-gap));
    const sets = playSets(isWon ? gap : -gap, next);
    isFirstWinner[row] = Number(isWon);
    writeMatch(matches, row, {
      players: isWon ? [a, b, c, d] : [c, d, a, b],
      at: START + Math.floor(row / MATCHES_A_DAY) * DAY_MS + (row % MATCHES_A_DAY) * 1000,
      units: unitsOf(sets, 'games'),
      weight: 1,
      length: lengthOf(sets, 'games'),
      pairEvidence: 1,
    });
  }
  return divide({ name, title: 'generated', playerCount, matches, isFirstWinner });
}

/** Seen by the winners: the wider the gap, the fewer games for the losers. */
function playSets(gap: number, next: () => number): SetScore[] {
  const loserShare = 1 / (1 + Math.exp(0.3 + 0.2 * gap));
  return [0, 1].map((): SetScore => [6, Math.min(4, Math.floor(next() * 10 * loserShare))]);
}

function drawFour(next: () => number, playerCount: number): readonly [number, number, number, number] {
  const drawn = new Set<number>();
  while (drawn.size < 4) drawn.add(Math.floor(next() * playerCount));
  const [a = 0, b = 0, c = 0, d = 0] = drawn;
  return [a, b, c, d];
}

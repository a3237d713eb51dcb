/** Generated results of players with known skills, for runs without data. */
import type { CompetitionType, Four, SetScore } from '@bandeja/rating';
import { createSequence } from '../sequence.ts';
import type { Result } from './read-results.ts';

export interface GeneratedSize {
  readonly matches: number;
  /** Players of each club. Clubs never play each other. */
  readonly players?: number;
  readonly clubs?: number;
  readonly seed?: number;
  /** Sd of a player's skill, in logits. */
  readonly skillSd?: number;
  readonly competitionType?: CompetitionType;
}

const MATCHES_A_DAY = 20;
const DAY_MS = 86_400_000;
const START = Date.UTC(2025, 0, 1);
/** Sd of what a day adds to a pair, in logits; together with the default skills as among professionals. */
const DAY_SD = 1;

/** Generates the same results on every run. */
export function generateResults({
  matches,
  players = 120,
  clubs = 1,
  seed = 1,
  skillSd = 1.2,
  competitionType = 'social',
}: GeneratedSize): Result[] {
  const random = createSequence(seed);
  // The sum of twelve uniform numbers is nearly normal.
  const normal = (): number => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6);
  const skills = Array.from({ length: players * clubs }, () => skillSd * normal());
  const names = skills.map((_, player) => `p${player}`);
  return Array.from({ length: matches }, (_, match): Result => {
    const four = drawFour(random, players, players * Math.floor(clubs * random()));
    const [a1, a2, b1, b2] = four.map((player) => skills[player] ?? 0) as unknown as Four<number>;
    const gap = a1 + a2 - b1 - b2 + DAY_SD * normal();
    const chance = 1 / (1 + Math.exp(-gap / Math.sqrt(20)));
    const sets: SetScore[] = [];
    let lead = 0;
    while (Math.abs(lead) < 2 && sets.length < 3) {
      const set = playSet(chance, random);
      sets.push(set);
      lead += Math.sign(set[0] - set[1]);
    }
    return {
      playedAt: START + Math.floor(match / (MATCHES_A_DAY * clubs)) * DAY_MS + match,
      players: four.map((player) => names[player]) as unknown as Four<string>,
      winner: lead > 0 ? 'A' : 'B',
      sets,
      competitionType,
    };
  });
}

function drawFour(random: () => number, players: number, first: number): number[] {
  const four = new Set<number>();
  while (four.size < 4) four.add(first + Math.floor(players * random()));
  return [...four];
}

function playSet(chance: number, random: () => number): SetScore {
  let [own, opponents] = [0, 0];
  while (Math.max(own, opponents) < 7 && !(Math.max(own, opponents) === 6 && Math.abs(own - opponents) >= 2)) {
    if (random() < chance) own += 1;
    else opponents += 1;
  }
  return [own, opponents];
}

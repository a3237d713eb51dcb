/** Invented results of players whose skill is known, with days that differ: what the check runs on where there is no data. */
import type { Four, SetScore } from '@bandeja/rating';
import { createSequence } from '../sequence.ts';
import type { Result } from './replay.ts';

const PLAYERS = 120;
const MATCHES_A_DAY = 20;
const DAY_MS = 86_400_000;
const START = Date.UTC(2025, 0, 1);
/** Sd of a player's skill and of what a day adds to a pair, logits; like the gaps and days of professionals. */
const SKILL_SD = 1.2;
const DAY_SD = 1;

/** @param seed for the same results on every run */
export function playResults(count: number, seed: number): Result[] {
  const random = createSequence(seed);
  // Twelve numbers from 0 to 1 add up to nearly a normal deviate.
  const normal = (): number => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6);
  const skills = Array.from({ length: PLAYERS }, () => SKILL_SD * normal());
  return Array.from({ length: count }, (_, match): Result => {
    const four = drawFour(random);
    const [a1, a2, b1, b2] = four.map((player) => skills[player] ?? 0) as [number, number, number, number];
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
      playedAt: START + Math.floor(match / MATCHES_A_DAY) * DAY_MS + match,
      players: four.map((player) => `p${player}`) as unknown as Four<string>,
      winner: lead > 0 ? 'A' : 'B',
      sets,
      competitionType: 'social',
    };
  });
}

function drawFour(random: () => number): number[] {
  const four = new Set<number>();
  while (four.size < 4) four.add(Math.floor(PLAYERS * random()));
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

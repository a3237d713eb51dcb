import type { Population } from '../seed/population.ts';
import { submissionOf } from '../settlement/load.ts';

let counter = 0;

/** A match that was just played, of four players by chance. */
export function aSubmission(population: Population): object {
  counter += 1;
  const seed = Math.floor(Math.random() * population.playerIds.length);
  return submissionOf(population, `bench-${process.pid}-${counter}`, seed, Date.now());
}

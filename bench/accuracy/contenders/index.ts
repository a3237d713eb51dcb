/** The models that Bandeja is compared with, in the order of the tables. */
import type { Contender } from './contender.ts';
import { elo } from './elo.ts';
import { glicko2 } from './glicko2.ts';
import { trueSkill } from './trueskill.ts';
import { plackettLuce, plackettLuceMargin, thurstoneMosteller } from './weng-lin.ts';

export type { Constants } from './contender.ts';

export const baselines: readonly Contender[] = [
  elo,
  glicko2,
  plackettLuce,
  plackettLuceMargin,
  thurstoneMosteller,
  trueSkill,
];

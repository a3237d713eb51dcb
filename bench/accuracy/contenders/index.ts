/** The models that are compared, in the order of the tables. */
import type { Contender } from './contender.ts';
import { elo } from './elo.ts';
import { glicko2 } from './glicko2.ts';
import { pair } from './pair.ts';
import { trueSkill } from './trueskill.ts';
import { plackettLuce, plackettLuceMargin, thurstoneMosteller } from './weng-lin.ts';

/** The models that ours is compared with. */
export const baselines: readonly Contender[] = [
  elo,
  glicko2,
  plackettLuce,
  plackettLuceMargin,
  thurstoneMosteller,
  trueSkill,
];

/** All models whose constants are fitted. */
export const contenders: readonly Contender[] = [pair, ...baselines];

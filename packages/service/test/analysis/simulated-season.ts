/** Seasons of a player without any peculiarity: every game is as likely to be won as the ratings predict, regardless of earlier games. */

import type { CompetitionType, CourtPosition, Team } from '@bandeja/contract/match-enums';
import type { PlayedMatch } from '../../src/played/played-match.ts';
import type { SheetSet } from '../ledger/score-sheet.ts';
import { aMatch, DAY_MS } from './nights.ts';

export interface SeasonPlan {
  readonly matches: number;
  readonly holdRate: number;
  /** Sd of the gaps between the pairs, logits. */
  readonly gapSd: number;
  /** Sd of the addition to the gap of a whole match, logits: some days are better than others. */
  readonly dayFormSd: number;
  /** What the own pair has above the pool when it serves, logits. */
  readonly servingBonus?: number;
}

/** A season, newest match first. @param random numbers from 0 to 1 */
export function simulateSeason(plan: SeasonPlan, random: () => number): PlayedMatch[] {
  return Array.from({ length: plan.matches }, (_, day) => simulateMatch(plan, random, day));
}

function simulateMatch(plan: SeasonPlan, random: () => number, day: number): PlayedMatch {
  const { holdRate, gapSd, dayFormSd, servingBonus = 0 } = plan;
  const gap = gapSd * normal(random);
  const even = (gap + dayFormSd * normal(random)) / Math.sqrt(20);
  const advantage = Math.log(holdRate / (1 - holdRate));
  const chance = (server: Team | null): number =>
    sigmoid(even + (server === null ? 0 : server === 'A' ? advantage + servingBonus : -advantage));
  const sets: SheetSet[] = [];
  let [won, lost] = [0, 0];
  let server: Team = random() < 0.5 ? 'A' : 'B';
  while (won < 2 && lost < 2) {
    const { sheet, isWon, games } = simulateSet(chance, server, random);
    sets.push({ sheet, first: server });
    won += Number(isWon);
    lost += Number(!isWon);
    if (games % 2 === 1) server = server === 'A' ? 'B' : 'A';
  }
  const pick = <T>(...values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  return aMatch(
    { sets, gap, beside: pick('bea', 'cruz', 'dani', 'eva') },
    {
      played_at: Date.UTC(2026, 4, 1) - day * DAY_MS,
      court_position: pick<CourtPosition>('left', 'right'),
      competition_type: pick<CompetitionType>('social', 'social', 'training', 'league', 'tournament'),
    },
  );
}

function simulateSet(chance: (server: Team | null) => number, first: Team, random: () => number) {
  const calls: string[] = [];
  let [own, opponents] = [0, 0];
  let server = first;
  while (!isOver(own, opponents)) {
    const isTieBreak = own === 6 && opponents === 6;
    const isWon = random() < chance(isTieBreak ? null : server);
    if (isTieBreak) calls.push(isWon ? 'tA' : 'tB');
    else calls.push(`${server}${isWon === (server === 'A') ? '+' : '-'}`);
    own += Number(isWon);
    opponents += Number(!isWon);
    server = server === 'A' ? 'B' : 'A';
  }
  return { sheet: calls.join(' '), isWon: own > opponents, games: own + opponents };
}

function isOver(own: number, opponents: number): boolean {
  const most = Math.max(own, opponents);
  return most === 7 || (most === 6 && Math.abs(own - opponents) >= 2);
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** A normal deviate (Box and Muller 1958). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/**
 * The generated history that speed is measured on, the same on every run: club nights of eight players of a club and
 * twelve matches, with a scoreline for nine in ten.
 */
import {
  createMatchColumns,
  lengthOf,
  type MatchColumns,
  type SetScore,
  unitsOf,
  weightOf,
  writeMatch,
} from '@bandeja/rating';
import { createSequence } from './sequence.ts';

const MATCHES_A_NIGHT = 12;
const PLAYERS_A_NIGHT = 8;
const PLAYERS_A_CLUB = 100;
/** Between two nights anywhere: 80,000 nights are four years, so that players are away for weeks. */
const NIGHT_MS = 1_600_000;

/** The first night, ms since 1970. */
export const START = Date.UTC(2020, 0, 1);

/** How large a history is. */
export interface HistorySize {
  readonly nightCount: number;
  readonly clubCount: number;
}

/** Four years of 200 clubs: 960,000 matches of 20,000 players. */
export const FULL_SIZE: HistorySize = { nightCount: 80_000, clubCount: 200 };

/** Enough to see that a bench still runs: 6,000 matches of 500 players. */
export const SMOKE_SIZE: HistorySize = { nightCount: 500, clubCount: 5 };

/** Matches in the order of time, over player indices from 0. */
export interface GeneratedHistory {
  readonly matches: MatchColumns;
  readonly playerCount: number;
}

/** Makes the history of a size. With more nights it begins with the same matches. */
export function generateHistory({ nightCount, clubCount }: HistorySize): GeneratedHistory {
  const next = createSequence(1);
  const pick = (count: number): number => Math.floor(next() * count);
  const playerCount = clubCount * PLAYERS_A_CLUB;
  const skills = Float64Array.from({ length: playerCount }, () => 2 * (next() + next() + next() - 1.5));
  const skillOf = (player: number): number => skills[player] ?? 0;
  const matches = createMatchColumns(nightCount * MATCHES_A_NIGHT);
  const weight = weightOf({ competitionType: 'social', trustTier: 'partner_attested' });
  for (let row = 0, firstOfNight = 0; row < matches.at.length; row += 1) {
    // Neighbours in a club's numbering play the same nights.
    if (row % MATCHES_A_NIGHT === 0)
      firstOfNight = pick(clubCount) * PLAYERS_A_CLUB + pick(PLAYERS_A_CLUB - PLAYERS_A_NIGHT);
    const [a, b, c, d] = pickFour(pick, firstOfNight);
    const gap = skillOf(a) + skillOf(b) - skillOf(c) - skillOf(d);
    const isFirstWinner = next() < 1 / (1 + Math.exp(-gap));
    const sets = next() < 0.9 ? playSets(isFirstWinner ? gap : -gap, next) : [];
    writeMatch(matches, row, {
      players: isFirstWinner ? [a, b, c, d] : [c, d, a, b],
      at: START + Math.floor(row / MATCHES_A_NIGHT) * NIGHT_MS + (row % MATCHES_A_NIGHT) * 1000,
      units: unitsOf(sets, 'games'),
      weight,
      length: lengthOf(sets, 'games'),
    });
  }
  return { matches, playerCount };
}

/** Two sets to six, seen by the winners: the wider the gap in skill, the fewer games for the losers. */
function playSets(gap: number, next: () => number): SetScore[] {
  const loserShare = 1 / (1 + Math.exp(0.3 + 0.22 * gap));
  return [0, 1].map((): SetScore => [6, Math.min(4, Math.floor(next() * 10 * loserShare))]);
}

/** Four different players of a night: from a random seat in the circle of eight, by steps of a random odd width. */
function pickFour(pick: (count: number) => number, first: number): readonly [number, number, number, number] {
  const turn = pick(PLAYERS_A_NIGHT);
  const step = 1 + 2 * pick(PLAYERS_A_NIGHT / 2);
  const seat = (index: number): number => first + ((turn + index * step) % PLAYERS_A_NIGHT);
  return [seat(0), seat(1), seat(2), seat(3)];
}

/** A random season of a world: matches of every kind, several at one instant. */

import type { Database } from '@bandeja/postgres/database';
import fc from 'fast-check';
import { CLOSURE_MAX } from '../../src/ledger/with-players.ts';
import { setsOf } from '../support/matches.ts';
import { NOW, type TestMatch, World } from '../support/world.ts';

export const BATCH = 25;

/** A world whose day 0 is the present, and whose changes are settled as in the service. */
export function openSeasonWorld(database: Database, players = 12): Promise<World> {
  return World.open(database, { players, start: NOW, closureMax: CLOSURE_MAX });
}

const DRAW = { winning_team: null, outcome: 'played', set_scores: setsOf('12-12') } as const;

/** As many matches as days, in the order of play and not submitted yet. */
export function aSeason(world: World, length: number, seed: number): { match: TestMatch; isVoided: boolean }[] {
  const entries = fc.array(
    fc.record({
      partner: fc.constantFrom(...world.partners.keys()),
      seats: fc.shuffledSubarray([...world.players.keys()], { minLength: 4, maxLength: 4 }),
      daysAgo: fc.integer({ min: 1, max: length }),
      winning_team: fc.constantFrom<'A' | 'B'>('A', 'B'),
      isDraw: fc.constantFrom(true, false, false, false, false),
      outcome: fc.constantFrom('played', 'played', 'played', 'played', 'retired', 'walkover'),
      trust_tier: fc.constantFrom('partner_attested', 'tournament_official', 'imported', 'player_confirmed'),
      competition_type: fc.constantFrom('social', 'training', 'league', 'tournament', null),
      sets: fc.constantFrom('6-4 6-3', '7-6 3-6 10-8', '6-0 6-1', '21-11', '9-7', null),
      isVoided: fc.constantFrom(false, false, false, false, true),
    }),
    { minLength: length, maxLength: length, size: 'max' },
  );
  const [season = []] = fc.sample(entries, { seed, numRuns: 1 });
  return season
    .toSorted((a, b) => b.daysAgo - a.daysAgo)
    .map(({ partner, seats, daysAgo, sets, isVoided, isDraw, ...facts }) => {
      if (isDraw) return { match: world.match(-daysAgo, seats, { ...facts, ...DRAW }, partner), isVoided };
      const set_scores = facts.outcome === 'walkover' || sets === null ? null : setsWonBy(facts.winning_team, sets);
      return { match: world.match(-daysAgo, seats, { ...facts, set_scores }, partner), isVoided };
    });
}

/** Plays a season. Matches are submitted in the order of play, so that none is late. */
export async function playSeason(world: World, length: number, seed: number): Promise<void> {
  const season = aSeason(world, length, seed);
  for (let from = 0; from < season.length; from += BATCH) {
    await world.submit(season.slice(from, from + BATCH).map(({ match }) => match));
  }
  for (const { match, isVoided } of season) if (isVoided) await world.void(match);
}

/** A scoreline as text, the winners' games first. */
function setsWonBy(team: string, text: string) {
  const sets = setsOf(text);
  if (team === 'A') return sets;
  return sets.map((set) => ({ ...set, team_a_games: set.team_b_games, team_b_games: set.team_a_games }));
}

/** Sessions to draw, given and generated. */
import fc from 'fast-check';
import type { recapSvg } from '../../src/pictures/recap/recap-picture.ts';
import { hostileName } from './names.ts';

export type PosterSession = Parameters<typeof recapSvg>[0];

const NAMES = [
  'Ana García',
  'Bea Molina',
  'Carla Ruiz',
  'Dora Vidal',
  'João Pedro',
  'Eva Sanz',
  'Marta Gil',
  'Zoë Prins',
];

/** A session of these players, the best first. */
export function sessionOf(names: readonly string[], { venue = 'Club Norte' as string | null } = {}): PosterSession {
  const named = (index: number) => ({ display_name: names[index % names.length] ?? '' });
  const players = { A: [named(0), named(1)], B: [named(2), named(3)] };
  return {
    session_external_ref: 'night-42',
    name: null,
    club: { name: 'Pádel Norte', time_zone: 'UTC' },
    common_venue: venue,
    started_at: '2026-11-20T19:00:00.000Z',
    ended_at: '2026-11-20T21:40:00.000Z',
    matches: { completed: 3 * names.length, pending: 0, voided: 0 },
    unique_players: { count: names.length },
    average_duration_minutes: 17.4,
    ranked_by: 'wins',
    unit: 'games',
    leaderboard: names.map((display_name, index) => ({
      display_name,
      rank: index + 1,
      wins: Math.max(6 - index, 0),
      losses: Math.min(index, 6),
      games_won: 60 - index,
      played: 6,
      average: 10 - index / 4,
    })),
    pairs: [{ players: [named(0), named(2)], played: 4, wins: 3 }],
    most_over_expected: { ...named(1), matches: 6, actual_wins: 5, expected_wins: 2.91 },
    scorelines: { closest: { match_id: 'closest', winning_team: 'A', set_scores: '7-6 6-7 10-8', players } },
    biggest_upset: { match_id: 'upset', winner_probability: 0.2417, winning_team: 'B', set_scores: '6-4 7-5', players },
  };
}

export const namesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => (index < NAMES.length ? (NAMES[index] ?? '') : `Player ${index + 1}`));

/** A session without a completed match. */
export const emptySession: PosterSession = {
  ...sessionOf(['Ana']),
  common_venue: null,
  started_at: null,
  ended_at: null,
  matches: { completed: 0, pending: 2, voided: 0 },
  unique_players: { count: 0 },
  average_duration_minutes: null,
  leaderboard: [],
  pairs: [],
  most_over_expected: null,
  scorelines: { closest: null },
  biggest_upset: null,
};

const count = fc.oneof(fc.nat(40), fc.constantFrom(0, 1, 20_000));
const side = fc.array(
  hostileName.map((display_name) => ({ display_name })),
  { minLength: 2, maxLength: 2 },
);
const sides = fc.record({ A: side, B: side });
const team = fc.constantFrom('A' as const, 'B' as const, null);
const sets = fc.constantFrom('6-4 7-5', '7-6 6-7 7-6 6-7 13-11', '24-18', '101-99');

export const anySession: fc.Arbitrary<PosterSession> = fc.record({
  session_external_ref: fc.oneof(hostileName, fc.constant('x'.repeat(128))),
  name: fc.option(hostileName),
  unit: fc.constantFrom('points', 'games'),
  club: fc.record({ name: hostileName, time_zone: fc.constantFrom('UTC', 'America/Mexico_City', 'Pacific/Auckland') }),
  common_venue: fc.option(fc.oneof(hostileName, fc.constant('W'.repeat(120)))),
  started_at: fc.option(fc.constant('2026-11-20T19:00:00.000Z')),
  ended_at: fc.constantFrom(null, '2026-11-21T00:30:00.000Z', '2026-11-29T21:00:00.000Z', '2027-01-29T21:00:00.000Z'),
  matches: fc.record({ completed: count, pending: count, voided: count }),
  unique_players: fc.record({ count }),
  average_duration_minutes: fc.option(fc.constantFrom(0.1, 17.4, 600)),
  ranked_by: fc.constantFrom('wins', 'points', 'average'),
  leaderboard: fc
    .tuple(
      fc.constantFrom(0, 1, 2, 3, 4, 5, 16, 17, 24, 63, 64, 80),
      fc.array(hostileName, { minLength: 80, maxLength: 80 }),
      fc.array(fc.tuple(count, count, fc.constantFrom(0, 0, 3), fc.constantFrom(null, 9.94, 12)), {
        minLength: 80,
        maxLength: 80,
      }),
      fc.boolean(),
    )
    .map(([length, names, results, isTied]) =>
      names.slice(0, length).map((display_name, index) => {
        const [wins = 0, losses = 0, draws = 0, average = null] = results[index] ?? [];
        return {
          display_name,
          rank: isTied ? 1 : index + 1,
          wins,
          losses,
          draws,
          games_won: wins,
          played: losses,
          average,
        };
      }),
    ),
  pairs: fc.oneof(
    fc.array(fc.record({ players: side, played: count, wins: count }), { maxLength: 2 }),
    fc.array(
      fc.record({ players: side, played: count, wins: count, games_won: count, rank: fc.constantFrom(1, 2, 9) }),
      {
        minLength: 1,
        maxLength: 20,
      },
    ),
  ),
  most_over_expected: fc.option(
    fc.record({
      display_name: hostileName,
      matches: count,
      actual_wins: fc.constantFrom(0.5, 5, 20_000),
      expected_wins: fc.constantFrom(0.02, 2.91, 9999.5),
    }),
  ),
  scorelines: fc.record({
    closest: fc.option(
      fc.record({ match_id: fc.constant('closest'), winning_team: team, set_scores: sets, players: sides }),
    ),
  }),
  biggest_upset: fc.option(
    fc.record({
      match_id: fc.constantFrom('closest', 'upset'),
      winner_probability: fc.constantFrom(0.001, 0.2417, 0.499),
      winning_team: team,
      set_scores: fc.oneof(sets, fc.constant(null)),
      players: sides,
    }),
  ),
});

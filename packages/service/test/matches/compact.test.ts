/** The texts in which matches are kept. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { statement } from '@bandeja/postgres/database';
import fc from 'fast-check';
import { decodeScoreline, encodeScoreline, type SetScore } from '../../src/history/match-columns.ts';
import { type MatchFacts, matches } from '../../src/history/match-row.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { chosenEngines } from '../support/engines.ts';

const PLAIN = { noNullPrototype: true } as const;
const team = fc.constantFrom('A' as const, 'B' as const);
const games = fc.integer({ min: 0, max: 99 });
const sets: fc.Arbitrary<SetScore[]> = fc
  .array(
    fc.record(
      {
        team_a_games: games,
        team_b_games: games,
        game_winners: fc.option(fc.array(team, { minLength: 1, maxLength: 200 })),
        first_server_team: fc.option(team),
      },
      PLAIN,
    ),
    { maxLength: 15 },
  )
  .map((list) => list.map((set, index) => ({ set_number: index + 1, ...set })));
const side = fc.constantFrom('left' as const, 'right' as const, null);
type Facts = Pick<MatchFacts, 'teams' | 'court_positions' | 'set_scores'>;
const facts: fc.Arbitrary<Facts> = fc.record(
  {
    teams: fc.tuple(team, team, team, team),
    court_positions: fc.tuple(side, side, side, side),
    set_scores: sets,
  },
  PLAIN,
);

const kept = matches.only('teams', 'court_positions', 'set_scores');

const set = (number: number, a: number, b: number): SetScore => ({
  set_number: number,
  team_a_games: a,
  team_b_games: b,
  game_winners: null,
  first_server_team: null,
});

describe('an encoded match', () => {
  it('decodes to the original match', () => {
    fc.assert(fc.property(facts, (one) => assert.deepEqual(kept.decode(kept.encode(one)), one)));
  });

  it('has a scoreline that the database accepts', async (t) => {
    const database = await openMigratedDatabase(chosenEngines()[0]);
    t.after(() => database.close());
    const check = statement('test_is_scoreline', 'select bool_and(is_scoreline(s)) as holds from unnest($1::text[]) s');
    await fc.assert(
      fc.asyncProperty(fc.array(sets, { minLength: 1, maxLength: 50 }), async (lists) => {
        const [row] = await database.query<{ holds: boolean }>(check, [lists.map(encodeScoreline)]);
        assert.ok(row?.holds);
      }),
      { numRuns: 20 },
    );
  });

  it('has four letters for teams, four for sides, and a word for each set', () => {
    const won = { ...set(1, 2, 1), game_winners: ['A', 'B', 'A'], first_server_team: 'B' } as const;
    const stored = { teams: 'ABBA', court_positions: 'L--R', set_scores: '2-1:ABA/B 10-12' };
    const match: Facts = {
      teams: ['A', 'B', 'B', 'A'],
      court_positions: ['left', null, null, 'right'],
      set_scores: [won, set(2, 10, 12)],
    };
    assert.deepEqual(kept.encode(match), stored);
    assert.deepEqual(kept.decode(stored), match);
  });

  it('has an empty text for a missing scoreline', () => {
    assert.equal(encodeScoreline([]), '');
    assert.deepEqual(decodeScoreline(''), []);
  });

  it('cannot have sets out of order or an empty list of game winners', () => {
    assert.throws(() => encodeScoreline([set(2, 6, 4)]), RangeError);
    assert.throws(() => encodeScoreline([{ ...set(1, 6, 4), game_winners: [] }]), RangeError);
  });
});

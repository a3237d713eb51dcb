/** The numbers of an analysis of any matches, against a slow count that walks through every match a game at a time. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Team } from '@bandeja/contract/match-enums';
import fc from 'fast-check';
import { patternsOf } from '../../src/analysis/patterns.ts';
import type { SetScore } from '../../src/history/match-columns.ts';
import { playedMatch } from '../../src/played/played-match.ts';
import { type NotedMatch, rowOf } from './nights.ts';
import { countSlowly, countsOf } from './slow-count.ts';

const aTeam = fc.constantFrom<Team>('A', 'B');
const scores = '6-4 7-6 6-7 0-6 6-3 7-5 4-3 3-4 4-1 5-4 9-8 8-9 8-5 3-3 6-5 10-8 8-10 11-9 2-4'.split(' ');
const aScore = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...scores) },
  { weight: 1, arbitrary: fc.tuple(fc.nat(12), fc.integer({ min: 1, max: 12 })).map((games) => games.join('-')) },
);

const aSet: fc.Arbitrary<Omit<SetScore, 'set_number'>> = aScore.chain((score) => {
  const [team_a_games = 0, team_b_games = 0] = score.split('-').map(Number);
  const games = [...Array<Team>(team_a_games).fill('A'), ...Array<Team>(team_b_games).fill('B')];
  return fc.record({
    team_a_games: fc.constant(team_a_games),
    team_b_games: fc.constant(team_b_games),
    game_winners: fc.option(fc.shuffledSubarray(games, { minLength: games.length }), { freq: 6 }),
    first_server_team: fc.option(aTeam, { freq: 3 }),
  });
});

const aRow: fc.Arbitrary<NotedMatch> = fc
  .record({
    sets: fc.array(aSet, { maxLength: 5 }),
    winning_team: aTeam,
    team: aTeam,
    outcome: fc.constantFrom('played', 'played', 'played', 'played', 'retired'),
    scoring: fc.constantFrom('games', null, null, 'points'),
    competition_type: fc.constantFrom('social', 'training', 'league', 'tournament', null),
    court_position: fc.constantFrom('left', 'right', null),
    beside: fc.constantFrom('bea', 'cruz', null),
  })
  .map(({ sets, beside, ...columns }) => {
    const set_scores = sets.map((set, index): SetScore => ({ ...set, set_number: index + 1 }));
    return rowOf({ beside }, { ...columns, set_scores });
  });

const someRows = fc.array(aRow, { maxLength: 12 });
const pool = { steepness: 1, penalty: 1.5, holdRate: 0.63 };
const patterns = (rows: readonly NotedMatch[]) => patternsOf(rows.map(playedMatch), pool);

describe('An analysis of any matches', () => {
  test('the analysis equals a count game by game', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        assert.deepEqual(countsOf(patterns(rows)), countSlowly(rows));
      }),
      { numRuns: 500 },
    );
  });

  test('the analysis is equal for both players of a pair, and mirrored for their opponents', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        const own = patterns(rows);
        const theirs = patterns(rows.map((row): NotedMatch => ({ ...row, team: row.team === 'A' ? 'B' : 'A' })));
        const lost = (rate: { readonly won: number; readonly played: number }) => rate.played - rate.won;
        for (const block of ['all', 'first', 'deciding', 'tie_break', 'close', 'lopsided'] as const) {
          assert.equal(own.sets[block].won, lost(theirs.sets[block]));
        }
        for (const phase of ['opening', 'middle', 'closing'] as const) {
          assert.equal(own.phases[phase].won, lost(theirs.phases[phase]));
        }
        assert.equal(own.games.serving.won, lost(theirs.games.receiving));
        assert.equal(own.phases.serving_for_set.won, lost(theirs.phases.receiving_to_stay_in_set));
        assert.equal(own.momentum.longest_run_for, theirs.momentum.longest_run_against);
        assert.equal(own.momentum.largest_lead_lost, theirs.momentum.largest_deficit_recovered);
        assert.deepEqual(own.sample, theirs.sample);
      }),
    );
  });

  test('swapping the team names does not change the analysis', () => {
    const other = (team: Team): Team => (team === 'A' ? 'B' : 'A');
    fc.assert(
      fc.property(someRows, (rows) => {
        const changed = rows.map(
          (row): NotedMatch => ({
            ...row,
            team: other(row.team),
            winning_team: row.winning_team && other(row.winning_team),
            set_scores: row.set_scores.map((set) => ({
              ...set,
              team_a_games: set.team_b_games,
              team_b_games: set.team_a_games,
              game_winners: set.game_winners?.map(other) ?? null,
              first_server_team: set.first_server_team && other(set.first_server_team),
            })),
          }),
        );
        assert.deepEqual(patterns(changed), patterns(rows));
      }),
    );
  });

  test('parts add up to totals, phases to ordered games, and serve and return to games with a server', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        const { sample, matches, games, phases, teammates, momentum } = patterns(rows);
        assert.equal(games.serving.played + games.receiving.played, sample.games_with_server);
        assert.ok(phases.opening.played + phases.middle.played + phases.closing.played <= games.all.played);
        assert.ok(sample.sets_with_server <= sample.sets_with_game_order && sample.sets_with_game_order <= sample.sets);
        assert.equal(sum(teammates.map((row) => row.matches.won)), matches.won);
        assert.equal(sum(teammates.map((row) => row.games.played)), games.all.played);
        assert.equal(momentum.longest_run_for === null, sample.sets_with_game_order === 0);
      }),
    );
  });
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

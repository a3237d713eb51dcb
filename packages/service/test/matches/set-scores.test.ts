import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { scoringOfMatch } from '../../src/history/score-sheet.ts';
import { aMatch, type SetBody, setsOf } from '../support/matches.ts';
import { faultsIn, type Row, submissionOf } from './reading.ts';

/** The only set of a match that team A won, 6–4 by default. */
const only = (set: Readonly<Record<string, unknown>>) => ({
  set_scores: [{ set_number: 1, team_a_games: 6, team_b_games: 4, ...set }],
});
/** A set with the winners of its games. */
const ordered = (ofA: number, ofB: number) =>
  only({ team_a_games: ofA, team_b_games: ofB, game_winners: [...Array(ofA).fill('A'), ...Array(ofB).fill('B')] });
const numbered = (...numbers: readonly number[]) => ({
  set_scores: numbers.map((set_number) => ({ set_number, team_a_games: 6, team_b_games: 4 })),
});
const MISMATCH = '/set_scores/0/game_winners game_winners_mismatch';
const CONTRADICTED = '/winning_team score_contradicts_winner';

const refused: readonly Row[] = [
  ['numbers from 2', numbered(2), '/set_scores set_numbers'],
  ['a gap in the numbers', numbered(1, 3), '/set_scores set_numbers'],
  ['a number twice', numbered(1, 2, 2), '/set_scores set_numbers'],
  ['a number twice in place of a higher one', numbered(3, 1, 3), '/set_scores set_numbers'],
  ['a game too few', only({ game_winners: [...'AAAAABBBB'] }), MISMATCH],
  ['a game too many', only({ game_winners: [...'AAAAAABBBBB'] }), MISMATCH],
  ['as many games, but of the other team', only({ game_winners: [...'AAAABBBBBB'] }), MISMATCH],
  ['an empty order of games', only({ game_winners: [] }), MISMATCH],
  ['200 winners, more than games can be', only({ game_winners: Array(200).fill('A') }), MISMATCH],
  ['a set of 0–0 among others', { set_scores: setsOf('6-4 0-0') }, '/set_scores/1 empty_set'],
  ['a scoreline of a walkover', { outcome: 'walkover', set_scores: setsOf('6-4') }, '/set_scores out_of_range'],
  ['the winner losing by sets', { set_scores: setsOf('6-0 4-6 4-6') }, CONTRADICTED],
  ['the winner losing by games, level in sets', { set_scores: setsOf('6-4 1-6') }, CONTRADICTED],
  ['the winner losing a match tie-break', { set_scores: setsOf('6-4 3-6 8-10') }, CONTRADICTED],
  ['the winner losing, of an outcome that is null', { outcome: null, set_scores: setsOf('4-6') }, CONTRADICTED],
  ['the winner losing by points', { set_scores: setsOf('11-21') }, CONTRADICTED],
  [
    'two faults in two sets, and a wrong winner',
    {
      set_scores: [
        { set_number: 1, team_a_games: 4, team_b_games: 6, game_winners: ['A'] },
        { set_number: 1, team_a_games: 0, team_b_games: 0 },
      ],
    },
    '/set_scores set_numbers',
    MISMATCH,
    '/set_scores/1 empty_set',
    CONTRADICTED,
  ],
  ['a retired match that counts its games wrongly', { outcome: 'retired', ...only({ game_winners: ['A'] }) }, MISMATCH],
];

const taken: readonly Row[] = [
  ['99–99, with the winners of all games', ordered(99, 99)],
  ['the winners of its games', ordered(6, 4)],
  ['a level match of two sets', { set_scores: setsOf('6-4 4-6') }],
  ['a level round of points', { set_scores: setsOf('16-16') }],
  ['fewer games but more sets', { set_scores: setsOf('6-7 7-6 0-6 7-6 7-6') }],
  ['more games, level in sets', { set_scores: setsOf('6-1 5-7') }],
  // Level in sets, and in games too: the tie-break is one game, not two points more.
  ['a match tie-break after a drawn set', { winning_team: 'B', set_scores: setsOf('6-6 3-4 12-10') }],
  ['a match tie-break', { set_scores: setsOf('6-4 3-6 10-8') }],
  ['a retirement of the one who led', { outcome: 'retired', set_scores: setsOf('2-6 1-4') }],
  ['a retirement in the first game', { outcome: 'retired', set_scores: [] }],
  ['a walkover without a scoreline', { outcome: 'walkover', set_scores: [] }],
  ['a walkover whose scoreline is null', { outcome: 'walkover', set_scores: null }],
];

describe('A scoreline is rejected for', () => {
  for (const [name, change, ...faults] of refused) test(name, () => assert.deepEqual(faultsIn(aMatch(change)), faults));
});

describe('A scoreline is accepted with', () => {
  for (const [name, change] of taken) test(name, () => assert.deepEqual(faultsIn(aMatch(change)), []));

  test('6.0 and −0, which are integers; −0 is stored as 0', () => {
    const text = JSON.stringify(aMatch({ set_scores: setsOf('7-0 0-6') }))
      .replaceAll(/_games":0/g, '_games":-0')
      .replaceAll(/_games":(\d)/g, '_games":$1.0');
    assert.match(text, /:7\.0,.*:-0}.*:-0,.*:6\.0}/);
    const sets = submissionOf(JSON.parse(text)).set_scores.flatMap((set) => [set.team_a_games, set.team_b_games]);
    assert.deepEqual(sets, [7, 0, 0, 6]);
  });

  test('its sets in any order, which are sorted by number', () => {
    const [one, two, three] = setsOf('6-4 3-6 10-8');
    const { set_scores: sets } = submissionOf(aMatch({ set_scores: [three, one, two] }));
    assert.deepEqual(
      sets.map((set) => [set.set_number, set.team_a_games]),
      [
        [1, 6],
        [2, 3],
        [3, 10],
      ],
    );
  });

  test('null for an unknown order of games or an unknown first server', () => {
    const { set_scores: sets } = submissionOf(aMatch(only({ game_winners: null, first_server_team: null })));
    const { set_scores: plain } = submissionOf(aMatch(only({})));
    assert.deepEqual(sets, plain);
    assert.deepEqual([sets[0]?.game_winners, sets[0]?.first_server_team], [null, null]);
  });
});

describe('A single set from 0–0 to 7–7', () => {
  for (let ofA = 0; ofA <= 7; ofA += 1) {
    for (let ofB = 0; ofB <= 7; ofB += 1) {
      const leader = ofA === ofB ? null : ofA > ofB ? 'A' : 'B';
      const expected =
        ofA + ofB === 0 ? 'rejected as empty' : leader ? `a win for ${leader} only` : 'a win for either team';
      test(`${ofA}–${ofB} is ${expected}`, () => {
        const empty = ofA + ofB === 0 ? ['/set_scores/0 empty_set'] : [];
        for (const winning_team of ['A', 'B']) {
          const contradicted = leader !== null && leader !== winning_team;
          const wrong = contradicted ? ['/winning_team score_contradicts_winner'] : [];
          const set_scores: SetBody[] = [{ set_number: 1, team_a_games: ofA, team_b_games: ofB }];
          assert.deepEqual(faultsIn(aMatch({ winning_team, set_scores })), [...empty, ...wrong]);
          assert.deepEqual(faultsIn(aMatch({ winning_team, set_scores, outcome: 'retired' })), empty);
        }
      });
    }
  }
});

describe('The scoring of a scoreline', () => {
  /** Scoreline, submitted `scoring`, resulting `scoring`. */
  const rows: readonly (readonly [string, string | null, string])[] = [
    ['6-4', null, 'games'],
    ['9-7', null, 'games'],
    ['10-8', null, 'points'],
    ['11-21', null, 'points'],
    ['6-4 3-6 10-8', null, 'games'],
    ['10-8 4-16', null, 'points'],
    ['11-9', 'games', 'games'],
    ['5-3', 'points', 'points'],
  ];
  for (const [sets, sent, wanted] of rows) {
    test(`of ${sets}, submitted ${sent === null ? 'without `scoring`' : `as ${sent}`}, is ${wanted}`, () => {
      const body = aMatch({ outcome: 'retired', scoring: sent, set_scores: setsOf(sets) });
      assert.equal(scoringOfMatch(submissionOf(body)), wanted);
    });
  }

  test('is null without a scoreline, even if `scoring` is sent', () => {
    assert.equal(scoringOfMatch(submissionOf(aMatch({ scoring: 'points' }))), null);
    assert.equal(scoringOfMatch(submissionOf(aMatch({ scoring: 'games', outcome: 'walkover' }))), null);
  });
});

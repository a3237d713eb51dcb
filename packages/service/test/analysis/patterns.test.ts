/** The numbers of an analysis, against nights that were counted by hand. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Patterns, patternsOf } from '../../src/analysis/patterns.ts';
import { type PlayedMatch, playedMatch } from '../../src/played/played-match.ts';
import type { SheetSet } from '../ledger/score-sheet.ts';
import { aMatch, type Note, type NotedMatch, rowOf, times } from './nights.ts';
import { countSlowly, countsOf } from './slow-count.ts';

const pool = { steepness: 1, penalty: 1.5, holdRate: 0.63 };
const patterns = (...matches: readonly PlayedMatch[]): Patterns => patternsOf(matches, pool);

/**
 * A match in three sets, the server of the first alone being sent.
 *
 * 6–4: A holds five times of five and breaks at 5–4; ten games, so A begins the second set.
 * 3–6: A is broken at 0–0, 2–2 and 3–5 and breaks at 0–1; nine games, so B begins the third.
 * 7–6: A breaks at 3–3, is broken at 5–4 serving for the match, holds at 5–6 and wins the tie-break.
 */
const threeSets: SheetSet[] = [
  { sheet: 'A+ B+ A+ B+ A+ B+ A+ B+ A+ B-', first: 'A' },
  { sheet: 'A- B- A+ B+ A- B+ A+ B+ A-' },
  { sheet: 'B+ A+ B+ A+ B+ A+ B- A+ B+ A- B+ A+ tA' },
];
/** 4–0, 5–1, 5–2; A is broken serving for the set, and serves it out at 5–4. */
const forSix: SheetSet = { sheet: 'B- A+ B- A+ B+ A+ B+ A- B+ A+', first: 'B' };
/** 8–5: A breaks at 6–5 and serves it out. */
const forEight: SheetSet = { sheet: 'A+ B+ A+ B+ A+ B+ A+ B+ A+ B+ A+ B- A+', first: 'A' };
/** 4–2: A breaks at 2–1, is broken serving for it, and breaks again. */
const forFour: SheetSet = { sheet: 'A+ B+ A+ B- A- B-', first: 'A' };
const points: SheetSet = { sheet: `${'.B '.repeat(5)}${'.A '.repeat(21)}${'.B '.repeat(6)}`.trim(), first: 'A' };
const superTieBreak: SheetSet = { sheet: '.A .A .B .A .A .A .A .A .A .A .A' };
/** 5–1 up, and lost 5–7. */
const lostLead: SheetSet = { sheet: '.A .A .A .A .B .A .B .B .B .B .B .B' };
const drawn: SheetSet = { sheet: '.A .A .A .B .B .B' };

/** Nights that were counted by hand, with the counts that matter. The analysis and the slow count must agree with them. */
const nights: readonly (readonly [what: string, note: Note, counts: string, columns?: Partial<NotedMatch>])[] = [
  [
    'three sets with server and games in order',
    { sets: threeSets },
    `sample.sets 3, sample.sets_with_game_order 3, sample.sets_with_server 3, sample.games_with_server 31,
     sets.all 2/3, sets.first 1/1, sets.deciding 1/1, sets.tie_break 1/1, sets.close 2/2, sets.lopsided 0/0,
     games.all 16/32, games.serving 12/16, games.receiving 3/15,
     momentum.after_winning_first_set 1/1, momentum.after_losing_first_set 0/0, momentum.game_after_winning_game 5/14,
     momentum.game_after_losing_game 10/15, momentum.break_back 1/3, momentum.consolidation 2/2, momentum.longest_run_for 3,
     momentum.longest_run_against 3, momentum.largest_lead_lost 1, momentum.largest_deficit_recovered 1,
     phases.opening 5/9, phases.middle 8/16, phases.closing 3/7, phases.serving_for_set 0/1,
     phases.receiving_to_stay_in_set 0/0`,
  ],
  [
    // B was broken at 0–1, straight after its own break, and at 3–3; the last break ended a set. It served for no set.
    'the same three sets, seen by the other pair',
    { sets: threeSets, as: 'B' },
    `sets.all 1/3, sets.first 0/1, sets.deciding 0/1, sets.tie_break 0/1, sets.close 0/2, sets.lopsided 0/0,
     games.all 16/32, games.serving 12/15, games.receiving 4/16,
     momentum.after_winning_first_set 0/0, momentum.after_losing_first_set 0/1, momentum.game_after_winning_game 5/15,
     momentum.game_after_losing_game 9/14, momentum.break_back 0/2, momentum.consolidation 2/3, momentum.longest_run_for 3,
     momentum.longest_run_against 3, momentum.largest_lead_lost 1, momentum.largest_deficit_recovered 1,
     phases.opening 4/9, phases.middle 8/16, phases.closing 4/7, phases.serving_for_set 0/0,
     phases.receiving_to_stay_in_set 1/1`,
  ],
  [
    'a set to six that is served for twice',
    { sets: [forSix] },
    'phases.serving_for_set 1/2, phases.receiving_to_stay_in_set 0/0',
  ],
  [
    'the same set, seen by the pair that stays in it',
    { sets: [forSix], as: 'B' },
    'phases.serving_for_set 0/0, phases.receiving_to_stay_in_set 1/2',
  ],
  [
    'a set to eight, which is served for at 7',
    { sets: [forEight] },
    'phases.opening 2/3, phases.middle 5/9, phases.closing 1/1, phases.serving_for_set 1/1',
  ],
  [
    'a set to four, which is served for at 3',
    { sets: [forFour] },
    'phases.opening 2/3, phases.middle 1/1, phases.closing 1/2, phases.serving_for_set 0/1',
  ],
  [
    'a set whose server is not known',
    { sets: [{ sheet: '.A .A .A .A .B .A .A' }] },
    `phases.opening 3/3, phases.middle 2/3, phases.closing 1/1, phases.serving_for_set 0/0, games.all 6/7,
     games.serving 0/0, games.receiving 0/0`,
  ],
  [
    'a match tie-break, which is one game of no phase and no run',
    { sets: [...threeSets.slice(0, 2), superTieBreak] },
    `sets.all 2/3, sets.first 1/1, sets.deciding 1/1, sets.tie_break 1/1, sets.close 1/1, sets.lopsided 0/0,
     games.all 10/20, games.serving 7/10, games.receiving 2/9, phases.opening 4/6, phases.middle 4/11, phases.closing 1/2,
     momentum.longest_run_for 2, sample.sets 3, sample.sets_with_game_order 2, sample.sets_with_server 2`,
  ],
  [
    'a points format, which counts in games, runs and leads alone',
    { sets: [points] },
    `matches 1/1, games.all 21/32, games.serving 0/0, games.receiving 0/0, sets.all 0/0, phases.opening 0/0,
     momentum.game_after_winning_game 20/21, momentum.game_after_losing_game 1/10, momentum.longest_run_for 21,
     momentum.longest_run_against 6, momentum.largest_lead_lost 0, momentum.largest_deficit_recovered 5,
     sample.sets 1, sample.sets_with_game_order 1, sample.sets_with_server 0, sample.games_with_server 0`,
  ],
  ['a points format by its first set', { sets: '12-9 6-4' }, 'sets.all 0/0'],
  ['a points format that was sent as such', { sets: '6-4 6-2' }, 'sets.all 0/0', { scoring: 'points' }],
  ['games that were sent as such', { sets: '11-9 6-2' }, 'sets.all 2/2', { scoring: 'games' }],
  [
    'five sets, close up to two games and lopsided from four',
    { sets: '7-6 4-6 6-3 6-2 0-6' },
    'sets.all 3/5, sets.first 1/1, sets.deciding 0/0, sets.tie_break 1/1, sets.close 1/2, sets.lopsided 1/2',
  ],
  ['a third set that decides', { sets: '6-4 4-6 6-4' }, 'sets.deciding 1/1'],
  ['a fifth set that decides', { sets: '6-4 4-6 6-4 4-6 3-6' }, 'sets.deciding 0/1'],
  ['a third set that decides nothing', { sets: '6-4 6-4 6-4' }, 'sets.deciding 0/0'],
  ['a second set, which never decides', { sets: '6-4 4-6' }, 'sets.deciding 0/0'],
  [
    'a drawn set, which is in no rate of sets',
    { sets: '3-3 6-4' },
    `sets.all 1/1, sets.first 0/0, games.all 9/16, momentum.after_winning_first_set 0/0,
     momentum.after_losing_first_set 0/0, momentum.longest_run_for null, momentum.largest_lead_lost null`,
  ],
  ...['7-6', '4-3', '9-8'].map((sets) => [`a tie-break at ${sets}`, { sets }, 'sets.tie_break 1/1'] as const),
  ...['6-7', '8-9'].map((sets) => [`a tie-break at ${sets}`, { sets }, 'sets.tie_break 0/1'] as const),
  ...['5-4', '6-5', '8-7', '7-5'].map((sets) => [`no tie-break at ${sets}`, { sets }, 'sets.tie_break 0/0'] as const),
  [
    'a lead that is lost with the set',
    { sets: [lostLead] },
    `momentum.largest_lead_lost 4, momentum.largest_deficit_recovered 0, momentum.longest_run_for 4,
     momentum.longest_run_against 6`,
  ],
  [
    'the same lead, recovered by the other pair',
    { sets: [lostLead], as: 'B' },
    'momentum.largest_lead_lost 0, momentum.largest_deficit_recovered 4',
  ],
  ['no lead in a drawn set', { sets: [drawn] }, 'momentum.largest_lead_lost 0, momentum.largest_deficit_recovered 0'],
  [
    'a retired match, which is a result alone',
    { sets: threeSets, won: 'B' },
    `matches 0/1, court_position.left 0/1, sample.matches 1, sample.matches_with_scores 0, sample.sets 0, sets.all 0/0,
     games.all 0/0, momentum.after_winning_first_set 0/0, momentum.longest_run_for null`,
    { outcome: 'retired', court_position: 'left' },
  ],
];

describe('A night is counted as by hand:', () => {
  for (const [what, note, counts, columns = {}] of nights) {
    test(what, () => {
      const row = rowOf(note, columns);
      const wanted = Object.fromEntries(counts.split(/,\s*/).map((count) => count.split(' ') as [string, string]));
      for (const found of [countsOf(patterns(playedMatch(row))), countSlowly([row])]) {
        assert.deepEqual(Object.fromEntries(Object.keys(wanted).map((way) => [way, String(found[way])])), wanted);
      }
    });
  }
});

describe('A retired match', () => {
  test('a retired match counts for the teammate and the expectation', () => {
    const { teammates, expectation } = patterns(aMatch({ won: 'B', gap: 0 }, { outcome: 'retired' }));
    assert.equal(teammates[0]?.matches.played, 1);
    assert.deepEqual(expectation, { expected_wins: 0.5, actual_wins: 0 });
  });
});

describe('Results', () => {
  test('results are split by court side and competition if they were submitted', () => {
    const night = [
      aMatch({ won: 'A' }, { court_position: 'left', competition_type: 'league' }),
      aMatch({ won: 'B' }, { court_position: 'left', competition_type: 'social' }),
      aMatch({ won: 'A' }, { court_position: 'right' }),
      aMatch({ won: 'A' }),
    ];
    assert.partialDeepStrictEqual(countsOf(patterns(...night)), {
      matches: '3/4',
      'court_position.left': '1/2',
      'court_position.right': '1/1',
      'competition.social': '0/1',
      'competition.training': '0/0',
      'competition.league': '1/1',
      'competition.tournament': '0/0',
    });
  });

  test('results are compared with the probabilities before them, for the format’s length', () => {
    // Equals, and d = x√(1 + S·π/8) so that x = 1: e/(1+e) of a full match, less of one set.
    const gap = Math.sqrt(1 + Math.PI / 8);
    const one = aMatch({ sets: '6-4 6-4', gap });
    assert.deepEqual(patterns(one).expectation, { expected_wins: 0.73, actual_wins: 1 });
    assert.deepEqual(patterns(aMatch({ sets: '4-6', gap }, { length: 0.5 })).expectation, {
      expected_wins: 0.67,
      actual_wins: 0,
    });
    assert.deepEqual(patternsOf([one, one], { ...pool, steepness: 2 }).expectation, {
      expected_wins: 1.76,
      actual_wins: 2,
    });
  });

  test('the result of an unrated match has no expectation', () => {
    const { matches, expectation } = patterns(aMatch({ won: 'A', gap: null }));
    assert.deepEqual([matches.played, expectation], [1, { expected_wins: 0, actual_wins: 0 }]);
  });
});

describe('Teammates', () => {
  const rows = patterns(
    ...times(2, { beside: 'eva', sets: '6-4' }),
    ...times(3, { beside: 'dora', sets: '4-6' }),
    ...times(2, { beside: 'bea', sets: '6-4' }),
    ...times(2, { beside: 'cruz', sets: '4-6' }),
    ...times(9, { beside: null, sets: '6-0' }),
  ).teammates;

  test('teammates are sorted by matches, wins and username, with hidden ones together at the end', () => {
    assert.deepEqual(
      rows.map(({ username, matches, games }) => [
        username,
        `${matches.won}/${matches.played}`,
        `${games.won}/${games.played}`,
      ]),
      [
        ['dora', '0/3', '12/30'],
        ['bea', '2/2', '12/20'],
        ['eva', '2/2', '12/20'],
        ['cruz', '0/2', '8/20'],
        [null, '9/9', '54/54'],
      ],
    );
  });

  test('hidden teammates have neither id nor username, and are called “Private player”', () => {
    const { profile_id, username, display_name } = rows.at(-1) ?? assert.fail();
    assert.deepEqual([profile_id, username, display_name], [null, null, 'Private player']);
  });
});

describe('Without any match', () => {
  test('every block is present and empty without matches', () => {
    const none = patterns();
    assert.deepEqual(none.sample, {
      matches: 0,
      matches_with_scores: 0,
      sets: 0,
      sets_with_game_order: 0,
      sets_with_server: 0,
      games_with_server: 0,
      from: null,
      to: null,
    });
    assert.deepEqual(none.matches, { value: null, won: 0, played: 0, interval: null });
    assert.deepEqual([none.teammates, none.expectation], [[], { expected_wins: 0, actual_wins: 0 }]);
    assert.deepEqual(Object.keys(none.competition), ['social', 'training', 'league', 'tournament']);
  });
});

describe('A sample', () => {
  test('a sample ranges from its oldest match to its newest', () => {
    const { from, to } = patterns(...times(3)).sample;
    assert.deepEqual([from, to], ['2026-04-29T19:00:00.000Z', '2026-05-01T19:00:00.000Z']);
  });
});

/** The numbers of an analysis, against nights that were counted by hand. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Rate } from '@bandeja/contract/analysis';
import { type Patterns, patternsOf } from '../../../src/reading/analysis/patterns.ts';
import type { PlayedMatch } from '../../../src/reading/analysis/played-match.ts';
import type { SheetSet } from '../../ledger/score-sheet.ts';
import { aMatch, times } from './nights.ts';

const pool = { steepness: 1, penalty: 1.5, holdRate: 0.63 };
const patterns = (...matches: readonly PlayedMatch[]): Patterns => patternsOf(matches, pool);

/** `won/played` of each rate of a block. */
function counts(block: Readonly<Record<string, Rate | number | null>>): Record<string, string | number | null> {
  const told = (value: Rate | number | null) =>
    value === null || typeof value === 'number' ? value : `${value.won}/${value.played}`;
  return Object.fromEntries(Object.entries(block).map(([name, value]) => [name, told(value)]));
}

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

describe('A match of three sets with server and games in order', () => {
  const own = patterns(aMatch({ sets: threeSets }));
  const theirs = patterns(aMatch({ sets: threeSets, as: 'B' }));

  test('has its sets counted', () => {
    assert.deepEqual(counts({ ...own.sets }), {
      all: '2/3',
      first: '1/1',
      deciding: '1/1',
      tie_break: '1/1',
      close: '2/2',
      lopsided: '0/0',
    });
    assert.deepEqual(counts({ ...theirs.sets }), {
      all: '1/3',
      first: '0/1',
      deciding: '0/1',
      tie_break: '0/1',
      close: '0/2',
      lopsided: '0/0',
    });
  });

  test('has its games counted, the tie-break being neither serve nor return', () => {
    assert.deepEqual(counts({ ...own.games }), { all: '16/32', serving: '12/16', receiving: '3/15' });
    assert.deepEqual(counts({ ...theirs.games }), { all: '16/32', serving: '12/15', receiving: '4/16' });
  });

  test('has what followed what counted, never across the end of a set', () => {
    assert.deepEqual(counts({ ...own.momentum }), {
      after_winning_first_set: '1/1',
      after_losing_first_set: '0/0',
      game_after_winning_game: '5/14',
      game_after_losing_game: '10/15',
      break_back: '1/3',
      consolidation: '2/2',
      longest_run_for: 3,
      longest_run_against: 3,
      largest_lead_lost: 1,
      largest_deficit_recovered: 1,
    });
    // B was broken at 0–1, straight after its own break, and at 3–3; the last break ended a set.
    assert.deepEqual(counts({ ...theirs.momentum }), {
      after_winning_first_set: '0/0',
      after_losing_first_set: '0/1',
      game_after_winning_game: '5/15',
      game_after_losing_game: '9/14',
      break_back: '0/2',
      consolidation: '2/3',
      longest_run_for: 3,
      longest_run_against: 3,
      largest_lead_lost: 1,
      largest_deficit_recovered: 1,
    });
  });

  test('has its games counted by where they stood in the set', () => {
    assert.deepEqual(counts({ ...own.phases }), {
      opening: '5/9',
      middle: '8/16',
      closing: '3/7',
      serving_for_set: '0/1',
      receiving_to_stay_in_set: '0/0',
    });
    // B served for no set: at 5–3 it was A that served, and broke itself. A served for the set at 5–4, and was broken.
    assert.deepEqual(counts({ ...theirs.phases }), {
      opening: '4/9',
      middle: '8/16',
      closing: '4/7',
      serving_for_set: '0/0',
      receiving_to_stay_in_set: '1/1',
    });
  });

  test('is all of the sample', () => {
    assert.deepEqual(own.sample, {
      matches: 1,
      matches_with_scores: 1,
      sets: 3,
      sets_with_game_order: 3,
      sets_with_server: 3,
      games_with_server: 31,
      from: '2026-05-01T19:00:00.000Z',
      to: '2026-05-01T19:00:00.000Z',
    });
  });
});

describe('Serving for a set', () => {
  const of = (sheet: string, first: 'A' | 'B', as: 'A' | 'B' = 'A') =>
    counts({ ...patterns(aMatch({ sets: [{ sheet, first }], as })).phases });

  test('begins a game short of it, ahead, on the own serve; every such game counts', () => {
    // 4–0, 5–1, 5–2; A is broken serving for the set, and serves it out at 5–4.
    const sheet = 'B- A+ B- A+ B+ A+ B+ A- B+ A+';
    const own = of(sheet, 'B');
    assert.deepEqual([own['serving_for_set'], own['receiving_to_stay_in_set']], ['1/2', '0/0']);
    const theirs = of(sheet, 'B', 'B');
    assert.deepEqual([theirs['serving_for_set'], theirs['receiving_to_stay_in_set']], ['0/0', '1/2']);
  });

  test('begins at 7 in a set to eight and at 3 in one to four', () => {
    // 8–5: A breaks at 6–5 and serves it out.
    const long = 'A+ B+ A+ B+ A+ B+ A+ B+ A+ B+ A+ B- A+';
    assert.deepEqual(of(long, 'A'), {
      opening: '2/3',
      middle: '5/9',
      closing: '1/1',
      serving_for_set: '1/1',
      receiving_to_stay_in_set: '0/0',
    });
    // 4–2: A breaks at 2–1, is broken serving for it, and breaks again.
    const short = 'A+ B+ A+ B- A- B-';
    assert.deepEqual(of(short, 'A'), {
      opening: '2/3',
      middle: '1/1',
      closing: '1/2',
      serving_for_set: '0/1',
      receiving_to_stay_in_set: '0/0',
    });
  });

  test('is not told where the server is not known, though the phases are', () => {
    const { phases, games } = patterns(aMatch({ sets: [{ sheet: '.A .A .A .A .B .A .A' }] }));
    assert.deepEqual(counts({ ...phases }), {
      opening: '3/3',
      middle: '2/3',
      closing: '1/1',
      serving_for_set: '0/0',
      receiving_to_stay_in_set: '0/0',
    });
    assert.deepEqual(counts({ ...games }), { all: '6/7', serving: '0/0', receiving: '0/0' });
  });
});

describe('A match tie-break', () => {
  const { sets, games, sample, phases, momentum } = patterns(
    aMatch({
      sets: [threeSets[0], threeSets[1], { sheet: '.A .A .B .A .A .A .A .A .A .A .A' }].flatMap((set) => set ?? []),
    }),
  );

  test('is a set won, decided by a tie-break, and neither close nor lopsided', () => {
    assert.deepEqual(counts({ ...sets }), {
      all: '2/3',
      first: '1/1',
      deciding: '1/1',
      tie_break: '1/1',
      close: '1/1',
      lopsided: '0/0',
    });
  });

  test('is one game, which is in no phase and in no run, whatever was sent of its points', () => {
    assert.deepEqual(counts({ ...games }), { all: '10/20', serving: '7/10', receiving: '2/9' });
    assert.deepEqual([phases.opening.played, phases.middle.played, phases.closing.played], [6, 11, 2]);
    assert.equal(momentum.longest_run_for, 2);
    assert.deepEqual([sample.sets, sample.sets_with_game_order, sample.sets_with_server], [3, 2, 2]);
  });
});

describe('A points format', () => {
  const round = { sheet: `${'.B '.repeat(5)}${'.A '.repeat(21)}${'.B '.repeat(6)}`.trim(), first: 'A' } as const;
  const { matches, sets, games, momentum, phases, sample } = patterns(aMatch({ sets: [round] }));

  test('counts in games, the game after, runs and leads, and as a result', () => {
    assert.deepEqual(counts({ matches, ...games }), { matches: '1/1', all: '21/32', serving: '0/0', receiving: '0/0' });
    assert.deepEqual(counts({ ...momentum }), {
      after_winning_first_set: '0/0',
      after_losing_first_set: '0/0',
      game_after_winning_game: '20/21',
      game_after_losing_game: '1/10',
      break_back: '0/0',
      consolidation: '0/0',
      longest_run_for: 21,
      longest_run_against: 6,
      largest_lead_lost: 0,
      largest_deficit_recovered: 5,
    });
  });

  test('counts in no set and no phase, and in the sample but for servers', () => {
    assert.ok([...Object.values(sets), ...Object.values(phases)].every((rate: Rate) => rate.played === 0));
    const { sets: all, sets_with_game_order, sets_with_server, games_with_server } = sample;
    assert.deepEqual([all, sets_with_game_order, sets_with_server, games_with_server], [1, 1, 0, 0]);
  });

  test('is every set of a match whose first set says so, and one that was sent as such', () => {
    assert.equal(patterns(aMatch({ sets: '12-9 6-4' })).sets.all.played, 0);
    assert.equal(patterns(aMatch({ sets: '6-4 6-2' }, { scoring: 'points' })).sets.all.played, 0);
    assert.equal(patterns(aMatch({ sets: '11-9 6-2' }, { scoring: 'games' })).sets.all.played, 2);
  });
});

describe('A set', () => {
  const sets = (text: string) => counts({ ...patterns(aMatch({ sets: text })).sets });

  test('is close up to two games and lopsided from four, a 7–6 among the close ones', () => {
    assert.deepEqual(sets('7-6 4-6 6-3 6-2 0-6'), {
      all: '3/5',
      first: '1/1',
      deciding: '0/0',
      tie_break: '1/1',
      close: '1/2',
      lopsided: '1/2',
    });
  });

  test('decides where the match was level before it, after two sets or after four', () => {
    const deciding = (text: string) => sets(text)['deciding'];
    assert.deepEqual(['6-4 4-6 6-4', '6-4 4-6 6-4 4-6 3-6', '6-4 6-4 6-4', '6-4 4-6'].map(deciding), [
      '1/1',
      '0/1',
      '0/0',
      '0/0',
    ]);
  });

  test('that was drawn is in no rate of sets, but its games count', () => {
    const { sets: rates, games, momentum } = patterns(aMatch({ sets: '3-3 6-4' }));
    assert.deepEqual([rates.all.played, rates.first.played, games.all.won, games.all.played], [1, 0, 9, 16]);
    assert.equal(momentum.after_winning_first_set.played + momentum.after_losing_first_set.played, 0);
  });

  test('has a tie-break at 7–6, 4–3 and 9–8 and at no other score', () => {
    const scores = ['7-6', '6-7', '4-3', '9-8', '8-9', '5-4', '6-5', '8-7', '7-5'];
    assert.deepEqual(
      scores.filter((score) => sets(score)['tie_break'] !== '0/0'),
      ['7-6', '6-7', '4-3', '9-8', '8-9'],
    );
  });
});

describe('A lead', () => {
  const momentum = (sheet: string, as: 'A' | 'B' = 'A') => patterns(aMatch({ sets: [{ sheet }], as })).momentum;
  // 5–1 up, and lost 5–7.
  const lost = '.A .A .A .A .B .A .B .B .B .B .B .B';

  test('is lost with the set, at its largest; to the other pair it is a deficit recovered', () => {
    assert.deepEqual([momentum(lost).largest_lead_lost, momentum(lost).largest_deficit_recovered], [4, 0]);
    assert.deepEqual([momentum(lost, 'B').largest_lead_lost, momentum(lost, 'B').largest_deficit_recovered], [0, 4]);
    assert.deepEqual([momentum(lost).longest_run_for, momentum(lost).longest_run_against], [4, 6]);
  });

  test('is lost in no drawn set', () => {
    const { largest_lead_lost: lead, largest_deficit_recovered: deficit } = momentum('.A .A .A .B .B .B');
    assert.deepEqual([lead, deficit], [0, 0]);
  });

  test('is not told of without the order of games', () => {
    const { momentum: none } = patterns(aMatch({ sets: '6-4 6-4' }));
    assert.deepEqual(
      [none.longest_run_for, none.longest_run_against, none.largest_lead_lost, none.largest_deficit_recovered],
      [null, null, null, null],
    );
  });
});

describe('A retired match', () => {
  const retired = patterns(
    aMatch({ sets: threeSets, won: 'B', gap: 0 }, { outcome: 'retired', court_position: 'left' }),
  );

  test('counts as a result, wherever results are counted', () => {
    assert.deepEqual(
      [retired.matches, retired.court_position.left, retired.teammates[0]?.matches].map((rate) => rate?.played),
      [1, 1, 1],
    );
    assert.deepEqual(retired.expectation, { expected_wins: 0.5, actual_wins: 0 });
    assert.equal(retired.sample.matches, 1);
  });

  test('counts in no set and no game', () => {
    const { sample, sets, games, momentum } = retired;
    assert.deepEqual([sample.matches_with_scores, sample.sets, sets.all.played, games.all.played], [0, 0, 0, 0]);
    assert.equal(momentum.after_winning_first_set.played, 0);
    assert.equal(momentum.longest_run_for, null);
  });
});

describe('Results', () => {
  test('are told by side of the court and by competition, where these were sent', () => {
    const night = [
      aMatch({ won: 'A' }, { court_position: 'left', competition_type: 'league' }),
      aMatch({ won: 'B' }, { court_position: 'left', competition_type: 'social' }),
      aMatch({ won: 'A' }, { court_position: 'right' }),
      aMatch({ won: 'A' }),
    ];
    const { matches, court_position, competition } = patterns(...night);
    assert.deepEqual(counts({ matches, ...court_position, ...competition }), {
      matches: '3/4',
      left: '1/2',
      right: '1/1',
      social: '0/1',
      training: '0/0',
      league: '1/1',
      tournament: '0/0',
    });
  });

  test('are held against the probabilities before them, at the length of the format', () => {
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

  test('of a match that is not in the ledger yet are neither expected nor counted against it', () => {
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

  test('stand by matches together, then matches won, then username; hidden ones together, last', () => {
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

  test('who are hidden have neither id nor username, and are called “Private player”', () => {
    const { profile_id, username, display_name } = rows.at(-1) ?? assert.fail();
    assert.deepEqual([profile_id, username, display_name], [null, null, 'Private player']);
  });
});

describe('Without any match', () => {
  test('every block is there, with nothing in it', () => {
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
  test('runs from its oldest match to its newest', () => {
    const { from, to } = patterns(...times(3)).sample;
    assert.deepEqual([from, to], ['2026-04-29T19:00:00.000Z', '2026-05-01T19:00:00.000Z']);
  });
});

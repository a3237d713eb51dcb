/** Every rule of insights by itself, both ways, over seasons between equals that were counted by hand. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { candidatesAmong, testsOf } from '../../../../src/domain/analysis/insights/insights.ts';
import { type Rule, rules } from '../../../../src/domain/analysis/insights/rules.ts';
import { judgeSeason } from '../../../../src/domain/analysis/insights/season.ts';
import type { SeenMatch } from '../../../../src/domain/analysis/seen-match.ts';
import type { Insight } from '../../../../src/domain/analysis/shapes.ts';
import type { Team } from '../../../../src/store/matches/match-rows.ts';
import { type Note, times } from '../nights.ts';

/** Between equals a service game is held with .63, a game of which nobody knows the server is even, as are sets. */
const pool = { steepness: 1, penalty: 1.5, holdRate: 0.63 };
const season = (matches: readonly SeenMatch[]) => judgeSeason(matches, pool);

/** What a rule tells of a season when it is asked alone, strongest first. */
function told(code: string, matches: readonly SeenMatch[]) {
  const tests = testsOf(season(matches)).filter(({ rule }) => rule.code === code);
  return candidatesAmong(tests)
    .sort((a, b) => b.weight - a.weight)
    .map(({ direction, text }): [Insight['direction'], string] => [direction, text]);
}

/** So many matches of one set, of which the sheet tells game by game. */
const sheets = (count: number, sheet: string, first?: Team, as: Team = 'A'): SeenMatch[] =>
  times(count, { sets: [first === undefined ? { sheet } : { sheet, first }], as });
const scores = (count: number, sets: string, note: Note = {}): SeenMatch[] => times(count, { sets, ...note });

/** 6–4: A holds five times of five, B four of five. */
const allHeld = 'A+ B+ A+ B+ A+ B+ A+ B+ A+ B-';
/** 6–3: A holds five times of five, the last one for the set. */
const allHeldOn = 'A+ B- A+ B+ A+ B+ A+ B+ A+';
/** 7–6: every service game is lost. */
const allBroken = 'A- B- A- B- A- B- A- B- A- B- A- B- tA';
/** 6–4: A is broken in four service games and serves the set out at 5–4; B is broken in every one. */
const servedOut = 'B- A- B- A- B- A- B- A- B- A+';
/** 6–7: A holds every service game but the one at 5–4. */
const notServedOut = 'B- A+ B+ A+ B+ A+ B+ A+ B+ A- B+ A+ tB';
/** 6–4: A wins the first three games, and three of the seven after them. */
const strongStart = '.A .A .A .B .B .B .B .A .A .A';
/** 7–5 from 0–5: the last seven games begin with a team on five. */
const strongEnd = '.B .B .B .B .B .A .A .A .A .A .A .A';
/** 7–6: A breaks straight back, both times that it is broken, and never else. */
const breaksBack = 'A- B- A+ B+ A+ B+ A- B- A+ B+ A+ B+ tA';
/** 6–4: A breaks three times of five, but never straight back. */
const neverBack = 'A- B+ A+ B- A+ B- A- B+ A+ B-';
const noRun = '.A .B .A .B .A .B .A .B .A .A';
const fromAhead = '.A .A .A .B .B .B .B .B .B';

interface Example {
  readonly code: string;
  readonly up: readonly [matches: readonly SeenMatch[], text: string];
  readonly down: readonly [matches: readonly SeenMatch[], text: string];
}

const examples: readonly Example[] = [
  {
    code: 'serve',
    up: [sheets(8, allHeld, 'A'), 'Won 40 of 40 service games; 25 were expected against these opponents.'],
    down: [sheets(8, allBroken, 'A'), 'Held only 0 of 48 service games; 30 were expected against these opponents.'],
  },
  {
    code: 'return',
    up: [sheets(8, allBroken, 'A'), 'Broke in 48 of 48 return games; 18 were expected.'],
    down: [sheets(8, allHeld, 'A'), 'Broke in only 8 of 40 return games; 15 were expected.'],
  },
  {
    // The usual level is one hold in five, and five in six.
    code: 'serving_for_set',
    up: [sheets(16, servedOut, 'B'), 'Served the set out 16 times in 16; own usual level gives 3.2.'],
    down: [sheets(16, notServedOut, 'B'), 'Served the set out only 0 times in 16; own usual level gives 13.'],
  },
  {
    code: 'staying_in_set',
    up: [
      sheets(16, notServedOut, 'B', 'B'),
      'Broke back 16 times in 16 when the opponents served for the set; 2.7 is usual.',
    ],
    down: [
      sheets(16, servedOut, 'B', 'B'),
      'Stopped the set point server only 0 times in 16; 13 is usual for this player.',
    ],
  },
  {
    code: 'opening',
    up: [sheets(14, strongStart), 'Strong start: won 42 of 42 opening games, 25 at the usual level.'],
    down: [sheets(14, strongStart, undefined, 'B'), 'Slow start: won 0 of 42 opening games, 17 at the usual level.'],
  },
  {
    // 49 of the usual level’s 7 in 12.
    code: 'closing',
    up: [sheets(7, strongEnd), 'Finishes well: won 49 of 49 late games in a set, 29 at the usual level.'],
    down: [sheets(7, strongEnd, undefined, 'B'), 'Fades late: won 0 of 49 late games in a set, 20 at the usual level.'],
  },
  {
    code: 'break_back',
    up: [sheets(12, breaksBack, 'A'), 'Broke straight back in 24 of 24 chances; 8 at the usual level.'],
    down: [sheets(12, neverBack, 'A'), 'Broke straight back in only 0 of 24 chances; 14 at the usual level.'],
  },
  {
    code: 'consolidation',
    up: [sheets(12, neverBack, 'A', 'B'), 'Held 24 of 24 service games right after a break; 9.6 is usual.'],
    down: [sheets(12, breaksBack, 'A', 'B'), 'Gave the break back: held 0 of 24 games after it, 16 is usual.'],
  },
  {
    code: 'first_set',
    up: [scores(20, '6-4 6-4'), 'Has won 20 of 20 first sets; 10 were expected.'],
    down: [scores(20, '4-6 4-6'), 'Has won only 0 of 20 first sets; 10 were expected.'],
  },
  {
    // Between equals 17.9 % of matches are turned.
    code: 'after_losing_first_set',
    up: [scores(20, '4-6 6-4 6-4'), 'Turned 20 of 20 matches after losing the first set; 3.4 were expected.'],
    down: [scores(40, '4-6 4-6'), 'Turned only 0 of 40 matches after losing the first set; 6.7 were expected.'],
  },
  {
    code: 'after_winning_first_set',
    up: [scores(40, '6-4 6-4'), 'Closed out 40 of 40 matches after winning the first set; 33 were expected.'],
    down: [scores(20, '6-4 4-6 4-6'), 'Let 20 of 20 matches slip after winning the first set; 3.4 were expected.'],
  },
  {
    code: 'tie_break',
    up: [scores(20, '7-6'), 'Has won 20 of 20 tie-breaks; 10 were expected. Often partly luck.'],
    down: [scores(20, '6-4 4-6 7-10'), 'Has won 0 of 20 tie-breaks; 10 were expected. Often partly luck.'],
  },
  {
    code: 'deciding_set',
    up: [scores(20, '6-4 4-6 6-3'), 'Has won 20 of 20 deciding sets; 10 were expected. Often partly luck.'],
    down: [scores(20, '6-4 4-6 7-10'), 'Has won 0 of 20 deciding sets; 10 were expected. Often partly luck.'],
  },
  {
    code: 'close_sets',
    up: [scores(20, '7-5'), 'Has won 20 of 20 close sets; 10 were expected.'],
    down: [scores(20, '6-7'), 'Has won 0 of 20 close sets; 10 were expected.'],
  },
  {
    code: 'lopsided_sets',
    up: [scores(20, '6-2'), 'Has won 20 of 20 one-sided sets; 10 were expected.'],
    down: [scores(20, '0-6'), 'Has won 0 of 20 one-sided sets; 10 were expected.'],
  },
  {
    code: 'teammate',
    up: [scores(6, '6-2 6-2'), 'Best with BEA: 25 games in 100 more than expected (6 matches).'],
    down: [scores(6, '2-6 2-6'), 'Below expectation with BEA: 25 games in 100 fewer (6 matches).'],
  },
  {
    code: 'form',
    up: [scores(12, '6-2 6-2'), 'Ahead of the rating: 25 games in 100 more than expected in the last 10 matches.'],
    down: [scores(8, '2-6 2-6'), 'Behind the rating: 25 games in 100 fewer than expected in the last 8 matches.'],
  },
  {
    // Of 60 sets between equals 5.58 have such a run.
    code: 'runs_conceded',
    up: [sheets(60, noRun), 'Hardly collapses: 5 lost in a row in 0 of 60 sets, 5.6 expected.'],
    down: [sheets(20, '.B .B .B .B .B .B'), 'Lost 5 games in a row in 20 of 20 sets; 1.9 expected.'],
  },
  {
    code: 'leads',
    up: [sheets(40, '.A .A .A .A .A .A'), 'Kept 40 of 40 three-game leads; 34 were expected.'],
    down: [sheets(20, fromAhead), 'Lost 20 of 20 sets after leading by three games; 2.8 were expected.'],
  },
];

describe('Alone, the rule', () => {
  for (const { code, up, down } of examples) {
    test(`${code} tells of a strength`, () => assert.deepEqual(told(code, up[0]), [['strength', up[1]]]));
    test(`${code} tells of a weakness`, () => assert.deepEqual(told(code, down[0]), [['weakness', down[1]]]));
  }

  const won = (count: number, columns: Parameters<typeof times>[2]) => times(count, { sets: '6-2 6-2' }, columns);
  const lost = (count: number, columns: Parameters<typeof times>[2]) => times(count, { sets: '2-6 2-6' }, columns);

  test('court_side names the better side, which is always a strength', () => {
    for (const [better, other] of [
      ['left', 'right'],
      ['right', 'left'],
    ] as const) {
      const nights = [...won(8, { court_position: better }), ...lost(9, { court_position: other })];
      const text = `Plays above the rating on the ${better}: 50 more games in 100 than on the other side (17 matches).`;
      assert.deepEqual(told('court_side', nights), [['strength', text]]);
    }
  });

  test('competition holds each kind against all others', () => {
    const nights = [...won(9, { competition_type: 'league' }), ...lost(8, { competition_type: 'social' })];
    assert.deepEqual(told('competition', nights).sort(), [
      ['strength', 'Plays better in league matches: 50 games in 100 more than elsewhere (9 matches).'],
      ['weakness', 'Plays below own level in social matches: 50 games in 100 fewer (8 matches).'],
    ]);
    const unnamed = [...won(8, { competition_type: 'league' }), ...lost(8, {})];
    assert.equal(told('competition', unnamed).length, 1);
  });

  test('teammate tells of each teammate, but of none whom the caller may not see', () => {
    const nights = [
      ...scores(6, '6-2 6-2', { beside: 'bea' }),
      ...scores(6, '2-6 2-6', { beside: 'cruz' }),
      ...scores(6, '0-6 0-6', { beside: null }),
    ];
    assert.deepEqual(told('teammate', nights).sort(), [
      ['strength', 'Best with BEA: 25 games in 100 more than expected (6 matches).'],
      ['weakness', 'Below expectation with CRUZ: 25 games in 100 fewer (6 matches).'],
    ]);
  });

  test('has been tried both ways', () => {
    const tried = [...examples.map(({ code }) => code), 'court_side', 'competition'];
    assert.deepEqual(tried.sort(), rules.map(({ code }) => code).sort());
  });
});

describe('The numbers of a rule', () => {
  const assertNumbers = (code: string, matches: readonly SeenMatch[], z: number, effect: number): void => {
    const [reading] = testsOf(season(matches)).flatMap(({ rule, reading: one }) => (rule.code === code ? [one] : []));
    assert.ok(Math.abs((reading?.z ?? 0) - z) < 0.0005, `${code}: z is ${reading?.z}`);
    assert.ok(Math.abs((reading?.effect ?? 0) - effect) < 0.00005, `${code}: δ is ${reading?.effect}`);
  };

  test('that is held against the rating are those of the count alone', () => {
    // W = 40, E = 25.2, V = 40 · .63 · .37 = 9.324.
    assertNumbers('serve', sheets(8, allHeld, 'A'), 14.3 / Math.sqrt(9.324), 14.8 / 140);
  });

  test('that is held against the own level vary the more, the less of that there is', () => {
    // 16 of 80 service games were held, so p = .2: E = 3.2, V = 16 · .16 · (1 + 16/80) = 3.072.
    assertNumbers('serving_for_set', sheets(16, servedOut, 'B'), 12.3 / Math.sqrt(3.072), 12.8 / 166);
    // 84 of 140 games were won, so p = .6: E = 25.2, V = 42 · .24 · (1 + 42/140) = 13.104.
    assertNumbers('opening', sheets(14, strongStart), 16.3 / Math.sqrt(13.104), 16.8 / 192);
  });

  test('expect no game with less than .02 or more than .98, whatever the own level', () => {
    // 7–6 with every service game lost: A serves for the set at 5–4 and 6–5, and has never held.
    const neverHeld = sheets(6, 'B- A- B- A- B- A- B- A- B- A- B- A- tA', 'B');
    const [forSet] = testsOf(season(neverHeld)).filter(({ rule }) => rule.code === 'serving_for_set');
    assert.ok(Math.abs(Number(forSet?.reading.words['e']) - 0.24) < 1e-9, `${forSet?.reading.words['e']}`);
    // 6–3 with every service game held.
    const [alwaysHeld] = testsOf(season(sheets(12, allHeldOn, 'A'))).filter(
      ({ rule }) => rule.code === 'serving_for_set',
    );
    assert.ok(Math.abs(Number(alwaysHeld?.reading.words['e']) - 11.76) < 1e-9, `${alwaysHeld?.reading.words['e']}`);
  });

  test('that compares are means of matches, drawn towards 0 as if there were more of them', () => {
    // 12 of 16 games where 8 were expected: b = 4, (1.15·k)² = 1.3225/20, S = 1.
    const z = 4 / Math.sqrt(4 * (1 + (0.8 * 4 * 1.3225) / 20));
    assertNumbers('teammate', scores(6, '6-2 6-2'), z * Math.sqrt(6), (0.25 * 6) / 16);
    assertNumbers('form', scores(12, '6-2 6-2'), z * Math.sqrt(10), (0.25 * 10) / 15);
    const sides = [
      ...times(8, { sets: '6-2 6-2' }, { court_position: 'left' }),
      ...times(9, { sets: '2-6 2-6' }, { court_position: 'right' }),
    ];
    const n = (8 * 9) / (8 + 9);
    assertNumbers('court_side', sides, 2 * z * Math.sqrt(n), (0.5 * n) / (n + 15));
  });
});

describe('A rule is not asked', () => {
  const few: Readonly<Record<string, readonly [min: number, of: (count: number) => readonly SeenMatch[]]>> = {
    serving_for_set: [12, (count) => sheets(count, servedOut, 'B')],
    staying_in_set: [12, (count) => sheets(count, servedOut, 'B', 'B')],
    first_set: [12, (count) => scores(count, '6-4 6-4')],
    after_losing_first_set: [10, (count) => scores(count, '4-6 6-4 6-4')],
    after_winning_first_set: [10, (count) => scores(count, '6-4 6-4')],
    tie_break: [8, (count) => scores(count, '7-6')],
    deciding_set: [8, (count) => scores(count, '6-4 4-6 6-3')],
    close_sets: [15, (count) => scores(count, '7-5')],
    lopsided_sets: [15, (count) => scores(count, '6-2')],
    teammate: [6, (count) => scores(count, '6-2')],
    form: [8, (count) => scores(count, '6-2')],
    runs_conceded: [20, (count) => sheets(count, noRun)],
    leads: [10, (count) => sheets(count, fromAhead)],
    court_side: [
      8,
      (count) => [
        ...times(9, { sets: '6-2' }, { court_position: 'left' }),
        ...times(count, { sets: '6-2' }, { court_position: 'right' }),
      ],
    ],
  };
  const asked = (code: string, matches: readonly SeenMatch[]): number =>
    testsOf(season(matches)).filter(({ rule }) => rule.code === code).length;

  for (const [code, [min, of]] of Object.entries(few)) {
    test(`for ${code} below ${min}`, () => {
      assert.deepEqual([asked(code, of(min - 1)), asked(code, of(min))], [0, 1]);
    });
  }

  test('for serve and return below 30, for opening and closing below 40, for breaks below 20', () => {
    // A set of these has five service games of both sides, three opening games, seven late ones, two breaks of A.
    const counts = (code: string, sheet: string, first: Team | undefined) =>
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14].findIndex(
        (count) => asked(code, sheets(count, sheet, first)) > 0,
      ) + 1;
    assert.deepEqual([counts('serve', allHeld, 'A'), counts('return', allHeld, 'A')], [6, 6]);
    assert.deepEqual([counts('opening', strongStart, undefined), counts('closing', strongEnd, undefined)], [14, 6]);
    assert.equal(counts('break_back', breaksBack, 'A'), 10);
    assert.deepEqual(
      [9, 10].map((count) => asked('consolidation', sheets(count, breaksBack, 'A', 'B'))),
      [0, 1],
    );
  });

  test('of retired matches, of those outside the ledger, and of points formats', () => {
    const sets = [{ sheet: allHeld, first: 'A' }] as const;
    for (const matches of [
      times(40, { sets }, { outcome: 'retired' }),
      times(40, { sets, gap: null }),
      times(40, { sets: '21-11' }),
    ]) {
      assert.deepEqual(testsOf(season(matches)), []);
    }
  });

  test('of runs and leads in sets that were stopped before their end', () => {
    const stopped = sheets(40, '.A .A .A .A .A');
    assert.deepEqual([asked('leads', stopped), asked('runs_conceded', stopped)], [0, 0]);
  });
});

describe('Against weaker opponents', () => {
  test('as many wins are no strength, and against stronger ones they are a greater', () => {
    const first = (gap: number) =>
      testsOf(season(scores(20, '6-4 6-4', { gap }))).find(({ rule }) => rule.code === 'first_set');
    const effects = [3, 0, -3].map((gap) => first(gap)?.reading.effect ?? 0);
    assert.deepEqual(
      effects,
      [...effects].sort((a, b) => a - b),
    );
    assert.deepEqual(told('first_set', scores(20, '6-4 6-4', { gap: 6 })), []);
  });

  test('the usual level takes the rating’s mistakes out of what is asked of single games', () => {
    // Rated far too low or too high, a player who holds everything still has nothing special about serving for the set.
    for (const gap of [-4, 0, 4])
      assert.deepEqual(told('serving_for_set', times(16, { sets: [{ sheet: allHeldOn, first: 'A' }], gap })), []);
  });
});

describe('Every wording', () => {
  const longest: Readonly<Record<string, string | number>> = {
    n: 9999,
    w: 9998,
    l: 9997,
    k: 9997,
    e: 9999,
    x: 100,
    name: 'Maximilian Alexandro',
    side: 'right',
    type: 'tournament matches',
  };
  const filled = (wording: string) =>
    wording.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(longest[name] ?? assert.fail(name)));

  test('is of at most 110 characters, however large the numbers and long the name', () => {
    for (const { up, down } of rules)
      for (const wording of [up, down]) assert.ok(filled(wording).length <= 110, wording);
  });

  test('speaks of the past, or of what is usual, and never says that somebody is good at something', () => {
    for (const { up, down } of rules)
      assert.doesNotMatch(`${up} ${down}`, /\bis (good|bad|strong|weak)\b|\balways\b|\bnever\b/i);
  });
});

describe('The table of rules', () => {
  test('has the gates that are documented', () => {
    const table = rules.map((rule: Rule) => [rule.code, rule.min, rule.prior, rule.floor]);
    assert.deepEqual(table, [
      ['serve', 30, 100, 0.04],
      ['return', 30, 100, 0.04],
      ['serving_for_set', 12, 150, 0.03],
      ['staying_in_set', 12, 150, 0.03],
      ['opening', 40, 150, 0.03],
      ['closing', 40, 150, 0.03],
      ['break_back', 20, 150, 0.03],
      ['consolidation', 20, 150, 0.03],
      ['first_set', 12, 100, 0.04],
      ['after_losing_first_set', 10, 100, 0.03],
      ['after_winning_first_set', 10, 100, 0.03],
      ['tie_break', 8, 100, 0.03],
      ['deciding_set', 8, 100, 0.03],
      ['close_sets', 15, 100, 0.04],
      ['lopsided_sets', 15, 100, 0.04],
      ['court_side', 8, 15, 0.03],
      ['teammate', 6, 10, 0.03],
      ['competition', 8, 15, 0.03],
      ['form', 8, 5, 0.03],
      ['runs_conceded', 20, 100, 0.03],
      ['leads', 10, 100, 0.03],
    ]);
  });

  test('has the families that are documented', () => {
    const families = Map.groupBy(rules, ({ family }) => family);
    assert.deepEqual(
      [...families.values()].map((family) => family.map(({ code }) => code).join(' ')),
      [
        'serve',
        'return',
        'serving_for_set staying_in_set closing',
        'opening first_set',
        'break_back consolidation',
        'after_losing_first_set after_winning_first_set leads',
        'tie_break deciding_set close_sets lopsided_sets',
        'court_side',
        'teammate',
        'competition',
        'form',
        'runs_conceded',
      ],
    );
  });
});

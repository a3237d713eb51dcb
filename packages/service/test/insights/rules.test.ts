/** Every rule of insights alone, in both directions, over seasons between equals that were counted by hand. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Insight } from '@bandeja/contract/analysis';
import type { Team } from '@bandeja/contract/match-enums';
import type { CountValues } from '../../src/insights/counted.ts';
import { candidatesFrom, type Test, testsOf } from '../../src/insights/insights.ts';
import { ruleInputOf } from '../../src/insights/rule-input.ts';
import { rules } from '../../src/insights/rules.ts';
import { catalog } from '../../src/messages/catalog/catalog.ts';
import { exampleTexts, sampleValues } from '../../src/messages/examples.ts';
import { compiledText, type MessageCode } from '../../src/messages/format.ts';
import type { PlayedMatch } from '../../src/played/played-match.ts';
import { type Note, times } from '../analysis/nights.ts';

/** Between equals a service game is held with .63, a game without a known server is even, as are sets. */
const pool = { steepness: 1, penalty: 1.5, holdRate: 0.63 };
const season = (matches: readonly PlayedMatch[]) => ruleInputOf(matches, pool);

/** The insights of a single rule about a season, strongest first. */
function insightsOf(code: string, matches: readonly PlayedMatch[]) {
  const tests = testsOf(season(matches)).filter(({ rule }) => rule.code === code);
  return candidatesFrom(tests)
    .sort((a, b) => b.weight - a.weight)
    .map(({ direction, format }): [Insight['direction'], string] => [direction, format('en').text]);
}

/** Matches of one set with the games of the sheet. */
const sheets = (count: number, sheet: string, first?: Team, as: Team = 'A'): PlayedMatch[] =>
  times(count, { sets: [first === undefined ? { sheet } : { sheet, first }], as });
const scores = (count: number, sets: string, note: Note = {}): PlayedMatch[] => times(count, { sets, ...note });

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

/** The sentence of each rule. `~` is replaced by a number or a word of the season. */
const SENTENCES: Readonly<Record<string, string>> = {
  serve: 'Your pair held ~ service games; about ~ expected against these opponents.',
  return: 'Your pair broke serve in ~ return games; about ~ expected against these opponents.',
  serving_for_set: 'Serving for the set, your pair won ~ games; about ~ at your usual level.',
  staying_in_set: 'With the opponents serving for the set, your pair broke in ~ games; about ~ at your usual level.',
  opening: 'In the first 3 games of a set, your pair won ~; about ~ at your usual level.',
  closing: 'Once either pair was 1 game from the set, your pair won ~ games; about ~ at your usual level.',
  break_back: 'Right after losing serve, your pair broke back in ~ games; about ~ at your usual level.',
  consolidation: 'Right after a break, your pair held serve in ~ games; about ~ at your usual level.',
  first_set: 'Your pair won ~ first sets; about ~ expected.',
  after_losing_first_set: 'After losing the first set, your pair won ~ matches; about ~ expected.',
  after_winning_first_set: 'After winning the first set, your pair won ~ matches; about ~ expected.',
  tie_break: 'Your pair won ~ tie-breaks; about ~ expected. Often partly luck.',
  deciding_set: 'Your pair won ~ deciding sets; about ~ expected. Often partly luck.',
  close_sets: 'Your pair won ~ sets decided by 2 games or fewer; about ~ expected.',
  lopsided_sets: 'Your pair won ~ sets decided by 4 games or more; about ~ expected.',
  teammate: 'With BEA, your pair won 25 ~ games in 100 than expected (6 matches).',
  form: 'In the last ~ matches, your pair won 25 ~ games in 100 than expected.',
  runs_conceded: 'Your pair lost 5 games in a row in ~ sets; about ~ expected.',
  leads: 'Your pair won ~ sets in which it led by 3 games; about ~ expected.',
};

type Season = readonly PlayedMatch[];
type Example = readonly [up: Season, upTexts: string, down: Season, downTexts: string];

/** By rule, a season that makes it a strength and one that makes it a weakness, each with what its sentence shows. */
const examples: Readonly<Record<string, Example>> = {
  serve: [sheets(8, allHeld, 'A'), '40 of 40~25', sheets(8, allBroken, 'A'), '0 of 48~30'],
  return: [sheets(8, allBroken, 'A'), '48 of 48~18', sheets(8, allHeld, 'A'), '8 of 40~15'],
  // The usual level is one hold in five, and five in six.
  serving_for_set: [sheets(16, servedOut, 'B'), '16 of 16~3.2', sheets(16, notServedOut, 'B'), '0 of 16~13'],
  staying_in_set: [sheets(16, notServedOut, 'B', 'B'), '16 of 16~2.7', sheets(16, servedOut, 'B', 'B'), '0 of 16~13'],
  opening: [sheets(14, strongStart), '42 of 42~25', sheets(14, strongStart, undefined, 'B'), '0 of 42~17'],
  // 49 of the usual level’s 7 in 12.
  closing: [sheets(7, strongEnd), '49 of 49~29', sheets(7, strongEnd, undefined, 'B'), '0 of 49~20'],
  break_back: [sheets(12, breaksBack, 'A'), '24 of 24~8', sheets(12, neverBack, 'A'), '0 of 24~14'],
  consolidation: [sheets(12, neverBack, 'A', 'B'), '24 of 24~9.6', sheets(12, breaksBack, 'A', 'B'), '0 of 24~16'],
  first_set: [scores(20, '6-4 6-4'), '20 of 20~10', scores(20, '4-6 4-6'), '0 of 20~10'],
  // Between equals 17.9 % of matches are turned.
  after_losing_first_set: [scores(20, '4-6 6-4 6-4'), '20 of 20~3.4', scores(40, '4-6 4-6'), '0 of 40~6.7'],
  after_winning_first_set: [scores(40, '6-4 6-4'), '40 of 40~33', scores(20, '6-4 4-6 4-6'), '0 of 20~17'],
  tie_break: [scores(20, '7-6'), '20 of 20~10', scores(20, '6-4 4-6 7-10'), '0 of 20~10'],
  deciding_set: [scores(20, '6-4 4-6 6-3'), '20 of 20~10', scores(20, '6-4 4-6 7-10'), '0 of 20~10'],
  close_sets: [scores(20, '7-5'), '20 of 20~10', scores(20, '6-7'), '0 of 20~10'],
  lopsided_sets: [scores(20, '6-2'), '20 of 20~10', scores(20, '0-6'), '0 of 20~10'],
  teammate: [scores(6, '6-2 6-2'), 'more', scores(6, '2-6 2-6'), 'fewer'],
  form: [scores(12, '6-2 6-2'), '10~more', scores(8, '2-6 2-6'), '8~fewer'],
  // Such a run is expected in 5.58 of 60 sets between equals.
  runs_conceded: [sheets(60, noRun), '0 of 60~5.6', sheets(20, '.B .B .B .B .B .B'), '20 of 20~1.9'],
  leads: [sheets(40, '.A .A .A .A .A .A'), '40 of 40~34', sheets(20, fromAhead), '0 of 20~17'],
};

describe('A single rule', () => {
  for (const [code, [up, upTexts, down, downTexts]] of Object.entries(examples)) {
    const sentence = (texts: string): string =>
      texts.split('~').reduce((left, text) => left.replace('~', text), SENTENCES[code] ?? '');
    test(`${code} gives a strength`, () => assert.deepEqual(insightsOf(code, up), [['strength', sentence(upTexts)]]));
    test(`${code} gives a weakness`, () =>
      assert.deepEqual(insightsOf(code, down), [['weakness', sentence(downTexts)]]));
  }

  const won = (count: number, columns: Parameters<typeof times>[2]) => times(count, { sets: '6-2 6-2' }, columns);
  const lost = (count: number, columns: Parameters<typeof times>[2]) => times(count, { sets: '2-6 2-6' }, columns);

  test('court_side names the better side and is always a strength', () => {
    for (const [better, other] of [
      ['left', 'right'],
      ['right', 'left'],
    ] as const) {
      const nights = [...won(8, { court_position: better }), ...lost(9, { court_position: other })];
      const text = `Playing on the ${better}, your pair won 50 more games in 100 than on the ${other}, allowing for the ratings (17 matches).`;
      assert.deepEqual(insightsOf('court_side', nights), [['strength', text]]);
    }
  });

  test('competition compares each kind with all others', () => {
    const nights = [...won(9, { competition_type: 'league' }), ...lost(8, { competition_type: 'social' })];
    assert.deepEqual(insightsOf('competition', nights).sort(), [
      [
        'strength',
        'In league matches, your pair won 50 more games in 100 than elsewhere, allowing for the ratings (9 matches).',
      ],
      [
        'weakness',
        'In social matches, your pair won 50 fewer games in 100 than elsewhere, allowing for the ratings (8 matches).',
      ],
    ]);
    const unnamed = [...won(8, { competition_type: 'league' }), ...lost(8, {})];
    assert.equal(insightsOf('competition', unnamed).length, 1);
  });

  test('teammate covers each visible teammate and no hidden one', () => {
    const nights = [
      ...scores(6, '6-2 6-2', { beside: 'bea' }),
      ...scores(6, '2-6 2-6', { beside: 'cruz' }),
      ...scores(6, '0-6 0-6', { beside: null }),
    ];
    assert.deepEqual(insightsOf('teammate', nights).sort(), [
      ['strength', 'With BEA, your pair won 25 more games in 100 than expected (6 matches).'],
      ['weakness', 'With CRUZ, your pair won 25 fewer games in 100 than expected (6 matches).'],
    ]);
  });

  test('every rule was tested in both directions', () => {
    const tried = [...Object.keys(examples), 'court_side', 'competition'];
    assert.deepEqual(tried.sort(), rules.map(({ code }) => code).sort());
  });
});

describe('The numbers of a rule', () => {
  const assertNumbers = (code: string, matches: readonly PlayedMatch[], z: number, effect: number): void => {
    const [result] = testsOf(season(matches)).flatMap(({ rule, result: one }) => (rule.code === code ? [one] : []));
    assert.ok(Math.abs((result?.z ?? 0) - z) < 0.0005, `${code}: z is ${result?.z}`);
    assert.ok(Math.abs((result?.effect ?? 0) - effect) < 0.00005, `${code}: δ is ${result?.effect}`);
  };

  test('a rule against the rating uses only the count', () => {
    // W = 40, E = 25.2, V = 40 · .63 · .37 = 9.324.
    assertNumbers('serve', sheets(8, allHeld, 'A'), 14.3 / Math.sqrt(9.324), 14.8 / 140);
  });

  test('a rule against the player’s own level has more variance with fewer games behind that level', () => {
    // 16 of 80 service games were held, so p = .2: E = 3.2, V = 16 · .16 · (1 + 16/80) = 3.072.
    assertNumbers('serving_for_set', sheets(16, servedOut, 'B'), 12.3 / Math.sqrt(3.072), 12.8 / 166);
    // 84 of 140 games were won, so p = .6: E = 25.2, V = 42 · .24 · (1 + 42/140) = 13.104.
    assertNumbers('opening', sheets(14, strongStart), 16.3 / Math.sqrt(13.104), 16.8 / 192);
  });

  const expectedOf = (test: Test | undefined): number =>
    (test?.result.values as CountValues | undefined)?.expected ?? Number.NaN;

  test('the expectation of a game is between .02 and .98', () => {
    // 7–6 with every service game lost: A serves for the set at 5–4 and 6–5, and has never held.
    const neverHeld = sheets(6, 'B- A- B- A- B- A- B- A- B- A- B- A- tA', 'B');
    const [forSet] = testsOf(season(neverHeld)).filter(({ rule }) => rule.code === 'serving_for_set');
    assert.ok(Math.abs(expectedOf(forSet) - 0.24) < 1e-9, `${expectedOf(forSet)}`);
    // 6–3 with every service game held.
    const [alwaysHeld] = testsOf(season(sheets(12, allHeldOn, 'A'))).filter(
      ({ rule }) => rule.code === 'serving_for_set',
    );
    assert.ok(Math.abs(expectedOf(alwaysHeld) - 11.76) < 1e-9, `${expectedOf(alwaysHeld)}`);
  });

  test('the numbers of a comparison are means of matches, shrunk towards 0', () => {
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

describe('A rule is skipped', () => {
  const few: Readonly<Record<string, readonly [min: number, of: (count: number) => readonly PlayedMatch[]]>> = {
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
  const asked = (code: string, matches: readonly PlayedMatch[]): number =>
    testsOf(season(matches)).filter(({ rule }) => rule.code === code).length;

  for (const [code, [min, of]] of Object.entries(few)) {
    test(`${code} needs at least ${min}`, () => {
      assert.deepEqual([asked(code, of(min - 1)), asked(code, of(min))], [0, 1]);
    });
  }

  test('the minimum is 30 for serve and return, 40 for opening and closing, 20 for breaks', () => {
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

  test('rules ignore retired and unrated matches and points formats', () => {
    const sets = [{ sheet: allHeld, first: 'A' }] as const;
    for (const matches of [
      times(40, { sets }, { outcome: 'retired' }),
      times(40, { sets, gap: null }),
      times(40, { sets: '21-11' }),
    ]) {
      assert.deepEqual(testsOf(season(matches)), []);
    }
  });

  test('rules of runs and leads ignore unfinished sets', () => {
    const stopped = sheets(40, '.A .A .A .A .A');
    assert.deepEqual([asked('leads', stopped), asked('runs_conceded', stopped)], [0, 0]);
  });
});

describe('Against weaker opponents', () => {
  test('the same wins are not a strength against weaker opponents, and a greater one against stronger opponents', () => {
    const first = (gap: number) =>
      testsOf(season(scores(20, '6-4 6-4', { gap }))).find(({ rule }) => rule.code === 'first_set');
    const effects = [3, 0, -3].map((gap) => first(gap)?.result.effect ?? 0);
    assert.deepEqual(
      effects,
      [...effects].sort((a, b) => a - b),
    );
    assert.deepEqual(insightsOf('first_set', scores(20, '6-4 6-4', { gap: 6 })), []);
  });

  test('the own level corrects errors of the rating in the expectation of single games', () => {
    // Rated far too low or too high, a player who holds everything still has nothing special about serving for the set.
    for (const gap of [-4, 0, 4])
      assert.deepEqual(insightsOf('serving_for_set', times(16, { sets: [{ sheet: allHeldOn, first: 'A' }], gap })), []);
  });
});

describe('Every wording', () => {
  const spoken = Object.keys(catalog).filter((code) => code.startsWith('insight.')) as MessageCode[];

  test('every wording belongs to a rule or a fact', () => {
    const codes = [...rules.map(({ code }) => code), 'streak', 'score_move', 'inactive'];
    assert.deepEqual(spoken.map((code) => code.replace('insight.', '')).sort(), codes.sort());
  });

  test('every wording describes the past or the usual, and never a skill', () => {
    for (const code of spoken)
      for (const text of exampleTexts(code, 'en'))
        assert.doesNotMatch(text, /\bis (good|bad|strong|weak)\b|\balways\b|\bnever\b|\bbecause\b/i);
  });

  test('every wording writes its numbers as digits from its values', () => {
    for (const code of spoken)
      for (const text of exampleTexts(code, 'en'))
        assert.doesNotMatch(text, /\b(one|two|three|four|five|six|seven|eight|nine|ten)\b/i);
  });

  test('every number in a wording is in its values', () => {
    for (const code of spoken)
      for (const values of sampleValues(code)) {
        const shown = compiledText(code, 'en').format(values) as string;
        const held = Object.values(values).map(String);
        for (const [number] of shown.replaceAll('games in 100', '').matchAll(/\d+(?:\.\d+)?/g)) {
          assert.ok(
            held.some((one) => one === number || String(Math.round(Number(one))) === number),
            `${code}: ${shown}`,
          );
        }
      }
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RatingSummary } from '../../src/insights/facts.ts';
import { type HeadlineChoice, headlineOf } from '../../src/insights/headline.ts';
import type { Language } from '../../src/messages/languages.ts';
import type { PlayedMatch } from '../../src/played/played-match.ts';
import { aMatch, times } from '../analysis/nights.ts';

const pool = { steepness: 1, penalty: 1.5, holdRate: 0.63 };
const summary: RatingSummary = {
  uncertainty: 40,
  isProvisional: false,
  matchesPlayed: 42,
  daysSinceLastMatch: 1,
  recent: { matches: 0, change: 0 },
};

interface Changes {
  readonly summary?: Partial<RatingSummary>;
  readonly choice?: HeadlineChoice;
  readonly language?: Language;
}

function headline(matches: readonly PlayedMatch[], changes: Changes = {}) {
  const facts = {
    matches,
    pool,
    summary: { ...summary, matchesPlayed: matches.length, ...changes.summary },
    score: 1955,
  };
  return headlineOf(facts, changes.choice ?? 'any', changes.language ?? 'en');
}

/** Matches between equals, without scorelines: W, L and D. */
const results = (text: string): PlayedMatch[] =>
  [...text].map((result) => ({ ...aMatch({ won: result === 'L' ? 'B' : 'A' }), ...(result === 'D' && { won: null }) }));
const WON_22_OF_44 = 'WL'.repeat(22);

describe('The headline', () => {
  test('the headline is the tested insight with the largest weight', () => {
    const { code, text, values, sample } = headline(times(12, { sets: '6-2 6-2' }));
    assert.equal(code, 'form');
    assert.equal(text, 'In the last 10 matches, your pair won 25 more games in 100 than expected.');
    assert.deepEqual(values, { games_in_100: 25, compared: 'more', matches: 10 });
    assert.equal(sample, 10);
  });

  test('while the score is provisional, the headline places the player without plus, minus or band', () => {
    const placed = (count: number) =>
      headline(results('WLWLWLWLWLW'.slice(0, count)), { summary: { isProvisional: true } });
    assert.equal(placed(2).text, 'Placed at 1955 after 2 of 3 matches.');
    assert.equal(placed(7).text, 'Placed at 1955 after 7 matches so far.');
    assert.equal(placed(7).code, 'first_matches');
  });

  test('the headline is never a streak or an absence', () => {
    const insight = headline(results('W'.repeat(9)), { summary: { daysSinceLastMatch: 400 } });
    assert.equal(insight.code, 'first_matches');
  });

  test('from ten matches on, the headline without a tested insight is the change of the score', () => {
    const recent = { matches: 5, change: -90 };
    const down = headline(results(WON_22_OF_44), { summary: { recent } });
    assert.deepEqual([down.code, down.text], ['score_move', 'Down 90 points in 30 days (5 matches).']);
    assert.equal(headline(results('WLWLWLWLW'), { summary: { recent } }).code, 'first_matches');
    const began = { recent: { matches: 10, change: 288 } };
    assert.equal(headline(results('LLLLLLLWWW'), { summary: began }).code, 'as_expected');
  });

  test('below ten matches, the headline is the placement', () => {
    const { text, values, sample } = headline(results('WLWLWLW'), { summary: { uncertainty: 182 } });
    assert.equal(text, 'First 7 matches: placed at 1955, give or take 182.');
    const placed = { stage: 'placed', matches: 7, matches_needed: 3, service_score: 1955, uncertainty: 182 };
    assert.deepEqual(values, placed);
    assert.equal(sample, 7);
    assert.match(headline(results('W')).text, /^First match: placed at 1955/);
  });

  test('the headline compares results with the expectation, and calls them right at the rating within a standard deviation', () => {
    const { code, text, values, sample } = headline(results(WON_22_OF_44));
    assert.equal(text, 'Won 22 of 44; 22 were expected: right at the rating.');
    assert.deepEqual([code, sample], ['as_expected', 44]);
    assert.deepEqual(values, {
      won: 22,
      draws: 0,
      matches: 44,
      span: 'all',
      expected_wins: 22,
      compared: 'at_rating',
    });
    const wins = (count: number) => headline(results('W'.repeat(count) + 'L'.repeat(44 - count))).text;
    // The standard deviation of 44 even matches is 3.3.
    assert.equal(wins(25), 'Won 25 of 44; 22 were expected: right at the rating.');
    assert.equal(wins(26), 'Won 26 of 44; 22 were expected: ahead of the rating.');
    assert.equal(wins(18), 'Won 18 of 44; 22 were expected: behind the rating.');
  });

  test('the headline counts draws as half a win, and mentions them', () => {
    const insight = headline(results(`${'WL'.repeat(20)}DD`));
    assert.equal(insight.text, 'Won 20 and drew 2 of 42; 21 were expected, a draw counting half: right at the rating.');
  });

  test('the headline mentions that there were more matches than it covers', () => {
    const insight = headline(results(WON_22_OF_44), { summary: { matchesPlayed: 300 } });
    assert.equal(insight.text, 'Won 22 of the last 44; 22 were expected: right at the rating.');
  });

  test('the headline is the placement if no match of the sample is rated', () => {
    const unrated = results('WLW').map((match) => ({ ...match, isRated: false, forecast: null }));
    assert.equal(headline(unrated, { summary: { matchesPlayed: 12 } }).code, 'first_matches');
  });

  test('there is a headline before the first match', () => {
    assert.deepEqual(headline([]), { code: 'no_matches', text: 'No matches yet', values: {}, sample: 0 });
    assert.equal(headline([], { language: 'pt' }).text, 'Ainda sem encontros');
  });
});

describe('The headline of strengths', () => {
  test('the headline of strengths is a strength, even if a weakness weighs more', () => {
    const nights = [
      ...times(30, { sets: '0-6 0-6', beside: 'cruz' }),
      ...times(12, { sets: '6-2 6-2', beside: 'bea' }),
    ];
    const [any, strength] = [headline(nights), headline(nights, { choice: 'strengths' })];
    assert.match(any.text, /fewer|won 12 of 42/);
    assert.match(strength.text, / more games in 100 than expected/);
  });

  test('the headline of strengths is neither a drop of the score nor a result below the rating', () => {
    const recent = { matches: 5, change: -90 };
    const insight = headline(results('W'.repeat(10) + 'L'.repeat(34)), { choice: 'strengths', summary: { recent } });
    assert.deepEqual(insight, {
      code: 'as_expected',
      text: '44 rated matches so far.',
      values: { won: null, draws: null, matches: 44, span: null, expected_wins: null, compared: null },
      sample: 44,
    });
  });

  test('the headline of strengths has results right at the rating if wins are at least losses', () => {
    const asked = { choice: 'strengths' } as const;
    assert.equal(headline(results(WON_22_OF_44), asked).text, 'Won 22 of 44; 22 were expected: right at the rating.');
    assert.equal(headline(results('W'.repeat(20) + 'L'.repeat(24)), asked).text, '44 rated matches so far.');
  });
});

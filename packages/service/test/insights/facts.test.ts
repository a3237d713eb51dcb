import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { factsOf, type RatingSummary } from '../../src/insights/facts.ts';
import type { PlayedMatch } from '../../src/played/played-match.ts';
import { aMatch } from '../analysis/nights.ts';

const summary: RatingSummary = {
  uncertainty: 40,
  isProvisional: false,
  matchesPlayed: 20,
  daysSinceLastMatch: 1,
  recent: { matches: 0, change: 0 },
};
const facts = (matches: readonly PlayedMatch[], changes: Partial<RatingSummary> = {}) =>
  factsOf(matches, { ...summary, ...changes }).map(({ code, format, direction, sample, weight }) => {
    return [code, format('en').text, direction, sample, weight];
  });

/** Results from the newest on: W and L, in brackets when the match was retired. */
function results(text: string): PlayedMatch[] {
  return [...text.matchAll(/\(?[WL]/g)].map(([letter]) =>
    aMatch({ won: letter.endsWith('W') ? 'A' : 'B' }, letter.startsWith('(') ? { outcome: 'retired' } : {}),
  );
}

describe('A streak', () => {
  const streak = (text: string, matchesPlayed = results(text).length) =>
    facts(results(text), { matchesPlayed })[0] ?? null;

  test('a streak needs four equal results', () => {
    assert.deepEqual(streak('WWWWL'), ['streak', 'Won the last 4 matches.', 'strength', 4, 1]);
    assert.deepEqual(streak('LLLLLW'), ['streak', 'Lost the last 5 matches.', 'weakness', 5, 1.1]);
    assert.equal(streak('WWWL'), null);
    assert.equal(streak('LWWWW'), null);
  });

  test('each further match adds a tenth to a streak’s weight, at most 1.5', () => {
    assert.deepEqual(
      [4, 5, 7, 9, 10, 40].map((length) => streak('W'.repeat(length))?.[4]),
      [1, 1.1, 1.3, 1.5, 1.5, 1.5],
    );
  });

  test('a streak through the whole sample has the length that was read', () => {
    assert.equal(streak('WWWW', 4)?.[1], 'Won the last 4 matches.');
    assert.equal(streak('WWWW', 5)?.[1], 'Won at least the last 4 matches.');
    assert.equal(streak('LLL(L)LL', 60)?.[1], 'Lost at least the last 5 matches.');
    assert.equal(streak('WWWWL', 60)?.[1], 'Won the last 4 matches.');
  });

  test('a streak skips a retired match, and ends at one with the other result', () => {
    assert.deepEqual(streak('WW(W)WWL')?.[1], 'Won the last 4 matches.');
    assert.equal(streak('WWW(L)WWWW'), null);
    assert.equal(streak('(L)WWWWW'), null);
    assert.equal(streak('(W)(W)(W)(W)(W)'), null);
  });
});

describe('A move of the score', () => {
  const move = (change: number, matches: number, uncertainty = 40) =>
    facts([], { recent: { matches, change }, uncertainty })[0] ?? null;

  test('a change of the score needs 60 points in 30 days', () => {
    assert.deepEqual(move(60, 3), ['score_move', 'Up 60 points in 30 days (3 matches).', 'strength', 3, 1.2]);
    assert.deepEqual(move(-100, 9), ['score_move', 'Down 100 points in 30 days (9 matches).', 'weakness', 9, 1.2]);
    assert.equal(move(59, 3), null);
  });

  test('a change of the score needs one and a half times the uncertainty', () => {
    assert.equal(move(149, 3, 100), null);
    assert.equal(move(150, 3, 100)?.[0], 'score_move');
  });

  test('no sentence says that a provisional score moved', () => {
    assert.deepEqual(facts([], { recent: { matches: 9, change: 500 }, isProvisional: true }), []);
  });

  test('a change of the score needs three matches', () => {
    assert.equal(move(200, 2), null);
    assert.equal(move(200, 0), null);
  });

  test('a change of the score is omitted if the first match is in the window', () => {
    assert.equal(move(200, 20), null);
    assert.equal(move(200, 19)?.[0], 'score_move');
  });
});

describe('Inactivity', () => {
  const away = (days: number, matchesPlayed = 5) => facts([], { daysSinceLastMatch: days, matchesPlayed })[0] ?? null;

  test('inactivity is a weakness from 30 days on', () => {
    const text = 'No match for 30 days, so the score is less certain.';
    assert.deepEqual(away(30), ['inactive', text, 'weakness', 5, 0.8]);
    assert.equal(away(29), null);
    assert.equal(away(400)?.[1], 'No match for 400 days, so the score is less certain.');
  });

  test('inactivity needs five matches', () => {
    assert.equal(away(60, 4), null);
    assert.equal(facts([], { daysSinceLastMatch: null, matchesPlayed: 0 }).length, 0);
  });
});

describe('Facts', () => {
  test('facts weigh less than 1.96, the smallest weight of a tested insight', () => {
    const all = factsOf(results('W'.repeat(60)), {
      ...summary,
      matchesPlayed: 61,
      recent: { matches: 60, change: 500 },
      daysSinceLastMatch: 40,
    });
    assert.deepEqual(
      all.map(({ code, family }) => [code, family]),
      [
        ['streak', 'form'],
        ['score_move', 'form'],
        ['inactive', 'inactive'],
      ],
    );
    assert.ok(all.every(({ weight }) => weight < 1.96));
  });
});

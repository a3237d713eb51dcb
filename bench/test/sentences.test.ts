/** The check of sentences against results: that it finds what is off, and that on results of known chances nothing is. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, test } from 'node:test';
import { aMatch } from '@bandeja/service/test/reading/analysis/nights';
import { expectations } from '../sentences/expectations.ts';
import { gameOrders } from '../sentences/game-orders.ts';
import { playResults } from '../sentences/play-results.ts';
import { replayResults } from '../sentences/replay.ts';
import { throwSeasons } from '../sentences/thrown-seasons.ts';
import { fifthsOf, furthest, recalibrationOf, type Trial, verdictOf } from '../sentences/trials.ts';
import { createSequence } from '../sequence.ts';

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** Trials that happen with sigmoid(slope · x) where sigmoid(x) was told. */
function trialsWith(slope: number, count: number): Trial[] {
  const random = createSequence(7);
  return Array.from({ length: count }, (_, match) => {
    const x = 6 * random() - 3;
    return { told: logistic(x), happened: Number(random() < logistic(slope * x)), weight: 1, match };
  });
}

describe('What was told and what happened', () => {
  test('agree in every fifth where it happens as told', () => {
    const trials = trialsWith(1, 20_000);
    assert.equal(verdictOf(fifthsOf(trials)), 'yes');
    const { intercept, slope } = recalibrationOf(trials);
    assert.ok(Math.abs(intercept) < 0.05 && Math.abs(slope - 1) < 0.05, `${intercept}, ${slope}`);
  });

  test('do not where the truth is steeper, and the fit says by how much', () => {
    const trials = trialsWith(1.5, 20_000);
    assert.equal(verdictOf(fifthsOf(trials)), 'NO');
    const { told, happened } = furthest(fifthsOf(trials));
    assert.ok(Math.abs(told - happened) > 0.06);
    assert.ok(Math.abs(recalibrationOf(trials).slope - 1.5) < 0.06);
  });

  test('may differ by chance the more, the fewer there are', () => {
    const errorOf = (count: number): number => fifthsOf(trialsWith(1, count))[2]?.error ?? 0;
    // Forty trials of about one half.
    assert.ok(Math.abs(errorOf(200) - Math.sqrt(0.25 / 40)) < 0.01, `${errorOf(200)}`);
    assert.ok(Math.abs(errorOf(20_000) - Math.sqrt(0.25 / 4000)) < 0.001, `${errorOf(20_000)}`);
  });

  test('count a match that both pairs saw once', () => {
    const [one] = fifthsOf(trialsWith(1, 1000));
    const twice = trialsWith(1, 1000).flatMap((trial) => [trial, trial]);
    const [other] = fifthsOf(twice);
    assert.ok(Math.abs((one?.error ?? 0) - (other?.error ?? 1)) < 1e-9);
  });
});

describe('The orders of games', () => {
  const ofScore = (sets: string) => gameOrders(aMatch({ sets }).sets[0] ?? assert.fail());

  test('of 6–0 are one, with a lead of three at 3–0', () => {
    assert.deepEqual(
      ofScore('6-0').map(({ share, course }) => [share, course.ownAtThreeAhead, course.longestRunAgainst]),
      [[1, 3, 0]],
    );
  });

  test('of 1–6 are six, in three of which five games or more are lost in a row', () => {
    const lost = ofScore('1-6').filter(({ course }) => course.longestRunAgainst > 0);
    assert.ok(Math.abs(lost.reduce((sum, { share }) => sum + share, 0) - 0.5) < 1e-12);
  });

  test('are not known of a set that was not played out', () => assert.deepEqual(ofScore('5-4'), []));
});

test('On results whose chances are known, what the ratings say of matches and games is what happens.', () => {
  const { matches, seen, states } = replayResults(playResults(2000, 1));
  // In the beginning nobody is known.
  const known = { matches, states, seen: seen.filter(({ match }) => match >= 800) };
  for (const code of ['result', 'margin', 'serve, return', 'expectation', 'form']) {
    const { trialsOf } = expectations.find((one) => one.code === code) ?? assert.fail(`no row ${code}`);
    const fifths = fifthsOf(trialsOf(known));
    assert.ok(verdictOf(fifths) !== 'NO', `${code}: ${JSON.stringify(furthest(fifths))}`);
  }
});

test('On seasons that were thrown game by game, rules that need the order of games tell what happens.', () => {
  for (const { code, trials } of throwSeasons(100, 0)) {
    const fifths = fifthsOf(trials);
    assert.ok(verdictOf(fifths) !== 'NO', `${code}: ${JSON.stringify(furthest(fifths))}`);
  }
});

test('bench:sentences says what to do where there is no data.', async () => {
  const bench = resolve(import.meta.dirname, '../sentences.ts');
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((done) => {
    execFile(process.execPath, [bench, '--data', import.meta.dirname], (error, _, text) => {
      done({ code: error?.code, stderr: text });
    });
  });
  assert.equal(code, 2);
  assert.match(stderr, /There is no padel\.csv\.gz in .* docs\/accuracy\.md .* --data DIR, or try --smoke/);
});

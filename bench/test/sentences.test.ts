import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, test } from 'node:test';
import { generateResults } from '../data/generated-results.ts';
import { expectations } from '../sentences/expectations.ts';
import { replayResults } from '../sentences/replay.ts';
import { simulateSeasons } from '../sentences/simulated-seasons.ts';
import { agreementOf, fifthsOf, furthest, type Trial } from '../sentences/trials.ts';
import { createSequence } from '../sequence.ts';

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** Trials with the expectation sigmoid(x) and the probability sigmoid(slope · x). */
function trialsWith(slope: number, count: number): Trial[] {
  const random = createSequence(7);
  return Array.from({ length: count }, (_, match) => {
    const x = 6 * random() - 3;
    return { expected: logistic(x), happened: Number(random() < logistic(slope * x)), weight: 1, match };
  });
}

describe('The comparison of expectations with what happened', () => {
  test('accepts events that happen as often as expected', () => {
    assert.equal(agreementOf(fifthsOf(trialsWith(1, 20_000))), 'yes');
  });

  test('rejects events whose true probabilities are steeper', () => {
    const fifths = fifthsOf(trialsWith(1.5, 20_000));
    assert.equal(agreementOf(fifths), 'NO');
    const { expected, happened } = furthest(fifths);
    assert.ok(Math.abs(expected - happened) > 0.06);
  });

  test('has a larger standard error with fewer trials', () => {
    const errorOf = (count: number): number => fifthsOf(trialsWith(1, count))[2]?.error ?? 0;
    // The middle fifth of 200 trials: forty events with about even odds.
    assert.ok(Math.abs(errorOf(200) - Math.sqrt(0.25 / 40)) < 0.01, `${errorOf(200)}`);
    assert.ok(Math.abs(errorOf(20_000) - Math.sqrt(0.25 / 4000)) < 0.001, `${errorOf(20_000)}`);
  });

  test('counts a match once if both pairs saw it', () => {
    const [one] = fifthsOf(trialsWith(1, 1000));
    const [other] = fifthsOf(trialsWith(1, 1000).flatMap((trial) => [trial, trial]));
    assert.ok(Math.abs((one?.error ?? 0) - (other?.error ?? 1)) < 1e-9);
  });
});

test('Expectations of matches and games agree with generated results of known probabilities.', () => {
  const { matches, seen, states } = replayResults(generateResults({ matches: 2000 }));
  // The first matches are left out, because all players are new.
  const known = { matches, states, seen: seen.filter(({ match }) => match >= 800) };
  for (const code of ['result', 'margin', 'serve, return', 'expectation', 'form']) {
    const { trialsOf } = expectations.find((one) => one.code === code) ?? assert.fail(`no row ${code}`);
    const fifths = fifthsOf(trialsOf(known));
    assert.ok(agreementOf(fifths) !== 'NO', `${code}: ${JSON.stringify(furthest(fifths))}`);
  }
});

test('Rules that need the order of games agree with simulated seasons.', () => {
  for (const { code, trials } of simulateSeasons(100, 0)) {
    const fifths = fifthsOf(trials);
    assert.ok(agreementOf(fifths) !== 'NO', `${code}: ${JSON.stringify(furthest(fifths))}`);
  }
});

test('bench:sentences explains how to get data if there is none.', async () => {
  const bench = resolve(import.meta.dirname, '../sentences.ts');
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((done) => {
    execFile(process.execPath, [bench, '--data', import.meta.dirname], (error, _, text) => {
      done({ code: error?.code, stderr: text });
    });
  });
  assert.equal(code, 2);
  assert.match(stderr, /padel\.csv\.gz is missing in .* docs\/accuracy\.md .* --data DIR, or use --smoke/);
});

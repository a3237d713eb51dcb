import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aMatch, setsOf } from '../support/matches.ts';
import { faultsIn, type Row, submissionOf } from './reading.ts';

const optional = ['outcome', 'scoring', 'competition_type', 'venue_label', 'session_external_ref'];

const taken: readonly Row[] = [
  ['blanks and slashes in a reference', { external_ref: ' a/b?c#d ' }],
  ['the shortest duration that a double can hold', { duration_minutes: 5e-324 }],
];

describe('A submission is rejected for', () => {
  test('a duration of −0, which is not positive', () =>
    assert.deepEqual(faultsIn(aMatch({ duration_minutes: -0 })), ['/duration_minutes out_of_range']));

  test('a number that overflows a double', () => {
    const text = JSON.stringify(aMatch({ duration_minutes: 7 }))
      .replace(':7,', ':1e400,')
      .replace(':7}', ':1e400}');
    assert.deepEqual(faultsIn(JSON.parse(text)), ['/duration_minutes out_of_range']);
  });

  test('all of its faults at once', () => {
    const wrong = {
      external_ref: '',
      played_at: 'yesterday',
      winning_team: 'C',
      trust_tier: null,
      participants: [{ team: 'A' }, { username: 'ana', team: 'B' }],
      set_scores: setsOf('0-0'),
      colour: 'blue',
    };
    assert.deepEqual(faultsIn(wrong), [
      '/colour unknown_field',
      '/external_ref out_of_range',
      '/participants team_size',
      '/participants/0 required',
      '/played_at bad_format',
      '/set_scores/0 empty_set',
      '/trust_tier required',
      '/winning_team not_one_of',
    ]);
  });

  test('a hundred faults at most, with the number of the others', () => {
    const fields = Object.fromEntries(Array.from({ length: 103 }, (_, index) => [`field_${index}`, index]));
    const faults = faultsIn(aMatch(fields));
    assert.equal(faults.length, 101);
    assert.equal(faults.filter((fault) => fault === ' more').length, 1);
  });
});

describe('A submission is accepted with', () => {
  for (const [name, change] of taken) test(name, () => assert.deepEqual(faultsIn(aMatch(change)), []));

  test('null in every optional field, which equals an omitted field', () => {
    const none = {
      ...Object.fromEntries(optional.map((field) => [field, null])),
      set_scores: null,
      duration_minutes: null,
    };
    const { external_ref: _, ...withNulls } = submissionOf(aMatch(none));
    const { external_ref: __, ...withoutFields } = submissionOf(aMatch());
    assert.deepEqual(withNulls, withoutFields);
    assert.equal(withNulls.outcome, 'played');
    assert.equal(withNulls.competition_type, null);
    assert.equal(withNulls.duration_minutes, null);
    assert.deepEqual(withNulls.set_scores, []);
  });

  test('a repeated field, whose last value counts', () => {
    const text = JSON.stringify(aMatch()).replace('"winning_team":"A"', '"winning_team":"A","winning_team":"B"');
    assert.equal(submissionOf(JSON.parse(text)).winning_team, 'B');
  });
});

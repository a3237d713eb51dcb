import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aMatch, setsOf } from '../support/matches.ts';
import { faultsIn, type Row, submissionOf } from './reading.ts';

const required = ['external_ref', 'played_at', 'winning_team', 'trust_tier', 'participants'];
const optional = ['outcome', 'scoring', 'competition_type', 'venue_label', 'session_external_ref'];

const refused: readonly Row[] = [
  ...required.flatMap((field): Row[] => [
    { name: `no ${field}`, change: { [field]: undefined }, faults: [`/${field} required`] },
    { name: `a ${field} that is null`, change: { [field]: null }, faults: [`/${field} required`] },
    { name: `a ${field} that is a number`, change: { [field]: 7 }, faults: [`/${field} wrong_type`] },
  ]),
  ...optional.map(
    (field): Row => ({ name: `a ${field} that is a list`, change: { [field]: [] }, faults: [`/${field} wrong_type`] }),
  ),
  { name: 'an unknown field', change: { winner: 'A' }, faults: ['/winner unknown_field'] },
  { name: 'a field in another case', change: { Venue_label: 'x' }, faults: ['/Venue_label unknown_field'] },
  { name: 'a field with a slash and a tilde', change: { 'a/b~': 1 }, faults: ['/a~1b~0 unknown_field'] },
  { name: 'an empty reference', change: { external_ref: '' }, faults: ['/external_ref out_of_range'] },
  { name: 'a reference of 129', change: { external_ref: 'r'.repeat(129) }, faults: ['/external_ref out_of_range'] },
  { name: 'U+0000', change: { external_ref: 'm\0' }, faults: ['/external_ref bad_format'] },
  { name: 'half of a surrogate pair', change: { venue_label: '\ud83c' }, faults: ['/venue_label bad_format'] },
  { name: 'team C', change: { winning_team: 'C' }, faults: ['/winning_team not_one_of'] },
  { name: 'team a', change: { winning_team: 'a' }, faults: ['/winning_team not_one_of'] },
  { name: 'an unknown trust tier', change: { trust_tier: 'attested' }, faults: ['/trust_tier not_one_of'] },
  { name: 'an unknown outcome', change: { outcome: 'won' }, faults: ['/outcome not_one_of'] },
  { name: 'an unknown scoring', change: { scoring: 'sets' }, faults: ['/scoring not_one_of'] },
  { name: 'an unknown competition', change: { competition_type: 'cup' }, faults: ['/competition_type not_one_of'] },
  { name: 'an empty venue', change: { venue_label: '' }, faults: ['/venue_label out_of_range'] },
  { name: 'a venue of 121', change: { venue_label: 'v'.repeat(121) }, faults: ['/venue_label out_of_range'] },
  { name: 'an empty session', change: { session_external_ref: '' }, faults: ['/session_external_ref out_of_range'] },
  {
    name: 'a session of 129',
    change: { session_external_ref: 's'.repeat(129) },
    faults: ['/session_external_ref out_of_range'],
  },
  { name: 'a duration of 0', change: { duration_minutes: 0 }, faults: ['/duration_minutes out_of_range'] },
  { name: 'a duration of −0', change: { duration_minutes: -0 }, faults: ['/duration_minutes out_of_range'] },
  { name: 'a negative duration', change: { duration_minutes: -1 }, faults: ['/duration_minutes out_of_range'] },
  { name: 'more than a day', change: { duration_minutes: 1440.0001 }, faults: ['/duration_minutes out_of_range'] },
  { name: 'a duration as text', change: { duration_minutes: '55' }, faults: ['/duration_minutes wrong_type'] },
];

const taken: readonly Omit<Row, 'faults'>[] = [
  { name: 'a reference of 1 character', change: { external_ref: 'r' } },
  { name: 'a reference of 128 characters, each of two code units', change: { external_ref: '🎾'.repeat(128) } },
  { name: 'blanks and slashes in a reference', change: { external_ref: ' a/b?c#d ' } },
  { name: 'a venue of 120 characters', change: { venue_label: 'v'.repeat(120) } },
  { name: 'a session of 128 characters', change: { session_external_ref: 's'.repeat(128) } },
  { name: 'the shortest duration that a double can hold', change: { duration_minutes: 5e-324 } },
  { name: 'a duration of a day', change: { duration_minutes: 1440 } },
];

describe('A submission is refused for', () => {
  for (const { name, change, faults } of refused) {
    test(name, () => assert.deepEqual(faultsIn(aMatch(change)), faults));
  }

  for (const value of [null, [], 'match', 7, true]) {
    test(`being ${JSON.stringify(value)}, which is no object`, () =>
      assert.deepEqual(faultsIn(value), [' wrong_type']));
  }

  test('a number that no double can hold', () => {
    const text = JSON.stringify(aMatch({ duration_minutes: 7 }))
      .replace(':7,', ':1e400,')
      .replace(':7}', ':1e400}');
    assert.deepEqual(faultsIn(JSON.parse(text)), ['/duration_minutes out_of_range']);
  });

  test('everything that is wrong with it at once', () => {
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

  test('the first hundred faults, with the count of the others', () => {
    const fields = Object.fromEntries(Array.from({ length: 103 }, (_, index) => [`field_${index}`, index]));
    const faults = faultsIn(aMatch(fields));
    assert.equal(faults.length, 101);
    assert.equal(faults.filter((fault) => fault === ' more').length, 1);
  });
});

describe('A submission is taken with', () => {
  for (const { name, change } of taken) test(name, () => assert.deepEqual(faultsIn(aMatch(change)), []));

  test('null, which stands for none, in every optional field', () => {
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

  test('of a field twice, the last one', () => {
    const text = JSON.stringify(aMatch()).replace('"winning_team":"A"', '"winning_team":"A","winning_team":"B"');
    assert.equal(submissionOf(JSON.parse(text)).winning_team, 'B');
  });
});

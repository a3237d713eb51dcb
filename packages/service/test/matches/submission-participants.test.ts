import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aMatch, four, type ParticipantBody } from '../support/matches.ts';
import { faultsIn, type Row, submissionOf } from './reading.ts';

const ID = '7b0f5f0e-5f0c-4b7e-9d57-0f5d1a2b3c4d';
const OTHER_ID = '0190a0b0-1111-7222-8333-444455556666';

/** Four participants, some of them changed or replaced, by slot. */
const participants = (changes: Readonly<Record<number, Readonly<Record<string, unknown>>>>) => ({
  participants: four('ana', 'bea', 'cruz', 'dani').map((one, slot): ParticipantBody => ({ ...one, ...changes[slot] })),
});
/** Four participants. The first is named only in this way. */
const first = (naming: Readonly<Record<string, unknown>>) => participants({ 0: { username: undefined, ...naming } });
const ofTeams = (teams: string) => ({
  participants: [...teams].map((team, slot) => ({ username: `player-${slot}`, team })),
});
const onSides = (...sides: readonly (string | null | undefined)[]) =>
  participants(Object.fromEntries(sides.map((court_position, slot) => [slot, { court_position }])));

const refused: readonly Row[] = [
  ['nobody', { participants: [] }, '/participants team_size'],
  ['three players', ofTeams('AAB'), '/participants team_size'],
  ['five players', ofTeams('AABBB'), '/participants team_size'],
  ['three against one', ofTeams('AAAB'), '/participants team_size'],
  ['one against three', ofTeams('BABB'), '/participants team_size'],
  ['four in one team', ofTeams('BBBB'), '/participants team_size'],
  ['a player without a name', first({}), '/participants/0 required'],
  ['a player whose names are null', first({ username: null, profile_id: null }), '/participants/0 required'],
  ['a player with two names', first({ username: 'ana', profile_id: ID }), '/participants/0 not_one_of'],
  ['two on the left', onSides('left', 'left'), '/participants/1/court_position court_position_conflict'],
  [
    'two on the right, in the other team',
    onSides(null, null, 'right', 'right'),
    '/participants/3/court_position court_position_conflict',
  ],
  ['two by one username', participants({ 2: { username: 'ana' } }), '/participants/2 duplicate_participant'],
  [
    'two by one username in two cases',
    participants({ 1: { username: 'ANA' } }),
    '/participants/1 duplicate_participant',
  ],
  [
    'two by one id',
    participants({ 0: { username: undefined, profile_id: ID }, 3: { username: undefined, profile_id: ID } }),
    '/participants/3 duplicate_participant',
  ],
  [
    'four by one username',
    { participants: four('ana', 'ana', 'Ana', 'aNa') },
    '/participants/1 duplicate_participant',
    '/participants/2 duplicate_participant',
    '/participants/3 duplicate_participant',
  ],
  [
    'all of it',
    {
      participants: [
        { team: 'A', court_position: 'left' },
        { username: 'bea', team: 'A', court_position: 'left' },
        { username: 'Bea', profile_id: ID, team: 'A' },
        { username: 'b', team: 'B' },
      ],
    },
    '/participants team_size',
    '/participants/0 required',
    '/participants/1/court_position court_position_conflict',
    '/participants/2 duplicate_participant',
    '/participants/2 not_one_of',
    '/participants/3/username out_of_range',
  ],
];

const taken: readonly Row[] = [
  ['teams in any order', ofTeams('BAAB')],
  ['an id', first({ profile_id: ID })],
  ['an id whose username is null', first({ profile_id: ID, username: null })],
  ['a username whose id is null', first({ profile_id: null, username: 'ana' })],
  ['a username that looks like an id', first({ username: ID })],
  [
    'an id and the same text as a username',
    participants({ 0: { username: undefined, profile_id: ID }, 1: { username: ID } }),
  ],
  [
    'two ids',
    participants({ 0: { username: undefined, profile_id: ID }, 1: { username: undefined, profile_id: OTHER_ID } }),
  ],
  ['left and right in both teams', onSides('left', 'right', 'right', 'left')],
  ['a position of only one', onSides(null, 'left', undefined, 'left')],
];

describe('A match is rejected for', () => {
  for (const [name, change, ...faults] of refused) test(name, () => assert.deepEqual(faultsIn(aMatch(change)), faults));
});

describe('A match is accepted with', () => {
  for (const [name, change] of taken) test(name, () => assert.deepEqual(faultsIn(aMatch(change)), []));

  test('usernames in mixed case, which are stored in lower case', () => {
    const { participants: named } = submissionOf(aMatch({ participants: four('Ana', 'BEA', 'cruZ', 'd.A-n_I') }));
    assert.deepEqual(
      named.map(({ username }) => username),
      ['ana', 'bea', 'cruz', 'd.a-n_i'],
    );
  });

  test('its participants in the order of the request', () => {
    const sent = [
      { username: 'dani', team: 'B', court_position: 'right' },
      { profile_id: ID, team: 'A' },
      { username: 'cruz', team: 'B', court_position: null },
      { username: 'bea', team: 'A', court_position: 'left' },
    ];
    const { participants: named, teams, court_positions } = submissionOf(aMatch({ participants: sent }));
    assert.deepEqual(named, [
      { profile_id: null, username: 'dani', sent: 'dani' },
      { profile_id: ID, username: null, sent: ID },
      { profile_id: null, username: 'cruz', sent: 'cruz' },
      { profile_id: null, username: 'bea', sent: 'bea' },
    ]);
    assert.deepEqual(teams, ['B', 'A', 'B', 'A']);
    assert.deepEqual(court_positions, ['right', null, null, 'left']);
  });
});

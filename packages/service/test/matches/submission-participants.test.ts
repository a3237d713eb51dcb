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
  { name: 'nobody', change: { participants: [] }, faults: ['/participants team_size'] },
  { name: 'three players', change: ofTeams('AAB'), faults: ['/participants team_size'] },
  { name: 'five players', change: ofTeams('AABBB'), faults: ['/participants team_size'] },
  { name: 'three against one', change: ofTeams('AAAB'), faults: ['/participants team_size'] },
  { name: 'one against three', change: ofTeams('BABB'), faults: ['/participants team_size'] },
  { name: 'four in one team', change: ofTeams('BBBB'), faults: ['/participants team_size'] },
  { name: 'a player without a name', change: first({}), faults: ['/participants/0 required'] },
  {
    name: 'a player whose names are null',
    change: first({ username: null, profile_id: null }),
    faults: ['/participants/0 required'],
  },
  {
    name: 'a player with two names',
    change: first({ username: 'ana', profile_id: ID }),
    faults: ['/participants/0 not_one_of'],
  },
  {
    name: 'two on the left',
    change: onSides('left', 'left'),
    faults: ['/participants/1/court_position court_position_conflict'],
  },
  {
    name: 'two on the right, in the other team',
    change: onSides(null, null, 'right', 'right'),
    faults: ['/participants/3/court_position court_position_conflict'],
  },
  {
    name: 'two by one username',
    change: participants({ 2: { username: 'ana' } }),
    faults: ['/participants/2 duplicate_participant'],
  },
  {
    name: 'two by one username in two cases',
    change: participants({ 1: { username: 'ANA' } }),
    faults: ['/participants/1 duplicate_participant'],
  },
  {
    name: 'two by one id',
    change: participants({ 0: { username: undefined, profile_id: ID }, 3: { username: undefined, profile_id: ID } }),
    faults: ['/participants/3 duplicate_participant'],
  },
  {
    name: 'four by one username',
    change: { participants: four('ana', 'ana', 'Ana', 'aNa') },
    faults: [
      '/participants/1 duplicate_participant',
      '/participants/2 duplicate_participant',
      '/participants/3 duplicate_participant',
    ],
  },
  {
    name: 'all of it',
    change: {
      participants: [
        { team: 'A', court_position: 'left' },
        { username: 'bea', team: 'A', court_position: 'left' },
        { username: 'Bea', profile_id: ID, team: 'A' },
        { username: 'b', team: 'B' },
      ],
    },
    faults: [
      '/participants team_size',
      '/participants/0 required',
      '/participants/1/court_position court_position_conflict',
      '/participants/2 duplicate_participant',
      '/participants/2 not_one_of',
      '/participants/3/username out_of_range',
    ],
  },
];

const taken: readonly Omit<Row, 'faults'>[] = [
  { name: 'teams in any order', change: ofTeams('BAAB') },
  { name: 'an id', change: first({ profile_id: ID }) },
  { name: 'an id whose username is null', change: first({ profile_id: ID, username: null }) },
  { name: 'a username whose id is null', change: first({ profile_id: null, username: 'ana' }) },
  { name: 'a username that looks like an id', change: first({ username: ID }) },
  {
    name: 'an id and the same text as a username',
    change: participants({ 0: { username: undefined, profile_id: ID }, 1: { username: ID } }),
  },
  {
    name: 'two ids',
    change: participants({
      0: { username: undefined, profile_id: ID },
      1: { username: undefined, profile_id: OTHER_ID },
    }),
  },
  { name: 'left and right in both teams', change: onSides('left', 'right', 'right', 'left') },
  { name: 'a position of only one', change: onSides(null, 'left', undefined, 'left') },
];

describe('A match is rejected for', () => {
  for (const { name, change, faults } of refused) {
    test(name, () => assert.deepEqual(faultsIn(aMatch(change)), faults));
  }
});

describe('A match is accepted with', () => {
  for (const { name, change } of taken) test(name, () => assert.deepEqual(faultsIn(aMatch(change)), []));

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

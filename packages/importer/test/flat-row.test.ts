import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readInstant } from '../src/cells/clock.ts';
import { readRow } from '../src/cells/row.ts';
import { fieldsOf, guessMeanings, planOf } from '../src/columns/header.ts';
import type { Fields } from '../src/columns/names.ts';
import type { Row } from '../src/rows.ts';
import { faultsIn } from './club-file.ts';

/** A valid row with these changes. */
function aRow(changes: Partial<Fields> = {}): Fields {
  const row = {
    external_ref: 'm1',
    played_at: '2026-05-01T19:10:00Z',
    team_a_1: 'ana',
    team_a_2: 'eva',
    team_b_1: 'rui',
    team_b_2: 'tom',
    winner: 'A',
    set_scores: '6-4 6-3',
    ...changes,
  };
  const names = Object.keys(row);
  return fieldsOf(Object.values(row), planOf(names, guessMeanings(names, new Map()), new Map()));
}

const rowOf = (line: number, changes: Partial<Fields>): Row =>
  readRow({ kind: 'flat', line, fields: aRow(changes), unused: [] });

function matchOf(changes: Partial<Fields>): Record<string, unknown> {
  const { match, faults } = rowOf(2, changes);
  assert.deepEqual(faults, []);
  return match;
}

describe('a flat row', () => {
  it('a flat row becomes a match', () => {
    assert.deepEqual(matchOf({ duration_minutes: '55.5', venue_label: 'Club Norte' }), {
      played_at: '2026-05-01T19:10:00Z',
      winning_team: 'A',
      set_scores: [
        { set_number: 1, team_a_games: 6, team_b_games: 4 },
        { set_number: 2, team_a_games: 6, team_b_games: 3 },
      ],
      duration_minutes: 55.5,
      venue_label: 'Club Norte',
    });
  });

  for (const set_scores of ['aplazado', '6-4 cancelado']) {
    it(`the score “${set_scores}” is rejected by its whole text`, () => {
      const row = rowOf(2, { set_scores, winner: '' });
      assert.equal(faultsIn(row), `set_scores: “${set_scores}” is not a match that was played`);
    });
  }

  it('a row without a scoreline becomes a match without one', () => {
    assert.equal('set_scores' in matchOf({ set_scores: '' }), false);
  });

  for (const [winner, team] of [
    ['A', 'A'],
    ['b', 'B'],
    ['1', 'A'],
    ['2', 'B'],
  ] as const) {
    it(`the winner ${winner} is team ${team}`, () => {
      assert.equal(matchOf({ winner, set_scores: '' })['winning_team'], team);
    });
  }

  it('the score decides the winner if the row names none', () => {
    assert.equal(matchOf({ winner: '', set_scores: '3-6 6-4 2-6' })['winning_team'], 'B');
  });

  it('values that only the service can check are passed on', () => {
    const plain = {
      trust_tier: 'gold',
      competition_type: 'pub',
      outcome: 'retired',
      scoring: 'points',
      session_external_ref: 's',
    };
    assert.deepEqual({ ...matchOf(plain), ...plain }, matchOf(plain));
  });

  const faulty: [name: string, changes: Partial<Fields>, detail: RegExp][] = [
    ['no reference', { external_ref: '' }, /^external_ref: the row has none$/],
    ['no player', { team_b_2: '' }, /^team_b_2: the player is missing$/],
    [
      'half a team in cells of one player',
      { team_a_1: 'GIL, Marta', team_a_2: '' },
      /^team_a_2: the player is missing$/,
    ],
    ['a score that cannot be read', { set_scores: '6-4 x' }, /^set_scores: “6-4 x” is not a scoreline/],
    ['no winner and a level score', { winner: '', set_scores: '6-4 4-6' }, /^the score is level/],
    ['a score that breaks off', { winner: '', set_scores: '6-2 4-6 3-3' }, /^the last set is level/],
    ['neither winner nor score', { winner: '', set_scores: '' }, /^neither a winner nor a score$/],
    [
      'a retirement without winner',
      { winner: '', outcome: 'retired' },
      /^winner: the row does not say who won: enter A or B in this column/,
    ],
    ['a winner 0', { winner: '0' }, /^winner: “0” is neither a team/],
    ['a winner named constructor', { winner: 'constructor' }, /^winner: “constructor” is neither a team/],
    ['a duration with a comma', { duration_minutes: '55,5' }, /^duration_minutes: “55,5” is not a number/],
    ['two faults at once', { external_ref: '', played_at: 'soon' }, /^external_ref: .*; played_at: “soon”/],
  ];
  for (const [name, changes, detail] of faulty) {
    it(`a row is rejected for ${name}`, () => {
      const row = rowOf(7, changes);
      assert.match(faultsIn(row), detail);
      assert.equal(row.line, 7);
    });
  }
});

describe('The time of a match', () => {
  const readable: [text: string, instant: string][] = [
    ['2026-05-01T19:10:00Z', '2026-05-01T19:10:00Z'],
    ['2026-05-01 19:10:00+02:00', '2026-05-01T19:10:00+02:00'],
    ['2026-05-01 19:10 +0200', '2026-05-01T19:10:00+02:00'],
    ['2026-05-01t19:10z', '2026-05-01T19:10:00Z'],
    ['2024-02-29T23:59:59.123456789Z', '2024-02-29T23:59:59.123456789Z'],
  ];
  for (const [text, instant] of readable) {
    it(`${text} is read`, () => assert.deepEqual(readInstant(text), { value: instant }));
  }

  const unreadable: [text: string, fault: string][] = [
    ['2026-05-01T19:10:00', 'no_zone'],
    ['2026-05-01', 'no_instant'],
    ['01/05/2026 19:10', 'no_instant'],
    ['2026-02-30T19:10:00Z', 'invalid'],
    ['2026-05-01T24:10:00Z', 'invalid'],
    ['2026-05-01T19:10:60Z', 'invalid'],
    ['2026-05-01T19:10:00+24:00', 'invalid'],
    ['2026-05-01T19:10:00-00:00', 'invalid'],
  ];
  for (const [text, fault] of unreadable) {
    it(`${text} is rejected`, () => {
      assert.deepEqual(readInstant(text), { fault });
    });
  }
});

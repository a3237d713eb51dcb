import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readInstant } from '@bandeja/importer/clock';
import { type Fields, fieldsOf, planColumns } from '@bandeja/importer/columns';
import { readFlatRow } from '@bandeja/importer/flat-row';
import { readUsernames, withParticipants } from '@bandeja/importer/participants';
import { OWN_REFERENCES } from '@bandeja/importer/references';
import type { FileRow, ImportRow } from '@bandeja/importer/rows';
import { Terms } from '@bandeja/importer/terms';

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
  return fieldsOf(Object.values(row), planColumns(Object.keys(row), new Map()));
}

/** The row that is sent or rejected. */
async function rowOf(line: number, changes: Partial<Fields>): Promise<ImportRow> {
  async function* rows(): AsyncGenerator<FileRow> {
    yield readFlatRow(line, aRow(changes));
  }
  const [row] = await Array.fromAsync(withParticipants(rows(), readUsernames, OWN_REFERENCES));
  assert.ok(row);
  return row;
}

async function submissionOf(changes: Partial<Fields>): Promise<Record<string, unknown>> {
  const row = await rowOf(2, changes);
  assert.ok(row.kind === 'ready', JSON.stringify(row));
  return row.submission;
}

describe('a flat row', () => {
  it('a flat row becomes a submission', async () => {
    assert.deepEqual(await submissionOf({ duration_minutes: '55.5', venue_label: 'Club Norte' }), {
      external_ref: 'm1',
      played_at: '2026-05-01T19:10:00Z',
      winning_team: 'A',
      trust_tier: 'imported',
      participants: [
        { username: 'ana', team: 'A' },
        { username: 'eva', team: 'A' },
        { username: 'rui', team: 'B' },
        { username: 'tom', team: 'B' },
      ],
      set_scores: [
        { set_number: 1, team_a_games: 6, team_b_games: 4 },
        { set_number: 2, team_a_games: 6, team_b_games: 3 },
      ],
      duration_minutes: 55.5,
      venue_label: 'Club Norte',
    });
  });

  for (const set_scores of ['aplazado', '6-4 cancelado']) {
    it(`the score “${set_scores}” is rejected by its whole text`, async () => {
      const row = await rowOf(2, { set_scores, winner: '' });
      assert.ok(row.kind === 'faulty');
      assert.deepEqual(
        row.faults.map(({ detail }) => detail),
        [`“${set_scores}” is not a match that was played`],
      );
    });
  }

  it('a row without a scoreline becomes a submission without one', async () => {
    assert.equal('set_scores' in (await submissionOf({ set_scores: '' })), false);
  });

  it('usernames are converted to lower case and otherwise unchanged', async () => {
    const { participants } = await submissionOf({ team_a_1: 'Ana.Martins_2' });
    assert.deepEqual((participants as object[])[0], { username: 'ana.martins_2', team: 'A' });
  });

  for (const [winner, team] of [
    ['A', 'A'],
    ['b', 'B'],
    ['1', 'A'],
    ['2', 'B'],
  ] as const) {
    it(`the winner ${winner} is team ${team}`, async () => {
      assert.equal((await submissionOf({ winner, set_scores: '' }))['winning_team'], team);
    });
  }

  it('the score decides the winner if the row names none', async () => {
    assert.equal((await submissionOf({ winner: '', set_scores: '3-6 6-4 2-6' }))['winning_team'], 'B');
  });

  it('values that only the service can check are passed on', async () => {
    const plain = {
      trust_tier: 'gold',
      competition_type: 'pub',
      outcome: 'retired',
      scoring: 'points',
      session_external_ref: 's',
    };
    assert.deepEqual({ ...(await submissionOf(plain)), ...plain }, await submissionOf(plain));
  });

  const faulty: [name: string, changes: Partial<Fields>, detail: RegExp][] = [
    ['no reference', { external_ref: '' }, /^external_ref: the row has none$/],
    ['no player', { team_b_2: '' }, /^team_b_2: the player is missing$/],
    [
      'half a team in cells of one player',
      { team_a_1: 'GIL, Marta', team_a_2: '' },
      /; team_a_2: the player is missing$/,
    ],
    ['a name that is not a username', { team_a_2: 'Eva Sánchez' }, /^team_a_2: “Eva Sánchez” is not a username$/],
    ['a name too short', { team_a_2: 'e' }, /is not a username/],
    ['a name of 41 characters', { team_a_2: 'e'.repeat(41) }, /is not a username/],
    ['a name ending in a dot', { team_a_2: 'eva.' }, /is not a username/],
    ['a name with a Kelvin sign, which Unicode lower-cases to k', { team_a_2: '\u212aarl' }, /is not a username/],
    ['the reserved name', { team_a_2: 'Search' }, /is not a username/],
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
    it(`a row is rejected for ${name}`, async () => {
      const row = await rowOf(7, changes);
      assert.ok(row.kind === 'faulty');
      assert.match(row.faults.map((fault) => new Terms(null).faultText(fault)).join('; '), detail);
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

  const unreadable: [text: string, fault: RegExp][] = [
    ['2026-05-01T19:10:00', /no time zone/],
    ['2026-05-01', /not a date and time/],
    ['01/05/2026 19:10', /not a date and time/],
    ['2026-02-30T19:10:00Z', /not a valid date or time/],
    ['2026-05-01T24:10:00Z', /not a valid date or time/],
    ['2026-05-01T19:10:60Z', /not a valid date or time/],
    ['2026-05-01T19:10:00+24:00', /not a valid date or time/],
    ['2026-05-01T19:10:00-00:00', /not a valid date or time/],
  ];
  for (const [text, fault] of unreadable) {
    it(`${text} is rejected`, async () => {
      const reading = readInstant(text);
      assert.match('fault' in reading ? reading.fault : '', fault);
    });
  }
});

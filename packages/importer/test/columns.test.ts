import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ColumnPlan, faultOfColumns, fieldsOf, guessMeanings, planOf } from '../src/columns/header.ts';
import type { Column, Mapping } from '../src/columns/names.ts';
import { ImportFault } from '../src/message.ts';
import { textIn } from './club-file.ts';

const COMPLETE = ['external_ref', 'played_at', 'team_a_1', 'team_a_2', 'team_b_1', 'team_b_2', 'winner', 'set_scores'];

const planColumns = (header: readonly string[], mapping: Mapping = new Map()): ColumnPlan => {
  const names = header.map((name) => name.trim());
  return planOf(names, guessMeanings(names, mapping), mapping);
};
const placeOf = (column: Column, header: readonly string[], mapping: Mapping = new Map()): number | undefined =>
  planColumns(header, mapping).places.get(column);

function asked(header: readonly string[], question: RegExp): void {
  const fault = faultOfColumns(planColumns(header));
  assert.match(fault === null ? '' : textIn(fault), question);
}

describe('The columns of a file', () => {
  it('columns are found by name, in any case and order', () => {
    const header = ['Set Scores', 'WINNER', 'B2', 'b1', 'a2', 'A1', ' Played-At ', 'Match_ID'];
    const { places, ignored } = planColumns(header, new Map());
    assert.deepEqual(
      COMPLETE.map((column) => places.get(column as Column)),
      [7, 6, 5, 4, 3, 2, 1, 0],
    );
    assert.deepEqual(ignored, []);
  });

  it('whole numbers that a data tool wrote with a point are read, but not in dates, references and the winner', () => {
    const header = [
      'external_ref',
      'date',
      'time',
      'a1',
      'a2',
      'b1',
      'b2',
      'winner',
      'set_1_a',
      'set_1_b',
      'set_scores',
    ];
    const cells = [
      '7.0',
      '2025-03-05',
      '21.00',
      'ana',
      'eva',
      'rui',
      'tom',
      '1.0',
      '6.0',
      '4.00',
      '6.0-4.0 3.0:6.0 [10.0-8.0]',
    ];
    const { external_ref, time, winner, set_1_a, set_1_b, set_scores } = fieldsOf(
      cells,
      planColumns(header, new Map()),
    );
    assert.deepEqual([external_ref, time, winner, set_1_a, set_1_b], ['7.0', '21.00', '1.0', '6', '4']);
    assert.equal(set_scores, '6-4 3:6 [10-8]');
  });

  it('our own column name wins over a synonym, which is reported as unused', () => {
    const header = ['match_id', ...COMPLETE];
    assert.equal(placeOf('external_ref', header), 1);
    assert.deepEqual(planColumns(header, new Map()).ignored, ['match_id']);
  });

  it('either winner or set_scores may be missing, but not both', () => {
    const without = (...names: string[]) => COMPLETE.filter((name) => !names.includes(name));
    assert.equal(placeOf('winner', without('winner')), undefined);
    assert.equal(placeOf('set_scores', without('set_scores')), undefined);
    asked(without('winner', 'set_scores'), /^Missing: winner, set_scores\. Found: external_ref, /);
  });

  it('a start beside a date is the time of day, and alone it is date and time', () => {
    const teams = ['a1', 'a2', 'b1', 'b2', 'winner'];
    const beside = ['Date', 'Time', 'Start', ...teams];
    assert.deepEqual(
      [placeOf('date', beside), placeOf('time', beside), placeOf('played_at', beside)],
      [0, 2, undefined],
    );
    assert.equal(placeOf('time', ['Fecha', 'Inicio', ...teams]), 1);
    assert.equal(placeOf('played_at', ['Start', ...teams]), 0);
  });

  it('a mapped name wins over our own', () => {
    assert.equal(placeOf('winner', [...COMPLETE, 'Who Won'], new Map([['winner', 'who won']])), 8);
  });

  it('a missing column is reported with the columns found', () => {
    asked(['id', 'date', 'winner'], /^Missing: team_a \(team_a_1, team_a_2\), team_b .*Found: id, date, winner\.$/);
    asked(['a1', 'a2', 'b1', 'winner'], /^Missing: played_at \(date\), team_b_2\. /);
  });

  it('a column that appears twice is rejected', () => {
    asked([...COMPLETE, 'Winner'], /^The column winner appears twice/);
  });

  it('a mapped column that the file does not have is refused', () => {
    assert.throws(
      () => placeOf('winner', COMPLETE, new Map([['winner', 'Won']])),
      (error) => {
        assert.ok(error instanceof ImportFault);
        assert.match(textIn(error.fault), /^There is no column “Won”\. Found: external_ref, /);
        return true;
      },
    );
  });

  it('cells are trimmed, and absent ones are empty', () => {
    const fields = fieldsOf([' m1 ', '\t'], planColumns(COMPLETE, new Map()));
    assert.equal(fields.external_ref, 'm1');
    assert.equal(fields.played_at, '');
    assert.equal(fields.winner, '');
    assert.equal(fields.outcome, '');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Column } from '@bandeja/importer/column-names';
import { fieldsOf, planColumns, readMapping } from '@bandeja/importer/columns';
import { FileFault } from '@bandeja/importer/file-fault';

const COMPLETE = ['external_ref', 'played_at', 'team_a_1', 'team_a_2', 'team_b_1', 'team_b_2', 'winner', 'set_scores'];

function placeOf(column: Column, header: readonly string[], map: readonly string[] = []): number | undefined {
  return planColumns(header, readMapping(map)).places.get(column);
}

function refused(work: () => unknown, message: RegExp): void {
  assert.throws(work, (error) => {
    assert.ok(error instanceof FileFault);
    assert.match(error.message, message);
    return true;
  });
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

  it('a date and a time are used where the column that has both is empty', () => {
    const plan = planColumns([...COMPLETE, 'date', 'time'], new Map());
    const read = (playedAt: string) => {
      const { played_at, date, time } = fieldsOf(['1', playedAt, '', '', '', '', '', '', '2024-12-01', '17:00'], plan);
      return [played_at, date, time];
    };
    assert.deepEqual(read(''), ['', '2024-12-01', '17:00']);
    assert.deepEqual(read('7/1/2024 10:00'), ['7/1/2024 10:00', '', '']);
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
    refused(
      () => placeOf('winner', without('winner', 'set_scores')),
      /^Missing: winner or set_scores\..*--map winner=NAME/,
    );
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
    assert.equal(placeOf('winner', [...COMPLETE, 'Who Won'], ['winner=who won']), 8);
  });

  it('a missing column is reported with the columns found and advice', () => {
    refused(
      () => placeOf('winner', ['id', 'date', 'winner']),
      /^Missing: team_a \(or team_a_1 and team_a_2\), team_b .*Found: id, date, winner\. .*--map team_a=NAME/,
    );
    refused(() => placeOf('winner', ['a1', 'a2', 'b1', 'winner']), /^Missing: played_at \(or date\), team_b_2\. /);
    refused(() => placeOf('winner', ['', '']), /Found: no names at all/);
  });

  it('a column that appears twice is rejected', () => {
    refused(() => placeOf('winner', [...COMPLETE, 'Winner']), /^The column winner appears twice/);
  });

  const badMaps: [pair: string, message: RegExp][] = [
    ['winner', /write it as column=header/],
    ['winner=', /write it as column=header/],
    ['=Won', /is not a column here/],
    ['victor=Won', /“victor” is not a column here\. The columns are: external_ref, /],
    ['winner=Won', /there is no such column\. Found: external_ref, /],
  ];
  for (const [pair, message] of badMaps) {
    it(`--map ${pair} is rejected`, () => refused(() => placeOf('winner', COMPLETE, [pair]), message));
  }

  it('mapping one of our names twice is rejected', () => {
    refused(() => readMapping(['winner=a', 'Winner=b']), /--map gives winner twice/);
  });

  it('a mapped name may contain equals signs', () => {
    assert.equal(placeOf('winner', [...COMPLETE, 'a=b'], ['winner=a=b']), 8);
  });

  it('cells are trimmed, and absent ones are empty', () => {
    const fields = fieldsOf([' m1 ', '\t'], planColumns(COMPLETE, new Map()));
    assert.equal(fields.external_ref, 'm1');
    assert.equal(fields.played_at, '');
    assert.equal(fields.winner, '');
    assert.equal(fields.outcome, '');
  });
});

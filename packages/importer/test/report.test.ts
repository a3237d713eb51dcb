import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Api } from '@bandeja/client';
import { HEADER, opened, PLAYERS } from './club-file.ts';

const ROWS = 6;
const states = ['created', 'rejected', 'conflict'] as const;

const resultOf = (line: number): Api.ImportRow => ({
  ...{ line, state: states[line % 3] ?? 'created', external_ref: null, match_id: null, now: null, differences: [] },
  problems: line % 3 === 1 ? [{ pointer: null, code: 'left_out', detail: null, values: {} }] : [],
  warnings: [{ pointer: null, code: 'unfinished_set', detail: '', match_id: null, values: {} }],
});

describe('The report of an import', () => {
  it('groups each row once, however often its groups are read', async () => {
    const rows = Array.from({ length: ROWS }, (_, index) => `0${index + 1}/05/2026;10:30;${PLAYERS};6-4 6-3;;`);
    const importing = await opened(`${HEADER}\n${rows.join('\n')}\n`);
    const report = importing.report();
    const shown = () => ({
      reasons: report.reasons.map(({ group, rows, lines }) => [group, rows, lines]),
      cautions: report.cautions.map(({ group, rows, lines }) => [group, rows, lines]),
      ...{ warned: report.warned.length, conflicting: report.conflicting.length, notes: report.notes.length },
    });
    for (const row of importing.rows) {
      const own = { row, match: null, faults: [], warnings: [], persons: [] };
      const [result] = report.add([{ own, result: resultOf(row.line) }]);
      // A row that is read again makes a large file slow: its groups are shown after each batch.
      for (const name of Object.keys(result ?? {}))
        Object.defineProperty(result, name, { get: () => assert.fail(`${name} is read again`) });
      shown();
    }
    assert.deepEqual(shown(), {
      reasons: [['left_out', 2, [4, 7]]],
      cautions: [['unfinished_set', 4, [3, 4, 6, 7]]],
      ...{ warned: 4, conflicting: 2, notes: 0 },
    });
  });
});

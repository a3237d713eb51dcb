import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { REPORT_HEADER } from '../src/report.ts';
import { readReport } from '../src/reports.ts';

/** Reads a file with one row. */
function kindOf(header: string, isWhole: boolean): Promise<string> {
  const bytes = new TextEncoder().encode(`${header.trim()}\n${header.trim().replaceAll(/[^,]+/g, 'x')}\n`);
  const file = {
    name: 'file.csv',
    size: bytes.length,
    async *chunks() {
      yield bytes;
    },
  };
  return readReport(file, isWhole).then(({ kind }) => kind);
}

describe('the report of an import', () => {
  it('may lack columns for an undo', async () => {
    assert.equal(await kindOf('id,status,detail', false), 'import');
    assert.equal(await kindOf('id,date,score', false), 'other');
  });

  it('has all its columns where a file of results is expected, since such files may have a status, too', async () => {
    assert.equal(await kindOf('external_ref,status,date,team_a,team_b,score', true), 'other');
    assert.equal(await kindOf(REPORT_HEADER, true), 'import');
  });
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { crashRun } from './support/crash-run.ts';
import { createDatabase } from './support/postgres.ts';

/** One kill on each engine; `npm run drill:crash` does five, and kills the database server as well. */
describe('a service that is killed in the midst of ingest', () => {
  it('loses no acknowledged match and stores none twice on the embedded database', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'bandeja-crash-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const result = await crashRun({
      database: { DATA_DIR: join(folder, 'data') },
      kills: 1,
      acknowledgedBeforeKill: 60,
    });
    assert.ok(result.acknowledged >= 60);
  });

  it('loses no acknowledged match and stores none twice on PostgreSQL', async (t) => {
    const database = await createDatabase();
    t.after(() => database.drop());
    const result = await crashRun({ database: { DATABASE_URL: database.url }, kills: 1, acknowledgedBeforeKill: 120 });
    assert.ok(result.acknowledged >= 120);
  });
});

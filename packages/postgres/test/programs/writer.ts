/**
 * Writes rows until it is killed, and prints each id after its transaction is acknowledged.
 *
 * Usage: node writer.ts DATA_DIR, or node writer.ts postgres://…
 */
import { writeSync } from 'node:fs';
import { statement } from '../../src/database.ts';
import { openDatabase } from '../../src/open.ts';

const [target = ''] = process.argv.slice(2);
const isUrl = target.startsWith('postgres:');
const database = await openDatabase({
  databaseUrl: isUrl ? target : undefined,
  dataDirectory: target,
  log: { info() {}, warn() {} },
  migrationsDirectory: new URL('../migrations', import.meta.url).pathname,
});
const insert = statement('writer_insert', 'insert into written (id, padding) values ($1, $2)');
const selectLast = statement('writer_last', 'select coalesce(max(id), 0) as last from written');

const [row] = await database.query<{ last: number }>(selectLast);
writeSync(1, 'ready\n');
for (let id = (row?.last ?? 0) + 1; ; id += 1) {
  await database.transaction((transaction) => transaction.query(insert, [id, 'x'.repeat(id % 2_000)]));
  // Synchronous, so that a kill cannot lose the line of an acknowledged row.
  writeSync(1, `${id}\n`);
}

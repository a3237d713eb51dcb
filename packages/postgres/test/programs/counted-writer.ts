/**
 * Writes a number of rows, one per transaction, and prints a line after each acknowledgement.
 *
 * Usage: node counted-writer.ts DATA_DIR ROWS
 */
import { writeSync } from 'node:fs';
import { statement } from '../../src/database.ts';
import { openDatabase } from '../../src/open.ts';

const [dataDirectory = '', rows = '0'] = process.argv.slice(2);
const database = await openDatabase({
  dataDirectory,
  log: { info() {}, warn() {} },
  migrationsDirectory: new URL('../migrations', import.meta.url).pathname,
});
const insert = statement('counted_insert', 'insert into written (id, padding) values ($1, $2)');
writeSync(1, 'acknowledged 0\n');
for (let id = 1; id <= Number(rows); id += 1) {
  await database.transaction((transaction) => transaction.query(insert, [id, 'x'.repeat(100)]));
  writeSync(1, `acknowledged ${id}\n`);
}
writeSync(1, 'done\n');
await database.close();

/**
 * `npm run bench:plans`: how PostgreSQL answers every read, on a database that bench:seed has filled.
 *
 * Runs the verbs themselves and takes down the statements that they send, so none is forgotten and none is out of date.
 * Each is then explained as a prepared statement with its generic plan, the one that a long-lived connection settles on.
 * Prints a table of rows, buffers and time, and with `--write` keeps it with the plans.
 */
import { writeFileSync } from 'node:fs';
import { postgresDatabase } from '../src/store/engine/postgres.ts';
import { readOptions } from './options.ts';
import { Explainer } from './plans/explain.ts';
import { reads, sampleOf } from './plans/reads.ts';
import { recorded } from './plans/record.ts';
import { documentOf, tableOf } from './plans/report.ts';

const HELP = `npm run bench:plans -- --url URL [options]

  --url URL      a database that bench:seed has filled
  --write FILE   keeps the table with all plans, as docs/operations/plans.md
`;

const values = readOptions(HELP, { url: { type: 'string' }, write: { type: 'string' } });
if (values.url === undefined) {
  process.stderr.write(`bench:plans needs --url\n\n${HELP}`);
  process.exit(2);
}
const database = postgresDatabase({ url: values.url });
const explainer = await Explainer.connect(values.url);
try {
  const sample = await sampleOf(database);
  const explained = [];
  for (const read of reads(sample)) {
    const statements = await recorded(database, read.run);
    for (const one of statements) {
      explained.push({ read: read.name, statement: one.statement.name, ...(await explainer.explain(one)) });
    }
  }
  if (values.write !== undefined) writeFileSync(values.write, documentOf(sample.matches, explained));
  process.stdout.write(tableOf(explained));
} finally {
  await explainer.close();
  await database.close();
}

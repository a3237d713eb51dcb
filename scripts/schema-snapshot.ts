/**
 * Makes `packages/service/migrations/schema.sql`, the schema that all migrations together make, for people to read; or, with `--check`,
 * fails if the file is not what the migrations make.
 *
 *     node scripts/schema-snapshot.ts [--check]
 */

import { migrate } from '@bandeja/postgres/migrate';
import { openPglite } from '@bandeja/postgres/pglite';
import { MIGRATIONS_DIRECTORY } from '@bandeja/service/migrations';
import { writeOrCheck } from './generated-file.ts';
import { describeSchema } from './schema-catalog.ts';

const HEADING = '-- Made by scripts/schema-snapshot.ts from the migrations; do not edit. Nothing applies it.\n\n';

const database = await openPglite({ directory: null });
try {
  await migrate(database, MIGRATIONS_DIRECTORY);
  writeOrCheck('packages/service/migrations/schema.sql', HEADING + (await describeSchema(database)));
} finally {
  await database.close();
}

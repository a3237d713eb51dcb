/**
 * Makes the pictures of the documentation, or, with `--check`, fails if they are not what the service draws. It starts an
 * embedded database, which takes some seconds, so `npm run check` leaves it to the tests.
 *
 *     node scripts/pictures.ts [--check]
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@bandeja/postgres/open';
import { MIGRATIONS_DIRECTORY } from '@bandeja/service/migrations';
import { pino } from 'pino';
import { drawPictures } from './club-pictures.ts';
import { writeOrCheck } from './generated-file.ts';

const dataDirectory = await mkdtemp(join(tmpdir(), 'bandeja-pictures-'));
try {
  const database = await openDatabase({
    dataDirectory,
    migrationsDirectory: MIGRATIONS_DIRECTORY,
    databaseUrl: undefined,
    log: pino({ level: 'silent' }),
  });
  for (const [path, svg] of await drawPictures(database)) writeOrCheck(path, svg);
  await database.close();
} finally {
  await rm(dataDirectory, { recursive: true });
}

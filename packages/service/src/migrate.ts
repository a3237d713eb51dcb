/**
 * `bandeja-service migrate`: applies pending migrations as the owner of the database, and grants the roles of `roles.sql` their rights. The
 * service itself then needs neither the owner's password nor the right to change tables.
 */

import { readFileSync } from 'node:fs';
import { openDatabase } from '@bandeja/postgres/open';
import { otherRoles } from '@bandeja/postgres/rights';
import { StartupError } from '@bandeja/postgres/startup-error';
import { readMigratedUrl } from './config.ts';
import { MIGRATIONS_DIRECTORY } from './migrations.ts';

const ROLES_FILE = new URL('../../../ops/postgresql/roles.sql', import.meta.url);
const ROLES = ['bandeja', 'bandeja_reader'];

const print = (text: string): void => void process.stdout.write(`${text}\n`);

async function migrateAsOwner(): Promise<void> {
  const database = await openDatabase({
    databaseUrl: readMigratedUrl(),
    dataDirectory: '',
    migrationsDirectory: MIGRATIONS_DIRECTORY,
    log: { info: print, warn: print },
  });
  try {
    const roles = await otherRoles(database, ROLES);
    if (roles.length < ROLES.length) {
      throw new StartupError(
        `the database is migrated, but no rights were granted: create the roles ${ROLES.join(' and ')} besides the owner, and run this again`,
      );
    }
    await database.script(readFileSync(ROLES_FILE, 'utf8'));
    print(`The database is migrated, and ${ROLES.join(' and ')} have their rights.`);
  } finally {
    await database.close();
  }
}

await migrateAsOwner().catch((error: unknown) => {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`bandeja: ${error.message.replaceAll('\n', '\nbandeja: ')}\n`);
  process.exitCode = 1;
});

/**
 * Databases with the schema in place, a fresh one a call, on either engine. `TEST_ENGINE=postgres` runs the tests that
 * leave the choice open on PostgreSQL; they run on the embedded database otherwise.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import type { Database } from '../../src/store/database.ts';
import { MIGRATIONS_DIRECTORY, migrate, readMigrations } from '../../src/store/migrate.ts';
import { openPglite } from '../../src/store/pglite.ts';
import { postgresDatabase } from '../../src/store/postgres.ts';
import { asSuperuser, createDatabase, type PostgresServer, sharedPostgres } from './postgres.ts';

export type Engine = Database['engine'];

const { TEST_ENGINE, TEST_TEMPLATE_DATABASE } = process.env;

/** The engine of tests that leave the choice open. */
export const defaultEngine: Engine = TEST_ENGINE === 'postgres' ? 'postgres' : 'pglite';

/** Opens a fresh migrated database. Closing it is the caller's; on PostgreSQL it then is dropped with its server. */
export async function openMigratedDatabase(engine: Engine = defaultEngine): Promise<Database> {
  return engine === 'postgres' ? openMigratedPostgres() : openMigratedPglite();
}

async function openMigratedPostgres(): Promise<Database> {
  const server = await sharedPostgres();
  const template = TEST_TEMPLATE_DATABASE ?? (await makeTemplate(server));
  const { url } = await createDatabase({ server, template });
  return postgresDatabase({ url });
}

const templates = new Map<PostgresServer, Promise<string>>();

/** Makes the database that others are copied from, once for a server; returns its name. */
export function makeTemplate(server: PostgresServer): Promise<string> {
  const made = templates.get(server) ?? migratedTemplate(server);
  templates.set(server, made);
  return made;
}

async function migratedTemplate(server: PostgresServer): Promise<string> {
  const { url } = await createDatabase({ server });
  const database = postgresDatabase({ url });
  await migrate(database);
  await database.close();
  const name = new URL(url).pathname.slice(1);
  await awaitDisconnection(server, name);
  return name;
}

/** A connection lives a moment longer on the server than here, and a database with one cannot be copied. */
async function awaitDisconnection(server: PostgresServer, name: string): Promise<void> {
  const connections = `select from pg_stat_activity where datname = '${name}'`;
  while ((await asSuperuser(server, connections)).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function openMigratedPglite(): Promise<Database> {
  return openPglite({ directory: null, snapshot: fs.readFileSync(await preparePgliteSnapshot()) });
}

/**
 * A database in memory begins from a snapshot of its migrated files, which takes a seventh of `initdb` and the migrations
 * (0.4 s instead of 2.7 s on an idle machine). The snapshot is kept between runs, under a name made of all that it
 * depends on; this makes it if it is absent, and returns the file.
 */
export async function preparePgliteSnapshot(): Promise<string> {
  const file = await snapshotFile();
  if (!fs.existsSync(file)) await writeSnapshot(file);
  return file;
}

async function snapshotFile(): Promise<string> {
  const hash = createHash('sha256').update(packageFile.dependencies['@electric-sql/pglite']);
  for (const { version: number, checksum } of await readMigrations(MIGRATIONS_DIRECTORY))
    hash.update(`${number}${checksum}`);
  return path.join(os.tmpdir(), `bandeja-pglite-${process.getuid?.() ?? 0}-${hash.digest('hex').slice(0, 16)}.tar`);
}

async function writeSnapshot(file: string): Promise<void> {
  const database = await openPglite({ directory: null });
  await migrate(database);
  const snapshot = await database.dump();
  await database.close();
  // Renamed into place, since test files run at once and none may read half of it.
  const unfinished = `${file}.${process.pid}`;
  fs.writeFileSync(unfinished, snapshot, { mode: 0o600 });
  fs.renameSync(unfinished, file);
}

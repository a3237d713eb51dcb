/** Databases with the schema in place, a fresh one a call, on either engine. */

import type { Database } from '@bandeja/postgres/database';
import { migrate } from '@bandeja/postgres/migrate';
import { postgresDatabase } from '@bandeja/postgres/postgres';
import { openPgliteInMemory } from '@bandeja/postgres/test/support/pglite';
import {
  asSuperuser,
  createDatabase,
  type PostgresServer,
  sharedPostgres,
} from '@bandeja/postgres/test/support/postgres';
import { MIGRATIONS_DIRECTORY } from '../../src/migrations.ts';
import { chosenEngines, type Engine } from './engines.ts';

const { TEST_TEMPLATE_DATABASE } = process.env;

/** Opens a fresh migrated database. Closing it is the caller's; on PostgreSQL it then is dropped with its server. */
export async function openMigratedDatabase(engine: Engine = chosenEngines()[0]): Promise<Database> {
  return engine === 'postgres'
    ? postgresDatabase({ url: await createMigratedPostgres() })
    : openPgliteInMemory(MIGRATIONS_DIRECTORY);
}

/** Makes a fresh migrated database on the shared PostgreSQL and returns its URL. */
export async function createMigratedPostgres(): Promise<string> {
  const server = await sharedPostgres();
  const template = TEST_TEMPLATE_DATABASE ?? (await makeTemplate(server));
  return (await createDatabase({ server, template })).url;
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
  await migrate(database, MIGRATIONS_DIRECTORY);
  await database.close();
  const name = new URL(url).pathname.slice(1);
  await awaitDisconnection(server, name);
  return name;
}

/** A connection lives a moment longer on the server than here, and a database with one cannot be copied. */
export async function awaitDisconnection(server: PostgresServer, name: string): Promise<void> {
  const connections = `select from pg_stat_activity where datname = '${name}'`;
  while ((await asSuperuser(server, connections)).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

/**
 * The databases that tests run on. `BANDEJA_TEST_ENGINE` names them, separated by commas: `pglite` (the default, in
 * memory) and `postgres` (a database of its own on the shared server).
 */
import { describe } from 'node:test';
import type { Database } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { openPglite } from '../../src/store/pglite.ts';
import { postgresDatabase } from '../../src/store/postgres.ts';
import { createDatabase } from './postgres.ts';

export const engines = ['pglite', 'postgres'] as const;
export type Engine = (typeof engines)[number];

/** The engines of this run. @throws for a name that is no engine, so that no run tests nothing by a misspelling. */
export function chosenEngines(): readonly Engine[] {
  return (process.env['BANDEJA_TEST_ENGINE'] || 'pglite').split(',').map((name) => {
    const engine = engines.find((one) => one === name.trim());
    if (engine === undefined) throw new Error(`BANDEJA_TEST_ENGINE names "${name}"; there are ${engines.join(', ')}`);
    return engine;
  });
}

/** Describes the same tests once for each engine of this run. */
export function onEachEngine(register: (engine: Engine) => void): void {
  for (const engine of chosenEngines()) describe(`on ${engine}`, () => register(engine));
}

export interface OpenedDatabase {
  readonly database: Database;
  /** Closes it and leaves nothing behind. */
  close(): Promise<void>;
}

/** A fresh database with the present schema and no rows. */
export async function openTestDatabase(engine: Engine): Promise<OpenedDatabase> {
  if (engine === 'pglite') {
    const database = await openPglite({ directory: null });
    await migrate(database);
    return { database, close: () => database.close() };
  }
  const template = process.env['TEST_TEMPLATE_DATABASE'];
  const created = await createDatabase(template === undefined ? {} : { template });
  const database = postgresDatabase({ url: created.url });
  await migrate(database);
  return {
    database,
    async close() {
      await database.close();
      await created.drop();
    },
  };
}

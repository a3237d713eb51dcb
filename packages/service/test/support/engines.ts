/**
 * The databases that tests run on. `TEST_ENGINE` lists them, separated by commas: `pglite` (in memory) and
 * `postgres` (a separate database on the shared server). The default is both.
 */
import { describe } from 'node:test';
import type { Database } from '@bandeja/postgres/database';

export type Engine = Database['engine'];

/** All engines, for tests that ignore `TEST_ENGINE`: races, and tests of the exact bits of stored values. */
export const engines: readonly Engine[] = ['pglite', 'postgres'];

/** The engines of this run. Tests that need only one run on the first. @throws for an unknown name, so that a typo does not skip all tests. */
export function chosenEngines(): readonly [Engine, ...Engine[]] {
  const { TEST_ENGINE = 'pglite,postgres' } = process.env;
  const chosen = TEST_ENGINE.split(',').map((name) => {
    const engine = engines.find((one) => one === name.trim());
    if (engine === undefined) throw new Error(`TEST_ENGINE names "${name}"; there are ${engines.join(' and ')}`);
    return engine;
  });
  return chosen as [Engine, ...Engine[]];
}

/** Describes the same tests once for each engine of this run. */
export function onEachEngine(register: (engine: Engine) => void): void {
  for (const engine of chosenEngines()) describe(`on ${engine}`, () => register(engine));
}

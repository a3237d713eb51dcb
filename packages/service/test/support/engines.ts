/**
 * The databases that tests run on. `TEST_ENGINE` names them, separated by commas: `pglite` (in memory) and
 * `postgres` (a database of its own on the shared server); both, when it is not set.
 */
import { describe } from 'node:test';
import type { Engine } from './database.ts';

export type { Engine } from './database.ts';

/** All of them, for tests that must run on both whatever was chosen: the races, and the bits of what is stored. */
export const engines: readonly Engine[] = ['pglite', 'postgres'];

/** The engines of this run. @throws for a name that is no engine, so that no run tests nothing by a misspelling. */
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

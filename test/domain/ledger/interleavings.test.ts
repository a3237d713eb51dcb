/** Whatever is submitted, confirmed, amended and voided, in whatever order: the ledger is the fold of what is completed then. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { Database } from '../../../src/store/engine/database.ts';
import { postgresDatabase } from '../../../src/store/engine/postgres.ts';
import { createMigratedPostgres, openMigratedDatabase } from '../../support/database.ts';
import { type Engine, engines } from '../../support/engines.ts';
import { LocalNode } from './node.ts';
import { aPlot, Theatre } from './plots.ts';

/** Of each kind on each engine; every run is a database history of its own. */
const RUNS = 50;
const MATCHES_MAX = 10;

async function openNodes(engine: Engine): Promise<Database[]> {
  if (engine === 'pglite') return [await openMigratedDatabase(engine)];
  const url = await createMigratedPostgres();
  return [postgresDatabase({ url }), postgresDatabase({ url })];
}

for (const engine of engines) {
  describe(`after any interleaving of submissions, confirmations, amendments, voids and settlements, on ${engine}`, () => {
    /** Two nodes where there is a server: they share nothing but the database. */
    let nodes: Database[];
    let theatre: Theatre;
    before(async () => {
      nodes = await openNodes(engine);
      const [database = assert.fail()] = nodes;
      theatre = await Theatre.open(
        database,
        nodes.map((node) => new LocalNode(node)),
      );
    });
    after(() => Promise.all(nodes.map((node) => node.close())));

    test(`one after the other, on ${engine}`, async () => {
      await fc.assert(
        fc.asyncProperty(aPlot(MATCHES_MAX), (plot) => theatre.play(plot, false)),
        { numRuns: RUNS },
      );
    });

    test(`at once, on ${engine}`, async () => {
      await fc.assert(
        fc.asyncProperty(aPlot(MATCHES_MAX), (plot) => theatre.play(plot, true)),
        { numRuns: RUNS },
      );
      // Else nothing of this would have been at once with a settlement.
      assert.ok(theatre.stepsMeanwhile > RUNS / 5, `${theatre.stepsMeanwhile} steps settled anything meanwhile`);
    });
  });
}

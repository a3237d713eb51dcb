/** A large group leaves the event loop to others between what is done for it: nobody waits for all of it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { submitGroups } from '../../../src/domain/matches/index.ts';
import type { Database, SqlValue, Statement, Transaction } from '../../../src/store/engine/database.ts';
import { aMatch, four } from '../../support/matches.ts';
import { freshName, onEachEngine, useTestService } from '../../support/service.ts';

/** Counts the turns of the event loop for as long as `work` takes. */
async function withTurns(work: (turn: () => number) => Promise<void>): Promise<void> {
  let turn = 0;
  const next = (): NodeJS.Immediate =>
    setImmediate(() => {
      turn += 1;
      coming = next();
    });
  let coming = next();
  await work(() => turn).finally(() => clearImmediate(coming));
}

onEachEngine((engine) => {
  const service = useTestService({ engine });

  /** How many turns lie between the last thing that is looked up for so many matches and the first that is written. */
  async function turnsBeforeStoring(matches: number): Promise<number> {
    const { database, ...context } = service().context;
    const partner = await service().freshPartner();
    const participants = four(...(await partner.freshPlayers(4)));
    let between = Number.NaN;
    await withTurns(async (turn) => {
      let answeredAt = 0;
      const noting = (transaction: Transaction): Transaction => ({
        isTransaction: true,
        script: (sql) => transaction.script(sql),
        conclude: () => transaction.conclude(),
        async query<R extends object>(asked: Statement, values?: readonly SqlValue[]): Promise<R[]> {
          if (asked.name === 'matches_insert') between = turn() - answeredAt;
          const rows = await transaction.query<R>(asked, values);
          if (Number.isNaN(between)) answeredAt = turn();
          return rows;
        },
      });
      const noted: Database = {
        ...database,
        engine,
        transaction: (work, options) => database.transaction((transaction) => work(noting(transaction)), options),
      };
      const requests = Array.from({ length: matches }, (_, index) => ({
        caller: partner.caller,
        body: aMatch({
          external_ref: freshName('match'),
          participants,
          played_at: new Date(Date.UTC(2026, 4, 1, 0, index)).toISOString(),
        }),
      }));
      await new Promise<void>((resolve, fail) => {
        const answer = (results: readonly { readonly status: string }[]): void => {
          assert.ok(results.length === matches && results.every(({ status }) => status === 'created'));
          resolve();
        };
        submitGroups({ ...context, database: noted }, [{ requests, answer, fail }]).catch(fail);
      });
    });
    return between;
  }

  describe(`what waits while matches are stored, on ${engine}`, () => {
    it('is taken up between judging and storing a group that is larger than a batch', async () => {
      assert.equal(await turnsBeforeStoring(26), 2);
    });

    it('has nothing to wait for with a batch: it is stored in the turn in which it is judged', async () => {
      assert.equal(await turnsBeforeStoring(25), 0);
    });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Queryable, type SqlValue, type Statement, statement } from '@bandeja/postgres/database';
import * as store from '../../src/plans/store.ts';
import { aMatch, four } from '../support/matches.ts';
import { onEachEngine, useTestService } from '../support/service.ts';
import { PlannedNight } from './planned-night.ts';

/** A table of a few rows is scanned and sorted in less time than an index is read. */
const cheaper = ['seqscan', 'bitmapscan', 'sort'].map((way) =>
  statement(`test_plan_indexes_no_${way}`, `set local enable_${way} = off`),
);

/** Without them, all indexes of a partner's matches cost the same. */
const statistics = statement('test_plan_indexes_statistics', 'analyze matches');

/** The tables that hold as many rows as there were nights and matches. */
const SCAN =
  /Seq Scan on (session_plans|session_plan_versions|matches|audit_entries|players|player_ratings|roster_members)/;

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });

  describe('the statements of night plans', () => {
    it('each find their rows by an index', async () => {
      const { partner, ref, players } = await PlannedNight.of(await service().freshPartner());
      const { database } = service();
      const participants = four(...players.slice(0, 4));
      for (const batch of [1, 2, 3, 4]) {
        const matches = Array.from({ length: 25 }, (_, index) =>
          aMatch({ external_ref: `other-${batch}-${index}`, participants, trust_tier: 'imported' }),
        );
        assert.equal((await partner.request('POST', '/v1/matches/batch', { body: { matches } })).status, 200);
      }
      await database.query(statistics, []);
      const plan = (await store.readPlan(database, partner.id, ref)) ?? assert.fail();
      const seen = new Map<string, string>();
      await database.transaction(async (transaction) => {
        for (const way of cheaper) await transaction.query(way, []);
        const explaining: Queryable = {
          script: (sql) => transaction.script(sql),
          query: async (run: Statement, values: readonly SqlValue[] = []) => {
            const explain = statement(`test_explain_${run.name}`, `explain ${run.text}`);
            const lines = await transaction.query<{ 'QUERY PLAN': string }>(explain, values);
            seen.set(run.name, lines.map((line) => line['QUERY PLAN']).join('\n'));
            return [];
          },
        };
        const changing = { ...transaction, query: explaining.query };
        const version = { ...plan, plan_id: plan.id };
        const after = { changed_at: plan.changed_at, session_external_ref: ref };
        await store.readPlan(explaining, partner.id, ref);
        await store.updatePlan(changing, 1, plan);
        await store.insertVersion(changing, plan);
        await store.readLatestVersion(explaining, plan.id);
        await store.deleteVersion(changing, version);
        await store.deletePlanRow(changing, partner.id, ref);
        await store.readResults(explaining, plan);
        await store.readStandingMatches(explaining, partner.id, ref);
        await store.readNightPlayers(
          explaining,
          partner.id,
          plan.settings.players.map(({ id }) => id),
        );
        for (const state of [null, 'open'] as const) {
          for (const from of [null, after]) {
            await store.listPlanRows(explaining, partner.id, state, { after: from, offset: 0, limit: 25 });
          }
        }
        transaction.discard();
      });
      assert.equal(seen.size, 13);
      for (const [name, text] of seen) assert.doesNotMatch(text, SCAN, `${name}\n${text}`);
      const matching = seen.get('plan_results') ?? '';
      assert.match(matching, /matches_plan_court_unique/, matching);
      for (const [name, text] of seen) {
        if (name.startsWith('plans_list')) assert.doesNotMatch(text, /Sort/, `${name}\n${text}`);
      }
    });
  });
});

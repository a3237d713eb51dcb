/** How long attempts to deliver an event are listed. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Database, type Queryable, statement } from '@bandeja/postgres/database';
import { insertDeliveryLog, trimDeliveries } from '../../src/webhooks/delivery-log-store.ts';
import { createEndpoint, deleteEndpoint, listDeliveries } from '../../src/webhooks/endpoints.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { World } from '../support/world.ts';

const DAY_MS = 86_400_000;
const count = statement('test_count_deliveries', 'select count(*)::integer as count from webhook_deliveries');

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  const trim = (days: number, batch = 3): Promise<void> =>
    trimDeliveries(database, { days, batch, stopping: new AbortController().signal });

  /** Endpoints with an attempt on each of the last 10 days. */
  async function openScene() {
    const partner = (await World.open(database, { players: 0 })).calledBy('norte');
    const ids: string[] = [];
    for (let endpoint = 0; endpoint < 3; endpoint += 1) {
      const { id } = await createEndpoint(partner, { url: 'https://padel.example/', event_types: null });
      ids.push(id);
      const ages = Array.from({ length: 10 }, (_, days) => days * DAY_MS + 1_000);
      const rows = ages.map((age) => ({
        endpoint_id: id,
        id: randomUUID(),
        event_id: 'evt_1',
        event_type: 'match.completed',
        attempt: 1,
        at: Date.now() - age,
        duration_ms: 1,
        status_code: 200,
        error: null,
      }));
      await database.transaction(async (transaction) => void (await insertDeliveryLog(transaction, rows)));
    }
    const listed = async (id: string): Promise<string[]> =>
      (await listDeliveries(partner, id, { limit: 100, offset: 0, after: null })).data.map(({ at }) => at);
    return { partner, ids, listed };
  }

  describe(`attempts that are older than DELIVERIES_DAYS on ${engine}`, () => {
    it('are removed from the list of each endpoint, and younger ones stay', async () => {
      const { ids, listed } = await openScene();
      const before = await Promise.all(ids.map(listed));
      await trim(7);
      assert.deepEqual(
        await Promise.all(ids.map(listed)),
        before.map((attempts) => attempts.slice(0, 7)),
      );
    });

    it('are removed with their endpoint, whatever their age', async () => {
      const { partner, ids, listed } = await openScene();
      const [{ count: all } = assert.fail()] = await database.query<{ count: number }>(count);
      await deleteEndpoint(partner, ids[1] ?? '');
      assert.equal((await listed(ids[0] ?? '')).length, 10);
      assert.equal((await database.query<{ count: number }>(count))[0]?.count, all - 10);
    });
  });

  describe(`a removal that is stopped on ${engine}`, () => {
    it('ends after the batch in progress', async () => {
      const { ids, listed } = await openScene();
      const stopping = AbortSignal.abort();
      await trimDeliveries(database, { days: 3, batch: 5, stopping });
      assert.equal((await listed(ids[0] ?? '')).length, 10);
      const controller = new AbortController();
      const [{ count: all } = assert.fail()] = await database.query<{ count: number }>(count);
      const once: Queryable = {
        query: (...call) => {
          controller.abort();
          return database.query(...call);
        },
        script: (sql) => database.script(sql),
      };
      await trimDeliveries(once, { days: 0, batch: 5, stopping: controller.signal });
      assert.equal((await database.query<{ count: number }>(count))[0]?.count, all - 5);
    });
  });
});

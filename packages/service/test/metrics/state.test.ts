import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Metrics } from '../../src/metrics/metrics.ts';
import type { StateSources } from '../../src/metrics/state-metrics.ts';
import { values } from './values.ts';

/** The metrics of a service whose state is this. */
async function metricsOf(changes: Partial<StateSources>): Promise<ReadonlyMap<string, number>> {
  const metrics = new Metrics({ engine: 'postgres' });
  metrics.state.readFrom({
    health: async () => ({ state: 'healthy', upkeep: [] }),
    database: { activity: () => ({ busy: 0, idle: 0, max: 10, waiting: 0, retries: 0, oldestCommitMs: 0 }) },
    queues: {},
    settlement: async () => ({ lagMs: 0, players: 0 }),
    eventsLagMs: async () => 0,
    webhooks: async () => ({ enabled: 3, requested: 0, failing: 1, gone: 0, waiting: 7, oldest_ms: 90_000 }),
    ...changes,
  });
  // A second reading must not count again what the first has read.
  await metrics.text();
  return values(await metrics.text());
}

test('/metrics says whether the service is ready and whether the disk of its database is full', async () => {
  for (const [state, ready, full] of [
    ['healthy', 1, 0],
    ['unreachable', 0, 0],
    ['disk full', 0, 1],
    ['newer schema', 0, 0],
  ] as const) {
    const found = await metricsOf({ health: async () => ({ state, upkeep: [] }) });
    assert.deepEqual([found.get('bandeja_ready'), found.get('bandeja_database_disk_full')], [ready, full]);
  }
});

test('/metrics has the upkeep of the embedded database, by chore', async () => {
  const upkeep = [
    { chore: 'checkpoint', failures: 1, failingMs: null },
    { chore: 'vacuum', failures: 3, failingMs: 41_900 },
  ] as const;
  const found = await metricsOf({ health: async () => ({ state: 'healthy', upkeep }) });
  assert.equal(found.get('bandeja_upkeep_failures_total{chore="checkpoint"}'), 1);
  assert.equal(found.get('bandeja_upkeep_failures_total{chore="vacuum"}'), 3);
  assert.equal(found.get('bandeja_upkeep_failing_seconds{chore="checkpoint"}'), 0);
  assert.equal(found.get('bandeja_upkeep_failing_seconds{chore="vacuum"}'), 41.9);
});

test('/metrics has the connections to the database, how long a commit has waited, and what waits in each queue', async () => {
  const found = await metricsOf({
    database: { activity: () => ({ busy: 7, idle: 3, max: 10, waiting: 2, retries: 5, oldestCommitMs: 41_500 }) },
    queues: { submissions: { state: { waiting: 40 } } },
  });
  assert.equal(found.get('bandeja_database_connections{state="busy"}'), 7);
  assert.equal(found.get('bandeja_database_connections{state="idle"}'), 3);
  assert.equal(found.get('bandeja_database_connections_max'), 10);
  assert.equal(found.get('bandeja_database_waiting'), 2);
  assert.equal(found.get('bandeja_database_retries_total'), 5);
  assert.equal(found.get('bandeja_queue_waiting{queue="submissions"}'), 40);
  assert.equal(found.get('bandeja_database_oldest_commit_seconds'), 41.5);
});

test('/metrics has the lag of the settlement and the players who wait for it, and neither if the database does not answer', async () => {
  const unsettled = await metricsOf({ settlement: async () => ({ lagMs: 12_500, players: 800 }) });
  assert.equal(unsettled.get('bandeja_settlement_lag_seconds'), 12.5);
  assert.equal(unsettled.get('bandeja_settlement_players'), 800);
  const settled = await metricsOf({});
  assert.equal(settled.get('bandeja_settlement_lag_seconds'), 0);
  assert.equal(settled.get('bandeja_settlement_players'), 0);
  const away = await metricsOf({ settlement: () => Promise.reject(new Error('the database is away')) });
  assert.equal(away.get('bandeja_settlement_lag_seconds'), undefined);
  assert.equal(away.get('bandeja_settlement_players'), undefined);
});

test('/metrics has the lag of the events', async () => {
  assert.equal((await metricsOf({ eventsLagMs: async () => 250 })).get('bandeja_events_lag_seconds'), 0.25);
});

test('/metrics has the endpoints of webhooks, what waits for them and for how long', async () => {
  const found = await metricsOf({});
  assert.equal(found.get('bandeja_webhook_endpoints{state="enabled"}'), 3);
  assert.equal(found.get('bandeja_webhook_endpoints{state="failing"}'), 1);
  assert.equal(found.get('bandeja_webhook_waiting'), 7);
  assert.equal(found.get('bandeja_webhook_oldest_seconds'), 90);
});

test('/metrics has no figure of webhooks if the database does not say: 0 would end an alert', async () => {
  const away = await metricsOf({ webhooks: () => Promise.reject(new Error('the database is away')) });
  assert.deepEqual(
    [...away.keys()].filter((name) => name.startsWith('bandeja_webhook_') && !name.includes('attempt')),
    [],
  );
});

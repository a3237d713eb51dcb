import type { DatabaseActivity } from '@bandeja/postgres/database';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Readiness } from '../http/system-routes.ts';
import type { SettlementLag } from '../settlement/status.ts';
import type { WebhookState } from '../webhooks/endpoints-store.ts';

/** How long to wait for the database. After that, its metrics are absent. */
const ANSWER_TIMEOUT_MS = 1_000;

/** Read whenever the metrics are read. */
export interface StateSources {
  readonly health: () => Promise<Readiness>;
  readonly database: { activity(): DatabaseActivity };
  readonly queues: Readonly<Record<string, { readonly state: QueueState }>>;
  readonly settlement: () => Promise<SettlementLag>;
  /** The age of the oldest change that is not visible in the feed yet, ms. */
  readonly eventsLagMs: () => Promise<number>;
  readonly webhooks: () => Promise<WebhookState>;
}

interface QueueState {
  readonly waiting: number;
}

function metricsOf(registry: Registry) {
  const registers = [registry];
  const gauge = <const L extends string>(name: string, help: string, labelNames: readonly L[]): Gauge<L> =>
    new Gauge({ name, help, labelNames, registers });
  const counter = <const L extends string>(name: string, help: string, labelNames: readonly L[]): Counter<L> =>
    new Counter({ name, help, labelNames, registers });
  return {
    ready: gauge('bandeja_ready', '1 if the service accepts requests.', []),
    diskFull: gauge('bandeja_database_disk_full', '1 while the disk of the database is full.', []),
    upkeepFailures: counter(
      'bandeja_upkeep_failures_total',
      'Failures of maintenance tasks of the embedded database.',
      ['chore'],
    ),
    upkeepFailing: gauge(
      'bandeja_upkeep_failing_seconds',
      'How long a maintenance task has been failing; 0 if it is not.',
      ['chore'],
    ),
    connections: gauge('bandeja_database_connections', 'Connections to the database.', ['state']),
    connectionsMax: gauge('bandeja_database_connections_max', 'Maximum number of connections.', []),
    callersWaiting: gauge('bandeja_database_waiting', 'Operations that wait for a connection.', []),
    oldestCommit: gauge(
      'bandeja_database_oldest_commit_seconds',
      'How long the oldest COMMIT has been without an answer; 0 if there is none.',
      [],
    ),
    retries: counter('bandeja_database_retries_total', 'Transactions that were retried after a conflict.', []),
    queueWaiting: gauge('bandeja_queue_waiting', 'Units queued: matches, players, or units of the rate limit.', [
      'queue',
    ]),
    lag: gauge(
      'bandeja_settlement_lag_seconds',
      'Age of the oldest change of the history whose ratings are not final; 0 if all are final.',
      [],
    ),
    unsettledPlayers: gauge('bandeja_settlement_players', 'Players whose ratings are not final.', []),
    endpoints: gauge(
      'bandeja_webhook_endpoints',
      'Webhook endpoints: enabled, or by the reason why they are disabled.',
      ['state'],
    ),
    webhookWaiting: gauge('bandeja_webhook_waiting', 'Deliveries in the queues of enabled endpoints.', []),
    webhookOldest: gauge(
      'bandeja_webhook_oldest_seconds',
      'Time since the first attempt at the oldest undelivered event.',
      [],
    ),
    eventsLag: gauge(
      'bandeja_events_lag_seconds',
      'Age of the oldest change that is not visible in the event feed yet; 0 if all are.',
      [],
    ),
  };
}

/** Metrics of the current state, as opposed to counters. */
export class StateMetrics {
  readonly #metrics: ReturnType<typeof metricsOf>;
  #sources: StateSources | undefined;

  constructor(registry: Registry) {
    this.#metrics = metricsOf(registry);
    // A gauge without labels is 0 until it is set, but these must be absent until then.
    for (const absent of ['lag', 'unsettledPlayers', 'eventsLag', 'webhookWaiting', 'webhookOldest'] as const) {
      this.#metrics[absent].remove();
    }
  }

  /** Sets the sources. Without them, the metrics have no values. */
  readFrom(sources: StateSources): void {
    this.#sources = sources;
  }

  /** Updates all values. Never rejects. */
  async refresh(): Promise<void> {
    if (this.#sources === undefined) return;
    const { health, database, queues, settlement, eventsLagMs, webhooks } = this.#sources;
    this.#setActivity(database.activity());
    for (const [queue, { state }] of Object.entries(queues)) {
      this.#metrics.queueWaiting.set({ queue }, state.waiting);
    }
    const [healthNow, lagNow, eventsLagNow, webhooksNow] = await Promise.all([
      health(),
      withinTimeout(settlement()),
      withinTimeout(eventsLagMs()),
      withinTimeout(webhooks()),
    ]);
    this.#setHealth(healthNow);
    this.#setLag(lagNow);
    this.#setWebhooks(webhooksNow);
    if (eventsLagNow === null) this.#metrics.eventsLag.remove();
    else this.#metrics.eventsLag.set(eventsLagNow / 1_000);
  }

  #setActivity({ busy, idle, max, waiting, retries, oldestCommitMs }: DatabaseActivity): void {
    this.#metrics.connections.set({ state: 'busy' }, busy);
    this.#metrics.connections.set({ state: 'idle' }, idle);
    this.#metrics.connectionsMax.set(max);
    this.#metrics.callersWaiting.set(waiting);
    this.#metrics.oldestCommit.set(oldestCommitMs / 1_000);
    setCounter(this.#metrics.retries, {}, retries);
  }

  #setHealth({ state, upkeep }: Readiness): void {
    this.#metrics.ready.set(state === 'healthy' ? 1 : 0);
    this.#metrics.diskFull.set(state === 'disk full' ? 1 : 0);
    for (const { chore, failures, failingMs } of upkeep) {
      setCounter(this.#metrics.upkeepFailures, { chore }, failures);
      this.#metrics.upkeepFailing.set({ chore }, (failingMs ?? 0) / 1_000);
    }
  }

  #setWebhooks(state: WebhookState | null): void {
    const { endpoints, webhookWaiting, webhookOldest } = this.#metrics;
    if (state === null) {
      endpoints.reset();
      for (const metric of [webhookWaiting, webhookOldest]) metric.remove();
      return;
    }
    const { enabled, requested, failing, gone, waiting, oldest_ms: oldestMs } = state;
    for (const [name, count] of Object.entries({ enabled, requested, failing, gone })) {
      endpoints.set({ state: name }, count);
    }
    webhookWaiting.set(waiting);
    webhookOldest.set(oldestMs / 1_000);
  }

  #setLag(lag: SettlementLag | null): void {
    if (lag === null) this.#metrics.lag.remove();
    else this.#metrics.lag.set(lag.lagMs / 1_000);
    if (lag === null) this.#metrics.unsettledPlayers.remove();
    else this.#metrics.unsettledPlayers.set(lag.players);
  }
}

/** Sets a counter to a total that was counted elsewhere. */
function setCounter<L extends string>(counter: Counter<L>, labels: Record<L, string>, value: number): void {
  counter.remove(labels);
  counter.inc(labels, value);
}

function withinTimeout<T>(answer: Promise<T>): Promise<T | null> {
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), ANSWER_TIMEOUT_MS).unref();
  });
  return Promise.race([answer.catch(() => null), late]);
}

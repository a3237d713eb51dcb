/**
 * The metrics of one process. Requests are counted when they finish. The state of queues, connections and the settlement is read
 * when the metrics are. docs/operations/monitoring.md lists all metrics.
 *
 * Labels have few values: route patterns instead of paths, error codes, plans. No label identifies a partner, a key or a player.
 */

import type { Plan } from '@bandeja/contract/account-enums';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import packageJson from '../../package.json' with { type: 'json' };
import type { SubmittedMatch } from '../http/served-request.ts';
import type { Outcome } from '../webhooks/sender.ts';
import { StateMetrics } from './state-metrics.ts';

/**
 * Seconds. From a cached response (2 ms) to the statement timeout of the database (30 s). The steps are narrow below 10 ms, since half
 * of a busy service's responses are faster. An incident is over below 0.25 s (docs/runbooks/flood.md).
 */
const DURATION_BUCKETS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

/** A batch has at most 128 matches on PostgreSQL, and 64 on the embedded database. */
const GROUP_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128];

export interface CountedRequest {
  readonly method: string;
  /** The pattern of the route. */
  readonly route: string;
  /** Null: the client disconnected before it got the response. */
  readonly status: number | null;
  /** The problem code; null if the request succeeded. */
  readonly code: string | null;
  readonly ms: number;
}

export class Metrics {
  readonly state: StateMetrics;
  readonly #registry = new Registry();
  readonly #requests = this.#counter('bandeja_http_requests_total', 'Requests.', ['method', 'route', 'status']);
  readonly #durations = new Histogram({
    name: 'bandeja_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response.',
    labelNames: ['method', 'route'],
    buckets: DURATION_BUCKETS,
    registers: [this.#registry],
  });
  readonly #problems = this.#counter('bandeja_http_problems_total', 'Requests that were refused or failed.', [
    'method',
    'route',
    'code',
  ]);
  /** Without labels, so that it starts at 0: if a series starts at 1, Prometheus sees no increase. */
  readonly #faults = this.#counter('bandeja_faults_total', 'Requests that failed inside the service.', []);
  readonly #rateLimited = this.#counter('bandeja_rate_limited_total', 'Requests refused by the rate limit.', ['plan']);
  readonly #matches = this.#counter('bandeja_matches_total', 'Submitted matches, by result.', ['result']);
  readonly #groups = new Histogram({
    name: 'bandeja_submission_group_size',
    help: 'Matches that shared a transaction.',
    buckets: GROUP_BUCKETS,
    registers: [this.#registry],
  });

  readonly #deliveries = new Histogram({
    name: 'bandeja_webhook_attempt_duration_seconds',
    help: 'Duration of an attempt to deliver a webhook.',
    labelNames: ['result'],
    // A receiver should respond at once. The attempt ends after 15 s.
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [this.#registry],
  });

  constructor({ engine }: { readonly engine: string }) {
    this.state = new StateMetrics(this.#registry);
    const info = new Gauge({
      name: 'bandeja_build_info',
      help: 'Always 1. The labels contain the versions.',
      labelNames: ['version', 'node', 'engine'],
      registers: [this.#registry],
    });
    info.set({ version: packageJson.version, node: process.versions.node, engine }, 1);
  }

  #counter<const L extends string>(name: string, help: string, labelNames: readonly L[]): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  /** Adds metrics of the process: event loop, memory, garbage collection. Call it once per process, since they cannot be removed. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
  }

  countRequest({ method, route, status, code, ms }: CountedRequest): void {
    this.#requests.inc({ method, route, status: status === null ? 'abandoned' : `${Math.floor(status / 100)}xx` });
    this.#durations.observe({ method, route }, ms / 1_000);
    if (code === 'internal_error') this.#faults.inc();
    if (code !== null) this.#problems.inc({ method, route, code });
  }

  countRateLimited(plan: Plan): void {
    this.#rateLimited.inc({ plan });
  }

  countMatches(result: SubmittedMatch['status'], matches: number): void {
    if (matches > 0) this.#matches.inc({ result }, matches);
  }

  countGroup(matches: number): void {
    this.#groups.observe(matches);
  }

  countDelivery({ error, durationMs }: Outcome): void {
    this.#deliveries.observe({ result: error ?? 'delivered' }, durationMs / 1_000);
  }

  /** The metrics in the Prometheus text format. */
  async text(): Promise<string> {
    await this.state.refresh();
    return this.#registry.metrics();
  }
}

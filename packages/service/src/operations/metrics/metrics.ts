/**
 * The metrics of one process. What happens to requests is counted as it happens; the state of queues, connections and the
 * settlement is asked for when the metrics are read. docs/operations/metrics.md lists all of them.
 *
 * Labels have few values: routes and not addresses, codes of the registry, plans. None names a partner, a key or a player.
 */

import type { Plan } from '@bandeja/contract/partners';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import packageJson from '../../../package.json' with { type: 'json' };
import type { SubmissionResult } from '../../matches/submit.ts';
import type { Outcome } from '../../webhooks/sender.ts';
import { StateMetrics } from './state-metrics.ts';

/**
 * From a cached answer (2 ms) to the longest that a proxy waits. Half of a busy service's answers take less than 10 ms, so the steps
 * are narrow there; 0.25 is what docs/scale.md calls slow for a submission, and 30 s ends a statement of the database.
 */
const DURATION_BUCKETS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

/** A group has at most 128 matches with PostgreSQL and 64 embedded. */
const GROUP_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128];

/** A request that has been answered, or that its client has abandoned. */
export interface CountedRequest {
  readonly method: string;
  /** The pattern of the route. */
  readonly route: string;
  /** Null: the client went away before it had its answer. */
  readonly status: number | null;
  /** The code of the problem that it was answered with. */
  readonly code: string | null;
  readonly ms: number;
}

export class Metrics {
  /** What is asked for when the metrics are read. */
  readonly state: StateMetrics;
  readonly #registry = new Registry();
  readonly #requests = this.#counter('bandeja_http_requests_total', 'Requests.', ['method', 'route', 'status']);
  readonly #durations = new Histogram({
    name: 'bandeja_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last one of its answer.',
    labelNames: ['method', 'route'],
    buckets: DURATION_BUCKETS,
    registers: [this.#registry],
  });
  readonly #problems = this.#counter('bandeja_http_problems_total', 'Requests that were refused or failed.', [
    'method',
    'route',
    'code',
  ]);
  /** Without labels, so that it is 0 from the start: of a series that begins with 1, Prometheus sees no rise. */
  readonly #faults = this.#counter('bandeja_faults_total', 'Requests that failed inside the service.', []);
  readonly #rateLimited = this.#counter('bandeja_rate_limited_total', 'Requests past the rate limit.', ['plan']);
  readonly #matches = this.#counter('bandeja_matches_total', 'Matches that were submitted to be stored.', ['result']);
  readonly #groups = new Histogram({
    name: 'bandeja_submission_group_size',
    help: 'Matches that shared a transaction.',
    buckets: GROUP_BUCKETS,
    registers: [this.#registry],
  });

  readonly #deliveries = new Histogram({
    name: 'bandeja_webhook_attempt_duration_seconds',
    help: 'Time of a try to deliver a webhook.',
    labelNames: ['result'],
    // A receiver is to answer at once; it is cut off after 15 s.
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [this.#registry],
  });

  /** @param engine which database it runs on */
  constructor({ engine }: { readonly engine: string }) {
    this.state = new StateMetrics(this.#registry);
    const info = new Gauge({
      name: 'bandeja_build_info',
      help: 'Always 1. The labels say what runs.',
      labelNames: ['version', 'node', 'engine'],
      registers: [this.#registry],
    });
    info.set({ version: packageJson.version, node: process.versions.node, engine }, 1);
  }

  #counter<const L extends string>(name: string, help: string, labelNames: readonly L[]): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  /** Adds the figures of the process: event loop, memory, garbage collection. They cannot be removed, so it is called once a process. */
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

  countMatches(result: SubmissionResult['status'], matches: number): void {
    if (matches > 0) this.#matches.inc({ result }, matches);
  }

  countGroup(matches: number): void {
    this.#groups.observe(matches);
  }

  countDelivery({ error, durationMs }: Outcome): void {
    this.#deliveries.observe({ result: error ?? 'delivered' }, durationMs / 1_000);
  }

  /** The metrics in the text format of Prometheus. */
  async text(): Promise<string> {
    await this.state.refresh();
    return this.#registry.metrics();
  }
}

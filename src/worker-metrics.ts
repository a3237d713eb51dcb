/**
 * Metrics of several workers. Each scrape comes to one of them, and has to show the sum of all. The worker asks the process that
 * watches, which asks every worker and adds up what they say.
 */
import type { Worker } from 'node:cluster';
import { AggregatorRegistry, type MetricObject } from 'prom-client';

/** A worker that says nothing for so long is left out: it hangs, or is about to die. */
const ANSWER_TIMEOUT_MS = 2_000;

type Values = readonly MetricObject[];

/** What a worker tells when it is ready. */
export interface Ready {
  readonly kind: 'ready';
  readonly url: string;
}

/** What a worker says to the process that watches it. */
export type WorkerMessage = Ready | MetricsMessage;

/** What goes between a worker and the process that watches it, by the number of a question. */
export type MetricsMessage =
  | { readonly kind: 'scrape'; readonly scrape: number }
  | { readonly kind: 'scraped'; readonly scrape: number; readonly text: string }
  | { readonly kind: 'collect'; readonly collection: number }
  | { readonly kind: 'collected'; readonly collection: number; readonly values: Values };

/** The part of the process that watches. */
export class MetricsOfWorkers {
  readonly #live = new Map<Worker, Values>();
  /** Counters and histograms of workers that have died, added up: without them the sums would fall. */
  #past: Values = [];
  #collections = 0;
  readonly #awaited = new Map<string, (values: Values) => void>();

  /** Answers a worker's questions from now on, and asks it once it is ready. */
  add(worker: Worker): void {
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'ready') this.#live.set(worker, []);
      if (message.kind === 'scrape') void this.#answer(worker, message.scrape);
      if (message.kind === 'collected') this.#awaited.get(keyOf(worker, message.collection))?.(message.values);
    });
  }

  /** Keeps what the worker said last. What it counted after that is lost. */
  async remove(worker: Worker): Promise<void> {
    const last = this.#live.get(worker)?.filter(({ type }) => isCounted(type)) ?? [];
    this.#live.delete(worker);
    if (last.length > 0) this.#past = (await sumOf([this.#past, last]).getMetricsAsJSON()) as unknown as Values;
  }

  async #answer(asker: Worker, scrape: number): Promise<void> {
    const workers = [...this.#live.keys()].filter((worker) => worker.isConnected());
    const answers = await Promise.all(workers.map((worker) => this.#collect(worker)));
    const text = await sumOf([...answers.flatMap((values) => (values === null ? [] : [values])), this.#past]).metrics();
    if (asker.isConnected()) asker.send({ kind: 'scraped', scrape, text } satisfies MetricsMessage);
  }

  async #collect(worker: Worker): Promise<Values | null> {
    this.#collections += 1;
    const collection = this.#collections;
    const answer = Promise.withResolvers<Values | null>();
    const timeout = setTimeout(() => answer.resolve(null), ANSWER_TIMEOUT_MS);
    this.#awaited.set(keyOf(worker, collection), answer.resolve);
    worker.send({ kind: 'collect', collection } satisfies MetricsMessage);
    const values = await answer.promise;
    clearTimeout(timeout);
    this.#awaited.delete(keyOf(worker, collection));
    if (values !== null && this.#live.has(worker)) this.#live.set(worker, values);
    return values;
  }
}

const keyOf = (worker: Worker, collection: number): string => `${worker.id}/${collection}`;

const sumOf = (values: readonly Values[]) =>
  AggregatorRegistry.aggregate(values.filter((one) => one.length > 0) as MetricObject[][]);

/** Whether a metric only rises. The type is a word, whatever its declaration says. */
const isCounted = (type: unknown): boolean => type === 'counter' || type === 'histogram';

/**
 * The part of a worker.
 * @param values those of this worker
 * @returns asks for the metrics of all workers, as text; rejects if the process that watches does not answer
 */
export function shareMetrics(values: () => Promise<Values>): () => Promise<string> {
  const awaited = new Map<number, (text: string) => void>();
  let scrapes = 0;
  process.on('message', (message: MetricsMessage) => {
    if (message.kind === 'collect') void tell(message.collection, values);
    if (message.kind === 'scraped') awaited.get(message.scrape)?.(message.text);
  });
  return async () => {
    scrapes += 1;
    const scrape = scrapes;
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const timeout = setTimeout(
      () => reject(new Error('the process that watches the workers does not answer')),
      2 * ANSWER_TIMEOUT_MS,
    );
    awaited.set(scrape, resolve);
    process.send?.({ kind: 'scrape', scrape } satisfies MetricsMessage);
    try {
      return await promise;
    } finally {
      clearTimeout(timeout);
      awaited.delete(scrape);
    }
  };
}

async function tell(collection: number, values: () => Promise<Values>): Promise<void> {
  process.send?.({ kind: 'collected', collection, values: await values() } satisfies MetricsMessage);
}

/**
 * Several processes behind one port, for a machine with more cores than one process uses. Each is a whole service over the
 * same PostgreSQL, and knows nothing of the others; this process only starts them, watches them, adds up their metrics, and
 * stops them.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import { MetricsOfWorkers, type Ready, type WorkerMessage } from './worker-metrics.ts';

/** A worker that dies at once would otherwise be started again some hundred times a second. */
const RESTART_PAUSE_MS = 1_000;

export interface Workers {
  readonly url: string;
  /** Lets all of them finish. @returns whether each has ended well */
  stop(): Promise<boolean>;
}

/**
 * Starts workers: the first one alone, since it may have to migrate the database and a wrong setting is then reported once;
 * then the others. One that dies later is replaced.
 * @returns null when the first one did not get ready; it has said why.
 */
export async function startWorkers(count: number, log: Logger): Promise<Workers | null> {
  // They take connections from one socket themselves. Handed out in turn by this process, one that goes to a worker which
  // has just died would never be answered.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const metrics = new MetricsOfWorkers();
  let isStopping = false;
  const ended: (number | null)[] = [];
  const first = await startWorker(metrics);
  if (first === null) return null;
  cluster.on('exit', (worker, code, signal) => {
    ended.push(code);
    void metrics.remove(worker);
    if (isStopping) return;
    log.error({ worker_pid: worker.process.pid, code, signal }, 'a worker has died; another takes its place');
    setTimeout(() => {
      if (!isStopping) void startWorker(metrics);
    }, RESTART_PAUSE_MS);
  });
  await Promise.all(Array.from({ length: count - 1 }, () => startWorker(metrics)));
  return {
    url: first.url,
    async stop() {
      isStopping = true;
      ended.length = 0;
      const workers = Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? []);
      await Promise.all(workers.map(stopWorker));
      return ended.every((code) => code === 0);
    },
  };
}

/** @returns null when it has ended before it was ready. */
async function startWorker(metrics: MetricsOfWorkers): Promise<Ready | null> {
  const worker = cluster.fork();
  metrics.add(worker);
  const ready = new Promise<Ready>((resolve) => {
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'ready') resolve(message);
    });
  });
  const gone = once(worker, 'exit').then(() => null);
  return Promise.race([ready, gone]);
}

async function stopWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, 'exit');
  // Not a signal: a worker also gets one from its terminal, and a second one ends it at once.
  worker.send('stop');
  await exited;
}

/** For a worker: reports to its watcher that it is ready, and stops when the watcher asks it to. */
export function reportToWatcher(url: string, onStop: () => void): void {
  process.on('message', (message) => {
    if (message === 'stop') onStop();
  });
  process.send?.({ kind: 'ready', url } satisfies Ready);
}

/**
 * Loaded into a service before anything of its own (`node --import`): watches how long something else has the event loop.
 * `GET /` tells the longest {@link Stretch} since the last time it was asked.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** Ms. */
export interface Stretch {
  /** How much too late a timer of 1 ms came at most: also where the thread was ready and had no processor. */
  readonly late: number;
  /**
   * What the thread took of a processor at most between two ticks of such a timer, which come once a turn, of turns under
   * 1 ms once in several: that is work.
   */
  readonly worked: number;
}

const NS_PER_MS = 1e6;
const US_PER_MS = 1e3;
const TICK_MS = 1;

/** What this thread has taken of a processor, ms. */
function taken(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / US_PER_MS;
}

if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: TICK_MS });
  delays.enable();
  let worked = 0;
  let before = taken();
  setInterval(() => {
    const now = taken();
    worked = Math.max(worked, now - before);
    before = now;
  }, TICK_MS).unref();
  const server = createServer((_, response) => {
    const now = taken();
    const longest: Stretch = { late: delays.max / NS_PER_MS, worked: Math.max(worked, now - before) };
    response.end(JSON.stringify(longest));
    delays.reset();
    worked = 0;
    before = taken();
  });
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`event loop probe on port ${(server.address() as AddressInfo).port}\n`);
  });
  server.unref();
}

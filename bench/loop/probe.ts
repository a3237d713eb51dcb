/**
 * Loaded into a service before anything of its own (`node --import`): keeps the time that a timer of 1 ms comes too late,
 * which is how long something else had the event loop. `GET /` tells the longest since the last time it was asked, ms.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const NS_PER_MS = 1e6;

if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const server = createServer((_, response) => {
    response.end(JSON.stringify(delays.max / NS_PER_MS));
    delays.reset();
  });
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`event loop probe on port ${(server.address() as AddressInfo).port}\n`);
  });
  server.unref();
}

/**
 * `npm run drill:answers`: sends valid requests with random changes to every operation of `openapi.json`, and compares every response with
 * it: status, media type, code, headers and body. Prints each distinct finding with its request.
 */
import { fuzz } from '@bandeja/service/test/http/fuzz/fuzz';
import { chosenEngines, type Engine } from '@bandeja/service/test/support/engines';
import { startTestService } from '@bandeja/service/test/support/service';
import { readOptions } from '../bench/options.ts';

/** Of one service: its partner fills up, and some requests erase what the others need. */
const REQUESTS_A_SERVICE = 1_000;

const UNLIMITED = 1_000_000_000;

const HELP = `npm run drill:answers -- [options]

  --requests N   on each database, default 20000
  --seed N       default: by the clock
`;
const values = readOptions(HELP, {
  requests: { type: 'string', default: '20000' },
  seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
});
const [requests, firstSeed] = [Number(values.requests), Number(values.seed)];

/** @returns the number of distinct findings */
async function drill(engine: Engine): Promise<number> {
  const startedAt = performance.now();
  const found = new Map<string, string>();
  const statuses = new Map<number, number>();
  for (let sent = 0; sent < requests; sent += REQUESTS_A_SERVICE) {
    const rateLimits = { starter: UNLIMITED, pro: UNLIMITED, enterprise: UNLIMITED };
    const service = await startTestService({ engine, rateLimits, listen: true });
    try {
      const report = await fuzz(service, Math.min(REQUESTS_A_SERVICE, requests - sent), firstSeed + sent);
      for (const [status, count] of report.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
      for (const [key, finding] of report.findings) {
        if (!found.has(key)) process.stdout.write(`${engine}: ${key}\n    ${finding}\n`);
        found.set(key, finding);
      }
    } finally {
      await service.stop();
    }
    process.stderr.write(`${engine}: ${Math.min(sent + REQUESTS_A_SERVICE, requests)} of ${requests} requests\n`);
  }
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const each = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status} ${count}`);
  process.stdout.write(
    `${engine}: ${requests} requests (${each.join(', ')}), ${found.size} findings; ${seconds} s (seeds from ${firstSeed} on)\n`,
  );
  return found.size;
}

let findings = 0;
for (const engine of chosenEngines()) findings += await drill(engine);
process.exit(findings === 0 ? 0 : 1);

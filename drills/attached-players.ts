/**
 * `npm run drill:attached-players`: random imports whose names collide with public, private and erased players of another club and with
 * the club's own. Every participant must be the player that a model expects. A failure prints the smallest failing import.
 */
import { noneAttached, playScenario, scenarios } from '@bandeja/cli/test/attached-players';
import { chosenEngines, type Engine } from '@bandeja/service/test/support/engines';
import { startTestService } from '@bandeja/service/test/support/service';
import fc from 'fast-check';
import { readOptions } from '../bench/options.ts';

const HELP = `npm run drill:attached-players -- [options]

  --runs N    imports on each database, default 1000
  --seed N    default: by the clock
`;
const values = readOptions(HELP, {
  runs: { type: 'string', default: '1000' },
  seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
});
const [numRuns, seed] = [Number(values.runs), Number(values.seed)];

async function drill(engine: Engine): Promise<void> {
  const service = await startTestService({ engine, rateLimits: null, listen: true });
  const startedAt = performance.now();
  const counts = noneAttached();
  try {
    await fc.assert(
      fc.asyncProperty(scenarios, (scenario) => playScenario(service, scenario, counts)),
      { numRuns, seed },
    );
  } finally {
    await service.stop();
  }
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const holders = [...counts.holders].map(([holder, times]) => `${holder} ${times}`).join(', ');
  process.stdout.write(
    `${engine}: ${numRuns} imports, names held by: ${holders}; ${counts.matches} matches stored and ${counts.rejected} rejected as ` +
      `the model expects, ${counts.stopped} imports stopped for a username of another player; ${seconds} s (seed ${seed})\n`,
  );
}

for (const engine of chosenEngines()) await drill(engine);
process.exit(0);

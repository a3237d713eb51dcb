/**
 * `npm run drill:visibility`: partners randomly register, rename, hide and share players, and put each other's players on rosters.
 * After each step every partner calls every route, and the responses must equal those of a model in memory. A failure prints the
 * shortest failing steps.
 */

import { type Step, steps, VisibilityWorld } from '@bandeja/service/test/players/visibility-world';
import { chosenEngines, type Engine } from '@bandeja/service/test/support/engines';
import { startTestService } from '@bandeja/service/test/support/service';
import fc from 'fast-check';
import { readOptions } from '../bench/options.ts';

/** Of the runs with one service: each leaves its players there. */
const RUNS_A_SERVICE = 25;

const HELP = `npm run drill:visibility -- [options]

  --runs N    on each database, default 200
  --steps N   of a run at most, default 25
  --seed N    default: by the clock
`;
const values = readOptions(HELP, {
  runs: { type: 'string', default: '200' },
  steps: { type: 'string', default: '25' },
  seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
});
const [runs, stepsMax, firstSeed] = [Number(values.runs), Number(values.steps), Number(values.seed)];

async function drill(engine: Engine): Promise<void> {
  const startedAt = performance.now();
  const kinds = new Map<Step['kind'], number>();
  let played = 0;
  for (let done = 0; done < runs; done += RUNS_A_SERVICE) {
    const service = await startTestService({ engine, rateLimits: null });
    try {
      const play = fc.asyncProperty(steps(stepsMax), async (all) => {
        const world = await VisibilityWorld.open(service);
        for (const step of all) {
          await world.play(step);
          kinds.set(step.kind, (kinds.get(step.kind) ?? 0) + 1);
          played += 1;
        }
      });
      await fc.assert(play, { numRuns: Math.min(RUNS_A_SERVICE, runs - done), seed: firstSeed + done });
    } finally {
      await service.stop();
    }
    process.stderr.write(`${engine}: ${Math.min(done + RUNS_A_SERVICE, runs)} of ${runs} runs\n`);
  }
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const each = [...kinds].map(([kind, count]) => `${kind} ${count}`).join(', ');
  process.stdout.write(
    `${engine}: ${runs} runs, ${played} steps (${each}): all answers are those of the model; ${seconds} s (seeds from ${firstSeed} on)\n`,
  );
}

for (const engine of chosenEngines()) await drill(engine);
process.exit(0);

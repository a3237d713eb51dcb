import { describe, it } from 'node:test';
import { onEachEngine, useTestService } from '@bandeja/service/test/support/service';
import fc from 'fast-check';
import { noneAttached, playScenario, scenarios } from './attached-players.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine, listen: true });

  describe(`names that collide with players of others, on ${engine}`, () => {
    it('an import attaches matches only to players that the club owns or sees, as a model expects', async () => {
      const counts = noneAttached();
      await fc.assert(
        fc.asyncProperty(scenarios, (scenario) => playScenario(service(), scenario, counts)),
        { numRuns: 6 },
      );
    });
  });
});

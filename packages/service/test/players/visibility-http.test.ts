/** `npm run drill:visibility` runs more and longer sequences. */
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { onEachEngine, useTestService } from '../support/service.ts';
import { NAMES, type Name } from './visibility-model.ts';
import { type Step, steps, VisibilityWorld } from './visibility-world.ts';

const RUNS = 1;
const STEPS = 12;
const SEED = 20;

/** Each rule once, so that no seed decides whether it is tested. Players 0 and 1 are of partner 0. */
const EACH_RULE: Step[] = [
  ...[false, true].map((isPublic, who): Step => {
    const registration = { who, name: NAMES[who] as Name, isPublic, slug: null };
    return { kind: 'register', by: 0, registration };
  }),
  { kind: 'putRoster', by: 1, slug: 'night' },
  { kind: 'putMember', by: 1, slug: 'night', who: 0 },
  { kind: 'putMember', by: 1, slug: 'night', who: 1 },
  { kind: 'turn', by: 0, who: 1, isPublic: false },
  { kind: 'share', by: 0, who: 0, hours: 1 },
  { kind: 'wait' },
  { kind: 'redeem', by: 1, slug: 'night', share: 0 },
  { kind: 'share', by: 0, who: 0, hours: 72 },
  { kind: 'redeem', by: 1, slug: 'night', share: 1 },
  { kind: 'redeem', by: 1, slug: 'night', share: 1 },
  { kind: 'putRoster', by: 2, slug: 'night' },
  { kind: 'redeem', by: 2, slug: 'night', share: 1 },
  { kind: 'rename', by: 0, who: 0, name: NAMES[4] as Name },
  { kind: 'turn', by: 0, who: 0, isPublic: true },
  { kind: 'putMember', by: 2, slug: 'night', who: 0 },
  { kind: 'redeem', by: 2, slug: 'night', share: 1 },
  { kind: 'turn', by: 0, who: 0, isPublic: false },
  { kind: 'removeMember', by: 1, slug: 'night', who: 0 },
  { kind: 'redeem', by: 1, slug: 'night', share: 1 },
  // A second partner’s private player of a name, a third one’s public player, and the first one’s that can be public no more.
  { kind: 'register', by: 1, registration: { who: 1, name: NAMES[1] as Name, isPublic: false, slug: 'night' } },
  { kind: 'batch', by: 2, registrations: [{ who: 1, name: NAMES[2] as Name, isPublic: true, slug: 'night' }] },
  { kind: 'share', by: 0, who: 1, hours: 72 },
  { kind: 'putRoster', by: 0, slug: 'night' },
  { kind: 'redeem', by: 0, slug: 'night', share: 2 },
  { kind: 'redeem', by: 2, slug: 'night', share: 2 },
  { kind: 'turn', by: 0, who: 1, isPublic: true },
  { kind: 'batch', by: 0, registrations: [{ who: 1, name: NAMES[3] as Name, isPublic: true, slug: null }] },
  { kind: 'share', by: 0, who: 0, hours: 72 },
  { kind: 'redeem', by: 1, slug: 'night', share: 3 },
  { kind: 'deleteRoster', by: 1, slug: 'night' },
  { kind: 'putRoster', by: 1, slug: 'night' },
  { kind: 'erase', by: 2, who: 1 },
  { kind: 'turn', by: 1, who: 1, isPublic: true },
  { kind: 'erase', by: 1, who: 1 },
  { kind: 'erase', by: 0, who: 1 },
  { kind: 'redeem', by: 2, slug: 'night', share: 1 },
  { kind: 'erase', by: 0, who: 0 },
  { kind: 'redeem', by: 1, slug: 'night', share: 1 },
];

onEachEngine((engine) => {
  const service = useTestService({ engine, rateLimits: null, isOwn: true });

  describe('after any sequence of changes of players, rosters and shares', () => {
    it('each partner gets exactly the players that it may see', async () => {
      const play = fc.asyncProperty(steps(STEPS), async (all) => {
        const world = await VisibilityWorld.open(service());
        for (const step of all) await world.play(step);
      });
      await fc.assert(play, { numRuns: RUNS, seed: SEED, examples: [[EACH_RULE]] });
    });
  });
});

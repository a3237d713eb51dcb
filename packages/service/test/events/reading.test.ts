/** Readers follow events while matches are submitted, changed and settled: each event once, in one order. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@bandeja/contract/errors/problem';
import type { Event, MatchEvent } from '@bandeja/contract/events';
import type { Database } from '@bandeja/postgres/database';
import fc from 'fast-check';
import { listAudit } from '../../src/audit/list.ts';
import { listEvents } from '../../src/events/feed.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { feedCaughtUp } from '../support/feed.ts';
import { type TestMatch, World } from '../support/world.ts';

const PARTNERS = ['norte', 'sur'];
const PLAYERS = 7;

interface Plan {
  readonly partner: string;
  readonly day: number;
  readonly seats: readonly number[];
  readonly isPending: boolean;
  readonly isDrawn: boolean;
  readonly changes: readonly string[];
}

const aPlan: fc.Arbitrary<Plan> = fc.record({
  partner: fc.constantFrom(...PARTNERS),
  day: fc.integer({ min: 0, max: 8 }),
  seats: fc.shuffledSubarray([...Array(PLAYERS).keys()], { minLength: 4, maxLength: 4 }),
  isPending: fc.boolean(),
  isDrawn: fc.boolean(),
  changes: fc.array(fc.constantFrom('confirm', 'move', 'label', 'void'), { maxLength: 3 }),
});

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  describe('reading events while there are new ones', () => {
    it('gives each event once, in an order that is the same for all who read it, then and later', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(aPlan, { minLength: 3, maxLength: 10 }),
          fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 2 }),
          async (plans, limits) => {
            const world = await World.open(database, { partners: PARTNERS, players: PLAYERS, closureMax: 6 });
            let isWriting = true;
            const reading = PARTNERS.flatMap((partner) => limits.map((limit) => follow(world, partner, limit)));
            const lanes = [0, 1, 2].map((lane) => plans.filter((_, index) => index % 3 === lane));
            let isChanging = true;
            const marking = (async () => {
              while (isChanging) {
                await world.spreadMarks();
                await sleep(50);
              }
            })();
            await Promise.all(lanes.map((lane) => carryOut(world, lane)));
            isChanging = false;
            await marking;
            await world.settler(4).finish();
            isWriting = false;
            const read = await Promise.all(reading);
            for (const [index, partner] of PARTNERS.entries()) {
              const all = await follow(world, partner, 100);
              for (const events of read.slice(index * limits.length, (index + 1) * limits.length)) {
                assert.deepEqual(events.map(lasting), all.map(lasting));
              }
              await assertWhole(world, partner, all);
            }

            /** Reads on until nothing is written any more and all is visible. */
            async function follow(of: World, partner: string, limit: number): Promise<Event[]> {
              const events: Event[] = [];
              for (;;) {
                const last = events.at(-1);
                const after = last === undefined ? null : { parameter: 'after', id: last.id };
                const wasWriting = isWriting;
                if (!wasWriting) await feedCaughtUp(database);
                const page = await listEvents(of.calledBy(partner), { after, limit });
                events.push(...page.data);
                if (page.next === null && !wasWriting) return events;
              }
            }
          },
        ),
        { numRuns: 8 },
      );
    });
  });
});

/** Submits matches, and changes each as planned, as far as its state allows. */
async function carryOut(world: World, plans: readonly Plan[]): Promise<void> {
  for (const { partner, day, seats, isPending, isDrawn, changes } of plans) {
    const tier = isPending ? { trust_tier: 'player_confirmed' } : {};
    const level = isDrawn
      ? { winning_team: null, set_scores: [{ set_number: 1, team_a_games: 12, team_b_games: 12 }] }
      : {};
    const match = world.match(day, seats, { ...tier, ...level }, partner);
    await world.send(match);
    for (const change of changes) {
      await changed(world, match, change).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
      });
    }
  }
}

function changed(world: World, match: TestMatch, change: string): Promise<unknown> {
  if (change === 'confirm') return world.confirm(match);
  if (change === 'void') return world.void(match);
  if (change === 'label') return world.amend(match, { venue_label: `Club ${Math.random()}` });
  return world.amend(match, { played_at: world.at(9 * Math.random()) });
}

/** What of an event is the same whenever it is read. */
function lasting(event: Event): unknown {
  if (!('match' in event.data)) return event;
  const { participants, rating_status: _, ...match } = event.data.match;
  const names = participants.map(({ rating_change: __, ...participant }) => participant);
  return { ...event, data: { ...match, names } };
}

/** As many events of matches as there are entries in the audit trail, in the order of revisions; sequences that rise; scores that follow. */
async function assertWhole(world: World, partner: string, events: readonly Event[]): Promise<void> {
  assert.equal(new Set(events.map(({ id }) => id)).size, events.length);
  const revisions = new Map<string, number[]>();
  const sequences = new Map<string, { readonly sequence: number; readonly score: number | null }>();
  for (const event of events) {
    if ('match' in event.data) {
      const { id, revision } = (event as MatchEvent).data.match;
      revisions.set(id, [...(revisions.get(id) ?? []), revision]);
    }
    if (event.type === 'rating.updated') {
      const { profile_id, sequence, service_score_before: score, service_score_after: scoreAfter } = event.data;
      const id = profile_id ?? '';
      const last = sequences.get(id);
      if (last !== undefined) {
        assert.ok(last.sequence < sequence);
        assert.equal(last.score, score);
      }
      sequences.set(id, { sequence, score: scoreAfter });
    }
  }
  for (const list of revisions.values())
    assert.deepEqual(
      list,
      list.map((_, index) => index + 1),
    );
  const entries = await listAudit(world.calledBy(partner), { limit: 1_000, offset: 0, after: null });
  assert.equal([...revisions.values()].flat().length, entries.data.length);
  // All players were created by the first partner.
  if (partner !== PARTNERS[0]) assert.equal(sequences.size, 0);
  for (const [id, { score }] of sequences) {
    assert.equal((await world.ratingOf(world.players.indexOf(id))).service_score, score);
  }
}

/** The table of sessions, held against a count over all matches after every change that a partner can make. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { statement } from '@bandeja/postgres/database';
import fc from 'fast-check';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { type TestMatch, World } from '../support/world.ts';

const kept = statement(
  'test_sessions_kept',
  `select partner_id, session_external_ref, started_at, ended_at, matches from sessions order by partner_id, session_external_ref`,
);
const counted = statement(
  'test_sessions_counted',
  `select partner_id, session_external_ref, min(played_at) as started_at, max(played_at) as ended_at, count(*)::integer as matches
   from matches where session_external_ref is not null and status <> 'voided'
   group by partner_id, session_external_ref order by partner_id, session_external_ref`,
);
const clear = `set session_replication_role = replica;
  delete from matches; delete from player_matches; delete from sessions; delete from audit_entries;
  set session_replication_role = origin;`;

const session = fc.constantFrom('friday', 'sunday', 'Friday', null);
const time = fc.integer({ min: 0, max: 5 }).map((hour) => `2026-05-01T1${hour}:00:00Z`);
const place = fc.nat({ max: 11 });
const submission = fc.record({
  session_external_ref: session,
  played_at: time,
  trust_tier: fc.constantFrom('partner_attested', 'player_confirmed'),
});
const step = fc.oneof(
  { weight: 3, arbitrary: fc.array(submission, { minLength: 1, maxLength: 5 }).map((list) => ({ submit: list })) },
  {
    weight: 2,
    arbitrary: fc.record({
      amend: place,
      to: fc.record({ session_external_ref: session, played_at: time }, { requiredKeys: [] }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ confirm: place }) },
  { weight: 2, arbitrary: fc.record({ void: place }) },
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Takes a step with the matches that were submitted so far. Walkovers: the ratings have no part in this. */
async function take(world: World, matches: TestMatch[], one: Step): Promise<void> {
  if ('submit' in one) {
    const submitted = one.submit.map((facts, index) => {
      const walkover = { outcome: 'walkover', set_scores: null, ...facts };
      return world.match(0, [0, 1, 2, 3], walkover, index % 2 === 0 ? 'norte' : 'sur');
    });
    await world.submit(submitted);
    matches.push(...submitted);
    return;
  }
  const place = 'amend' in one ? one.amend : 'confirm' in one ? one.confirm : one.void;
  const match = matches[place % Math.max(matches.length, 1)];
  if (match === undefined) return;
  const verb =
    'amend' in one ? world.amend(match, one.to) : 'confirm' in one ? world.confirm(match) : world.void(match);
  // A voided match is not amended and not confirmed.
  await verb.catch((error) => assert.equal(error.code, 'invalid_transition', error));
}

onEachEngine((engine) => {
  describe('the table of sessions', () => {
    it('is equal to a count over the matches after any submissions, amendments, confirmations and voids', async (t) => {
      const database = await openMigratedDatabase(engine);
      t.after(() => database.close());
      const world = await World.open(database, { players: 4 });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          await database.script(clear);
          const matches: TestMatch[] = [];
          for (const one of steps) {
            await take(world, matches, one);
            assert.deepEqual(await database.query(kept), await database.query(counted));
          }
        }),
        { numRuns: 20 },
      );
    });
  });
});

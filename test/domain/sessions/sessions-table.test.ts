/** The table of sessions, held against a count over all matches after every change that a partner can make. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Context, KeyActor } from '../../../src/domain/context.ts';
import { amendMatch, confirmMatch, submitMatches, voidMatch } from '../../../src/domain/matches/index.ts';
import { statement } from '../../../src/store/engine/database.ts';
import { calledBy } from '../../support/context.ts';
import { openMigratedDatabase } from '../../support/database.ts';
import { onEachEngine } from '../../support/engines.ts';
import { contextOf, foundPartner, foundPlayers } from '../ledger/stored-ledger.ts';

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

/** The matches of two partners, and what is done with them. Walkovers: the ratings have no part in this. */
class Life {
  readonly #context: Context;
  readonly #callers: readonly KeyActor[];
  readonly #playerIds: readonly string[];
  readonly #matches: { readonly id: string; readonly caller: KeyActor }[] = [];

  constructor(context: Context, callers: readonly KeyActor[], playerIds: readonly string[]) {
    this.#context = context;
    this.#callers = callers;
    this.#playerIds = playerIds;
  }

  async take(one: Step): Promise<void> {
    if ('submit' in one) return this.#submit(one.submit);
    if ('amend' in one)
      return this.#change(one.amend, (id, caller) => amendMatch(calledBy(this.#context, caller), id, one.to));
    if ('confirm' in one)
      return this.#change(one.confirm, (id, caller) => confirmMatch(calledBy(this.#context, caller), id));
    return this.#change(one.void, (id, caller) => voidMatch(calledBy(this.#context, caller), id, 'Twice.'));
  }

  async #submit(submissions: readonly object[]): Promise<void> {
    const requests = submissions.map((facts, index) => ({
      actor: this.#callers[index % 2] ?? assert.fail(),
      body: {
        external_ref: `m${this.#matches.length + index}`,
        winning_team: 'A',
        outcome: 'walkover',
        participants: this.#playerIds.map((id, slot) => ({ profile_id: id, team: slot < 2 ? 'A' : 'B' })),
        ...facts,
      },
    }));
    for (const [index, result] of (await submitMatches(this.#context, requests)).entries()) {
      assert.equal(result.status, 'created');
      this.#matches.push({ id: result.match.id, caller: requests[index]?.actor ?? assert.fail() });
    }
  }

  async #change(place: number, verb: (id: string, caller: KeyActor) => Promise<unknown>): Promise<void> {
    const match = this.#matches[place % Math.max(this.#matches.length, 1)];
    if (match === undefined) return;
    // A voided match is not amended and not confirmed.
    await verb(match.id, match.caller).catch((error) => assert.equal(error.code, 'invalid_transition', error));
  }
}

onEachEngine((engine) => {
  describe('the table of sessions', () => {
    it('says what a count over the matches says, after any submissions, amendments, confirmations and voids', async (t) => {
      const database = await openMigratedDatabase(engine);
      t.after(() => database.close());
      const context = contextOf(database);
      const partners = [await foundPartner(database, 'norte'), await foundPartner(database, 'sur')];
      const callers = partners;
      const ids = await foundPlayers(database, partners[0] ?? assert.fail(), ['ana', 'bea', 'carla', 'dora']);
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          await database.script(clear);
          const life = new Life(context, callers, ids);
          for (const one of steps) {
            await life.take(one);
            assert.deepEqual(await database.query(kept), await database.query(counted));
          }
        }),
        { numRuns: 60 },
      );
    });
  });
});

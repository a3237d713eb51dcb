/** Verification of the audit trail: it finds no fault after any verb, and names each kind of fault. `altered.test.ts` alters every column. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Database } from '@bandeja/postgres/database';
import { verifyAudit } from '../../src/audit/verify.ts';
import type { Context } from '../../src/context.ts';
import { erasePlayer } from '../../src/erasures/erase.ts';
import { CLOSURE_MAX } from '../../src/ledger/with-players.ts';
import type { Progress } from '../../src/runtime/progress.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { setsOf } from '../support/matches.ts';
import { type TestMatch, World } from '../support/world.ts';

const TABLES = ['matches', 'player_matches', 'audit_entries', 'audit_chains', 'erasures', 'players', 'player_shares'];
/** Disables triggers: those of foreign keys and those that keep the trail append-only. */
const byHand = (sql: string): string =>
  `set session_replication_role = replica; ${sql}; set session_replication_role = origin;`;
const KEEP = TABLES.map((table) => `create table kept_${table} as table ${table};`).join(' ');
const RESTORE = TABLES.map((table) => `delete from ${table}; insert into ${table} table kept_${table}`).join('; ');

interface Alteration {
  readonly name: string;
  readonly sql: string;
  /** The faults by match and entry: the name of the match, null for the end of a chain, and `seq`, null for the match itself. */
  readonly shows: readonly (readonly [match: string | null, seq: number | null, detail: RegExp])[];
}

const match = (name: string): string => `(select id from matches where external_ref = '${name}')`;
const entry = (seq: number): string =>
  `partner_id = (select partner_id from matches where external_ref = 'plain') and seq = ${seq}`;
const HASH = /hash of the entry does not match/;
const alteration = (name: string, sql: string, ...shows: Alteration['shows']): Alteration => ({ name, sql, shows });
const ofMatch = (name: string, sql: string, ...shows: Alteration['shows']): Alteration =>
  alteration(name, `update matches set ${sql}`, ...shows);

// Norte's chain: 1 plain, 2 corrected, 3 confirmed, 4 void, 5 walkover, 6 and 7 amend `corrected`, 8 confirms, 9 voids.
const alterations: readonly Alteration[] = [
  ofMatch('a scoreline', `set_scores = '6-4 6-1' where external_ref = 'plain'`, ['plain', 1, HASH]),
  ofMatch('an amended scoreline', `set_scores = '6-0' where external_ref = 'corrected'`, [
    'corrected',
    null,
    /^set_scores differs from the entries/,
  ]),
  ofMatch(
    'a participant',
    `player_ids[1] = gen_random_uuid() where external_ref = 'plain'`,
    ['plain', 1, HASH],
    ['plain', null, /3 histories/],
  ),
  ofMatch('the time of creation', `created_at = created_at + interval '1 ms' where external_ref = 'plain'`, [
    'plain',
    null,
    /^created_at differs from the entries/,
  ]),
  ofMatch(
    'a status back to completed',
    `status = 'completed', voided_at = null, void_reason = null where external_ref = 'void'`,
    ['void', null, /^status differs from the entries/],
  ),
  ofMatch(
    'the partner of a match',
    `partner_id = (select partner_id from matches where external_ref = 'sur') where external_ref = 'plain'`,
    ['plain', 1, /chain of another partner/],
  ),
  alteration(
    'a match that is missing in all histories',
    `delete from player_matches where match_id = ${match('plain')}`,
    ['plain', null, /0 histories/],
  ),
  alteration(
    'a result in a history',
    `update player_matches set result = 0 where match_id = ${match('plain')} and result = 1`,
    ['plain', null, /2 histories/],
  ),
  alteration(
    'a match without an entry',
    `insert into matches (id, partner_id, external_ref, status, revision, played_at, winning_team, trust_tier, outcome,
        player_ids, teams, court_positions, set_scores, created_at, completed_at)
      select gen_random_uuid(), partner_id, 'slipped in', status, 1, played_at, winning_team, trust_tier, outcome, player_ids, teams,
        court_positions, set_scores, created_at, completed_at from matches where external_ref = 'plain'`,
    ['slipped in', null, /has no entry/],
  ),
  alteration('an entry without a match', `delete from matches where external_ref = 'plain'`, [
    null,
    1,
    /does not exist/,
  ]),
  alteration(
    'the changes of an entry',
    `update audit_entries set changes = jsonb_set(changes, '{0,before}', '"Club Este"') where ${entry(7)}`,
    ['corrected', 7, HASH],
    ['corrected', 7, /had another value before/],
  ),
  alteration(
    'the changes of an entry to what none can be',
    `update audit_entries set changes = '[1, {"pointer": null}]' where ${entry(7)}`,
    ['corrected', 7, HASH],
  ),
  alteration(
    'the hash of an entry',
    `update audit_entries set hash = sha256('x') where ${entry(3)}`,
    ['confirmed', 3, HASH],
    ['void', 4, HASH],
  ),
  alteration(
    'a deleted entry',
    `delete from audit_entries where ${entry(7)}`,
    ['confirmed', 8, /entries from 7 to 7 are missing/],
    ['corrected', null, /^revision differs from the entries/],
  ),
  alteration(
    'a deleted last entry, and the end put back',
    `update audit_chains c set seq = e.seq, hash = e.hash from audit_entries e where c.partner_id = e.partner_id and c.seq = 9 and e.seq = 8;
      delete from audit_entries where ${entry(9)}`,
    ['void', null, /^voided_at differs from the entries/],
  ),
  alteration(
    'an inserted entry',
    `insert into audit_entries (partner_id, seq, match_id, at, revision, key_id, actor, action, changes, hash)
      select partner_id, 10, match_id, at, 2, key_id, actor, 'amended', '[{"pointer": "/venue_label", "before": null, "after": "x"}]',
        sha256('x') from audit_entries where ${entry(1)}`,
    ['plain', 10, HASH],
    [null, 10, /head of the chain is at 9/],
  ),
  alteration(
    'two entries in another order',
    `update audit_entries set seq = 100 where ${entry(3)}; update audit_entries set seq = 3 where ${entry(4)};
      update audit_entries set seq = 4 where ${entry(100)}`,
    ['void', 3, HASH],
    ['confirmed', 4, HASH],
  ),
  alteration(
    'an entry in the chain of another partner',
    `update audit_entries set partner_id = (select partner_id from matches where external_ref = 'sur'), seq = 2 where ${entry(9)}`,
    [null, 8, /last entry is 8, but the head of the chain is at 9/],
    ['void', 2, /chain of another partner/],
    ['void', 2, HASH],
  ),
  alteration('the end of a chain, moved back', `update audit_chains set seq = 8 where seq = 9`, [
    null,
    9,
    /head of the chain is at 8/,
  ]),
  alteration('the hash at the end of a chain', `update audit_chains set hash = sha256('x') where seq = 9`, [
    null,
    9,
    /have different hashes/,
  ]),
  alteration('the end of a chain, removed', 'delete from audit_chains where seq = 9', [
    null,
    9,
    /head of the chain is missing/,
  ]),
  alteration('when a player was erased', `update erasures set at = at + interval '1 s' where seq = 1`, [
    null,
    null,
    /the record does not match its hash/,
  ]),
  alteration(
    'a record of an erasure, removed',
    'delete from erasures where seq = 1',
    [null, null, /the records from 1 to 1 are missing/],
    [null, null, /was erased without a record/],
  ),
  alteration('the last record of an erasure, removed', 'delete from erasures where seq = 2', [
    null,
    null,
    /was erased without a record/,
  ]),
  alteration(
    'an erased player who has a name again',
    `update players set username = 'back', display_name = 'Back', sort_name = 'back', name_words = 'back',
        creator_partner_id = e.partner_id, erased_at = null
      from erasures e where players.id = e.player_id and e.seq = 2`,
    [null, null, /the player is not erased/],
  ),
  alteration(
    'a share of an erased player',
    `insert into player_shares (id, player_id, code_hash, created_at, expires_at)
      select gen_random_uuid(), player_id, sha256('x'), now(), now() + interval '1 h' from erasures where seq = 1`,
    [null, null, /still on a roster or shared/],
  ),
];

onEachEngine((engine) => {
  describe('the verification of the audit trail', () => {
    let database: Database;
    let context: Context;
    let ids: ReadonlyMap<string, string>;
    let world: World;

    before(async () => {
      database = await openMigratedDatabase(engine);
      world = await World.open(database, { players: 5, closureMax: CLOSURE_MAX });
      context = world.context();
      const submit = async (
        external_ref: string,
        hour: number,
        facts: object,
        partner = 'norte',
      ): Promise<TestMatch> => {
        const common = { session_external_ref: 'friday', trust_tier: 'partner_attested', set_scores: null };
        const match = world.match(hour / 24, [0, 1, 2, 3], { external_ref, ...common, ...facts }, partner);
        await world.send(match);
        return match;
      };
      await submit('plain', 10, { set_scores: setsOf('6-4 6-0') });
      const corrected = await submit('corrected', 11, { venue_label: 'Club Norte' });
      const confirmed = await submit('confirmed', 12, { trust_tier: 'player_confirmed' });
      const voided = await submit('void', 13, {});
      const [score] = setsOf('2-1');
      const ordered = { ...score, game_winners: ['A', 'B', 'A'], first_server_team: 'A' };
      await submit('walkover', 14, { outcome: 'retired', set_scores: [ordered] });
      const corrections = { played_at: world.at(8 / 24), participants: world.participants([4, 1, 2, 3]) };
      await world.amend(corrected, { ...corrections, set_scores: [ordered], venue_label: 'Club Sur' });
      await world.amend(corrected, { venue_label: null });
      await world.confirm(confirmed);
      await world.void(voided);
      await submit('sur', 15, { venue_label: 'Club Sur' }, 'sur');
      for (const seat of [await world.join(), await world.join()]) {
        await erasePlayer(world.calledBy(), world.username(seat));
      }
      ids = new Map(world.sent.map(({ id, body }) => [id, body.external_ref]));
      await database.script(KEEP);
    });
    after(() => database.close());

    for (const block of [1, 2, 500]) {
      it(`finds no faults after any verb, in blocks of ${block}`, async () => {
        assert.deepEqual(await verifyAudit(context, { block }), {
          partners: 2,
          entries: 10,
          erasures: 2,
          faults: [],
        });
      });
    }

    it('reads only the requested partner', async () => {
      assert.deepEqual(await verifyAudit(context, {}, world.partner('norte').partnerId), {
        partners: 1,
        entries: 9,
        erasures: 2,
        faults: [],
      });
    });

    it('reports its progress, and stops when it is cancelled', async () => {
      const seen: number[] = [];
      const onProgress = ({ done, total }: Progress): void => {
        seen.push(done);
        assert.equal(total, 16);
      };
      await verifyAudit(context, { block: 2, onProgress });
      assert.deepEqual([seen.at(0), seen.at(-1)], [0, 16]);
      assert.deepEqual(
        seen,
        seen.toSorted((a, b) => a - b),
      );
      const controller = new AbortController();
      const calledOff = verifyAudit(context, {
        block: 2,
        signal: controller.signal,
        onProgress: () => controller.abort(),
      });
      await assert.rejects(calledOff, { name: 'AbortError' });
    });

    describe('finds', () => {
      // The same statements read every row, and the process compares them: for the embedded database a few alterations are enough.
      const altered = engine === 'pglite' ? alterations.filter((_, place) => place % 7 === 0) : alterations;
      for (const { name, sql, shows } of altered) {
        it(name, async () => {
          await database.script(byHand(sql));
          try {
            const { faults } = await verifyAudit(context, { block: engine === 'pglite' ? 2 : 500 });
            const nameOf = (id: string | null): string | null => (id === null ? null : (ids.get(id) ?? null));
            for (const [of, seq, detail] of shows) {
              const isKnown = [...ids.values()].includes(of ?? '');
              const found = faults.find(
                (fault) =>
                  fault.seq === seq && detail.test(fault.detail) && (!isKnown || nameOf(fault.match_id) === of),
              );
              assert.ok(found, `${of} ${seq} ${detail} in ${JSON.stringify(faults, null, 1)}`);
            }
          } finally {
            await database.script(byHand(RESTORE));
          }
        });
      }
    });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AuditEntry } from '@bandeja/contract/audit';
import { chainFaults } from '../support/audit-chain.ts';
import { aClub, type Club } from '../support/club.ts';
import { setsOf } from '../support/matches.ts';
import { allByCursor, allByOffset, pageOf } from '../support/paging.ts';
import { freshName, onEachEngine, useTestService } from '../support/service.ts';

const ZEROS = '0'.repeat(64);

onEachEngine((engine) => {
  const service = useTestService({ engine });
  const chainOf = (club: Club, limit = 1000) => allByCursor<AuditEntry>(club.partner, '/v1/audit', { limit });
  const confirm = (club: Club, id: string) => club.partner.request('POST', `/v1/matches/${id}/confirm`);
  const voidIt = (club: Club, id: string, reason = 'Twice.') =>
    club.partner.request('POST', `/v1/matches/${id}/void`, { body: { reason } });

  describe('the audit trail of a match', () => {
    it('contains the submission, with players by id only, and every later step', async () => {
      const club = await aClub(service());
      const body = club.match({
        trust_tier: 'player_confirmed',
        set_scores: setsOf('6-4 6-0'),
        duration_minutes: 0.1 + 0.2,
      });
      const { id, created_at } = await club.submit(body);
      await confirm(club, id);
      await voidIt(club, id, 'Wrong “score”.');
      const path = `/v1/matches/${id}/audit`;
      const actor = `key:${club.partner.keyId}`;
      const { data, pagination } = await pageOf<AuditEntry>(club.partner, path);
      assert.deepEqual(pagination, { limit: 100, offset: 0, has_more: false, next_cursor: null });
      assert.deepEqual(
        data.map(({ seq, match_id, actor, action, revision }) => [seq, match_id, actor, action, revision]),
        [
          [1, id, actor, 'submitted', 1],
          [2, id, actor, 'confirmed', 2],
          [3, id, actor, 'voided', 3],
        ],
      );
      const [submitted, confirmed, voided] = data;
      // These facts are the input of the hash. Do not add a field of a later migration that is null here: the hashes of all older
      // entries would change. docs/adding-a-field.md explains how to leave it out.
      assert.deepEqual([submitted?.at, submitted?.previous_hash], [created_at, ZEROS]);
      assert.deepEqual(submitted?.changes, [
        {
          pointer: '',
          before: null,
          after: {
            external_ref: body.external_ref,
            status: 'pending',
            played_at: '2026-05-01T19:10:00.000Z',
            winning_team: 'A',
            trust_tier: 'player_confirmed',
            outcome: 'played',
            competition_type: null,
            scoring: null,
            duration_minutes: 0.30000000000000004,
            venue_label: null,
            session_external_ref: null,
            participants: club.players.map((player, slot) => ({
              profile_id: player.id,
              team: slot < 2 ? 'A' : 'B',
              court_position: null,
            })),
            set_scores: setsOf('6-4 6-0').map((set) => ({ ...set, game_winners: null, first_server_team: null })),
          },
        },
      ]);
      assert.deepEqual(confirmed?.changes, [{ pointer: '/status', before: 'pending', after: 'completed' }]);
      assert.deepEqual(voided?.changes, [
        { pointer: '/status', before: 'completed', after: 'voided' },
        { pointer: '/void_reason', before: null, after: 'Wrong “score”.' },
      ]);
    });

    it('shows the original submission after amendments', async () => {
      const club = await aClub(service());
      const { id } = await club.submit(
        club.match({ trust_tier: 'player_confirmed', venue_label: 'Club Norte', set_scores: setsOf('6-4 6-0') }),
      );
      const path = `/v1/matches/${id}/audit`;
      const { data: before } = await pageOf<AuditEntry>(club.partner, path);
      const played_at = '2026-04-01T10:00:00Z';
      const swapped = {
        winning_team: 'B',
        set_scores: setsOf('3-6 4-6'),
        venue_label: null,
        duration_minutes: 50,
        played_at,
      };
      for (const body of [
        swapped,
        { venue_label: 'Club Sur', participants: club.match({}, [3, 2, 1, 0]).participants },
      ]) {
        await club.partner.request('PATCH', `/v1/matches/${id}`, { body });
      }
      await confirm(club, id);
      await voidIt(club, id);
      const { data: after } = await pageOf<AuditEntry>(club.partner, path);
      assert.deepEqual(after.slice(0, 1), before);
      assert.deepEqual(chainFaults(after), []);
    });

    it('names the key that took each step', async () => {
      const club = await aClub(service());
      const { id } = await club.submit();
      const { body: issued } = await service().operator.request<{ id: string; key: string }>(
        'POST',
        `/admin/v1/partners/${club.partner.id}/keys`,
        { body: { scopes: ['write:matches'] } },
      );
      await club.partner
        .withToken(issued.key)
        .request('POST', `/v1/matches/${id}/void`, { body: { reason: 'Twice.' } });
      const { data } = await pageOf<AuditEntry>(club.partner, `/v1/matches/${id}/audit`);
      assert.deepEqual(
        data.map((entry) => entry.actor),
        [`key:${club.partner.keyId}`, `key:${issued.id}`],
      );
    });
  });

  describe('a partner’s audit chain', () => {
    it('can be verified from the responses alone, even with unusual values', async () => {
      const club = await aClub(service());
      const odd = {
        venue_label: 'Peña\t"Número 1" \\ \u2028\u{1F3BE}\u007f',
        session_external_ref: 'a/b~c',
        external_ref: freshName('É́'),
        duration_minutes: 1e-7,
      };
      const { id } = await club.submit(club.match(odd));
      await club.submit(club.match({ duration_minutes: 5e-324 }));
      await club.submit(club.match({ duration_minutes: 1 / 3, set_scores: setsOf('7-6 6-7 10-8') }));
      await voidIt(club, id, '<b>\u0001</b>');
      const matches = Array.from({ length: 5 }, () => club.match());
      await club.partner.request('POST', '/v1/matches/batch', { body: { matches, venue_label: 'Club' } });
      const chain = await chainOf(club, 2);
      assert.equal(chain.length, 9);
      assert.deepEqual(chainFaults(chain), []);
    });

    it('fails verification after one changed value, one missing entry or two swapped entries', async () => {
      const club = await aClub(service());
      for (let index = 0; index < 4; index += 1) await club.submit();
      const chain = await chainOf(club);
      const [a, b, c, d] = chain as [AuditEntry, AuditEntry, AuditEntry, AuditEntry];
      assert.deepEqual(chainFaults([a, { ...b, revision: 2 }, c, d]), [
        '2: has a hash that does not match its content',
      ]);
      assert.ok(chainFaults([a, c, d]).length > 0);
      assert.ok(chainFaults([b, a, c, d]).length > 0);
      assert.deepEqual(chainFaults([a, b, c, d]), []);
    });

    it('has no entries for rejected requests, repeats and dry runs', async () => {
      const club = await aClub(service());
      const body = club.match();
      const { id } = await club.submit(body);
      await club.partner.refusal('duplicate_external_ref', 'POST', '/v1/matches', { body });
      await club.partner.refusal('invalid_body', 'POST', '/v1/matches', { body: {} });
      await club.partner.request('POST', '/v1/matches', { body: club.match(), query: { dry_run: true } });
      await confirm(club, id);
      await voidIt(club, id);
      await voidIt(club, id);
      await club.partner.refusal('invalid_transition', 'POST', `/v1/matches/${id}/confirm`);
      assert.deepEqual(
        (await chainOf(club)).map(({ seq, action }) => [seq, action]),
        [
          [1, 'submitted'],
          [2, 'voided'],
        ],
      );
    });

    it('is separate for each partner, and empty at first', async () => {
      const [one, other] = [await aClub(service()), await aClub(service())];
      assert.deepEqual(await chainOf(one), []);
      await one.submit();
      await other.submit();
      await one.submit();
      assert.deepEqual(
        (await chainOf(one)).map(({ seq }) => seq),
        [1, 2],
      );
      assert.deepEqual(
        (await chainOf(other)).map(({ seq }) => seq),
        [1],
      );
      assert.deepEqual([chainFaults(await chainOf(one)), chainFaults(await chainOf(other))], [[], []]);
    });

    it('has no gaps or forks after concurrent submissions, batches, confirmations and voids', async () => {
      const club = await aClub(service(), { players: 8 });
      const pending: string[] = [];
      for (let index = 0; index < 6; index += 1) {
        const played_at = `2026-05-0${index + 1}T10:00:00Z`;
        pending.push(
          (await club.submit(club.match({ played_at, trust_tier: 'player_confirmed' }, [index % 5, 5, 6, 7]))).id,
        );
      }
      const singles = Array.from({ length: 12 }, (_, index) =>
        club.submit(club.match({ played_at: `2026-05-${10 + index}T10:00:00Z` }, [0, 1, 2 + (index % 3), 5])),
      );
      const batches = [1, 2, 3].map((day) =>
        club.partner.request('POST', '/v1/matches/batch', {
          body: { matches: [0, 1, 2].map(() => club.match({ played_at: `2026-04-0${day}T10:00:00Z` })) },
        }),
      );
      const steps = pending.map((id, index) => (index % 2 === 0 ? confirm(club, id) : voidIt(club, id)));
      await Promise.all([...singles, ...batches, ...steps]);
      const chain = await chainOf(club);
      assert.equal(chain.length, 6 + 12 + 9 + 6);
      assert.deepEqual(chainFaults(chain), []);
    });
  });

  describe('a part of the chain', () => {
    it('starts after the requested seq', async () => {
      const club = await aClub(service());
      for (let index = 0; index < 5; index += 1) await club.submit();
      const seqs = async (query: Record<string, number>) =>
        (await pageOf<AuditEntry>(club.partner, '/v1/audit', query)).data.map(({ seq }) => seq);
      assert.deepEqual(await seqs({ after: 0 }), [1, 2, 3, 4, 5]);
      assert.deepEqual(await seqs({ after: 3 }), [4, 5]);
      assert.deepEqual(await seqs({ after: 2, limit: 2 }), [3, 4]);
      assert.deepEqual(await seqs({ after: 2, offset: 2 }), [5]);
      assert.deepEqual(await seqs({ after: Number.MAX_SAFE_INTEGER }), []);
      assert.deepEqual(
        (await allByCursor<AuditEntry>(club.partner, '/v1/audit', { after: 1, limit: 1 })).map(({ seq }) => seq),
        [2, 3, 4, 5],
      );
      assert.deepEqual(
        (await allByOffset<AuditEntry>(club.partner, '/v1/audit', { after: 1, limit: 3 })).map(({ seq }) => seq),
        [2, 3, 4, 5],
      );
    });
  });
});

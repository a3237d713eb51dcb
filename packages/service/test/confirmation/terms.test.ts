import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AuditEntry } from '@bandeja/contract/audit';
import type { BatchResults, MatchView, OwnMatchView } from '@bandeja/contract/matches';
import { verifyAudit } from '../../src/audit/verify.ts';
import { faultsIn, NOW } from '../matches/reading.ts';
import { aClub, type Club } from '../support/club.ts';
import { feedCaughtUp } from '../support/feed.ts';
import { aMatch, asRead } from '../support/matches.ts';
import { pageOf } from '../support/paging.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

const DAY_MS = 86_400_000;
const DEFAULT = {
  reported_by: null,
  deadline: null,
  then: 'stay',
  state: 'awaiting',
  decided_by: null,
  answers: [],
} as const;

const soon = (days = 2): string => new Date(Date.now() + days * DAY_MS).toISOString();
const waiting = (club: Club, confirmation?: object, changes: object = {}) =>
  club.match({ trust_tier: 'player_confirmed', ...(confirmation && { confirmation }), ...changes });

describe('the terms of a confirmation are rejected', () => {
  const at = (ms: number): string => new Date(NOW + ms).toISOString();
  const rows: readonly (readonly [string, object, readonly string[]])[] = [
    ['for another tier', { trust_tier: 'imported', confirmation: {} }, ['/confirmation conflicting']],
    ['with a third team', { confirmation: { reported_by: 'C' } }, ['/confirmation/reported_by not_one_of']],
    ['with a deadline that is now', { confirmation: { deadline: at(0) } }, ['/confirmation/deadline out_of_range']],
    [
      'with a deadline in 31 days',
      { confirmation: { deadline: at(31 * DAY_MS) } },
      ['/confirmation/deadline out_of_range'],
    ],
    ['with `complete` and no deadline', { confirmation: { then: 'complete' } }, ['/confirmation/deadline required']],
    ['with `void` and no deadline', { confirmation: { then: 'void' } }, ['/confirmation/deadline required']],
    ['with an unknown field', { confirmation: { state: 'closed' } }, ['/confirmation/state unknown_field']],
  ];
  for (const [name, change, faults] of rows) {
    it(name, () => assert.deepEqual(faultsIn(aMatch({ trust_tier: 'player_confirmed', ...change })), faults));
  }

  it('but not with a deadline within 30 days, nor as null for another tier', () => {
    const change = { trust_tier: 'player_confirmed', confirmation: { deadline: at(30 * DAY_MS), then: 'void' } };
    assert.deepEqual(faultsIn(aMatch(change)), []);
    assert.deepEqual(faultsIn(aMatch({ confirmation: null })), []);
  });
});

onEachEngine((engine) => {
  const service = useTestService({ engine });
  const amend = (club: Club, id: string, body: object) =>
    club.partner.request<OwnMatchView>('PATCH', `/v1/matches/${id}`, { body });
  const auditOf = async (club: Club, id: string) =>
    (await pageOf<AuditEntry>(club.partner, `/v1/matches/${id}/audit`)).data;

  describe('the terms of a confirmation', () => {
    it('are in the match, in a dry run and in a batch, with defaults', async () => {
      const club = await aClub(service());
      const terms = { reported_by: 'B', deadline: soon(), then: 'complete' };
      assert.deepEqual((await club.submit(waiting(club))).confirmation, DEFAULT);
      const match = await club.submit(waiting(club, terms));
      assert.deepEqual(match.confirmation, { ...DEFAULT, ...terms });
      assert.deepEqual(await club.read(match.id), match);
      const dry = { query: { dry_run: true }, body: waiting(club, terms) };
      const { body } = await club.partner.request<OwnMatchView>('POST', '/v1/matches', dry);
      assert.deepEqual(body.confirmation, match.confirmation);
      const batch = { body: { matches: [waiting(club, terms), waiting(club, { then: 'void' })] } };
      const { results } = (await club.partner.request<BatchResults>('POST', '/v1/matches/batch', batch)).body;
      assert.deepEqual(results[0]?.match?.confirmation, match.confirmation);
      assert.equal(results[1]?.error?.errors[0]?.pointer, '/confirmation/deadline');
    });

    it('are null for other tiers, and in the history that another partner reads', async () => {
      const [club, other] = [await aClub(service()), await aClub(service())];
      assert.equal((await club.submit()).confirmation, null);
      const played_at = '2026-05-02T19:10:00Z';
      const { id } = await club.submit(waiting(club, { reported_by: 'A' }, { played_at }));
      await club.partner.request('POST', `/v1/matches/${id}/confirm`);
      const path = `/v1/players/${club.players[0]?.username}/matches`;
      const own = (await pageOf<MatchView>(club.partner, path)).data.map((one) => one.confirmation);
      assert.deepEqual(own, [{ ...DEFAULT, reported_by: 'A', state: 'closed', decided_by: 'partner' }, null]);
      const others = (await pageOf<MatchView>(other.partner, path)).data.map((one) => one.confirmation);
      assert.deepEqual(others, [null, null]);
    });

    it('belong to the content of a match that is sent again', async () => {
      const club = await aClub(service());
      const body = waiting(club, { reported_by: 'A' });
      await club.submit(body);
      const again = async (confirmation: object | null) => {
        const answer = await club.partner.refusal('duplicate_external_ref', 'POST', '/v1/matches', {
          body: { ...body, confirmation },
        });
        return answer.body['same_content'];
      };
      assert.deepEqual(
        [await again({ reported_by: 'A', then: 'stay' }), await again({ reported_by: 'B' }), await again(null)],
        [true, false, false],
      );
    });

    it('are in the entry of the submission unless they are the default, and the trail verifies', async () => {
      const club = await aClub(service());
      const [plain, named] = [await club.submit(waiting(club)), await club.submit(waiting(club, { reported_by: 'A' }))];
      const factsOf = async (id: string) => (await auditOf(club, id))[0]?.changes[0]?.after as object;
      assert.ok(!('confirmation' in (await factsOf(plain.id))));
      await amend(club, named.id, { confirmation: { reported_by: 'B' } });
      assert.deepEqual(((await factsOf(named.id)) as { confirmation: unknown }).confirmation, {
        reported_by: 'A',
        deadline: null,
        then: 'stay',
      });
      assert.deepEqual((await verifyAudit(club.partner.context, {}, club.partner.id)).faults, []);
    });
  });

  describe('an amendment', () => {
    it('replaces the terms whole, raises the revision, and is logged as a change of the confirmation', async () => {
      const club = await aClub(service());
      const { id } = await club.submit(waiting(club, { reported_by: 'A', deadline: soon(), then: 'void' }));
      const { status, body } = await amend(club, id, { confirmation: { reported_by: 'B' } });
      assert.deepEqual([status, body.revision, body.confirmation], [200, 2, { ...DEFAULT, reported_by: 'B' }]);
      assert.equal((await amend(club, id, { confirmation: null })).body.confirmation?.reported_by, null);
      await feedCaughtUp(service().database);
      const events = (await pageOf<{ type: string; data: { match?: OwnMatchView } }>(club.partner, '/v1/events')).data;
      const ofMatch = events.filter(({ data }) => data.match?.id === id);
      assert.deepEqual(
        ofMatch.map(({ type, data }) => [type, data.match?.revision, data.match?.confirmation?.reported_by]),
        [
          ['match.pending', 1, 'A'],
          ['match.confirmation_changed', 2, 'B'],
          ['match.confirmation_changed', 3, null],
        ],
      );
    });

    it('keeps the terms that it does not name', async () => {
      const club = await aClub(service());
      const terms = { reported_by: 'A', deadline: soon(), then: 'void' };
      const match = await club.submit(waiting(club, terms));
      const { body } = await amend(club, match.id, { venue_label: 'Club Sur' });
      assert.deepEqual(body.confirmation, match.confirmation);
      assert.deepEqual(asRead(body), await club.read(match.id));
    });

    it('of the terms is rejected for another tier, and once the match is not pending', async () => {
      const club = await aClub(service());
      const { id } = await club.submit();
      const body = { confirmation: { reported_by: 'A' } };
      await club.partner.refusal('invalid_body', 'PATCH', `/v1/matches/${id}`, { body });
      const pending = await club.submit(waiting(club));
      await club.partner.request('POST', `/v1/matches/${pending.id}/confirm`);
      const refused = await club.partner.refusal('invalid_transition', 'PATCH', `/v1/matches/${pending.id}`, { body });
      assert.equal(refused.body['match_status'], 'completed');
    });
  });

  describe('a deadline that has passed', () => {
    const own = useTestService({ engine, isOwn: true });

    it('is dropped by an amendment of the result, unless that names one', async () => {
      const club = await aClub(own());
      const terms = { reported_by: 'A', deadline: soon(1), then: 'complete' };
      const [dropped, named] = [await club.submit(waiting(club, terms)), await club.submit(waiting(club, terms))];
      own().advance(2 * DAY_MS);
      const change = { venue_label: 'Club Sur' };
      assert.deepEqual((await amend(club, dropped.id, change)).body.confirmation, { ...DEFAULT, reported_by: 'A' });
      const next = { deadline: new Date(own().context.now() + DAY_MS).toISOString() };
      const { confirmation } = (await amend(club, named.id, { ...change, confirmation: next })).body;
      assert.deepEqual(confirmation, { ...DEFAULT, ...next });
      assert.deepEqual((await verifyAudit(club.partner.context, {}, club.partner.id)).faults, []);
    });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AuditEntry } from '@bandeja/contract/audit';
import type { OwnMatchView } from '@bandeja/contract/matches';
import { verifyAudit } from '../../src/audit/verify.ts';
import { aClub, faultsOf } from '../support/club.ts';
import { feedCaughtUp } from '../support/feed.ts';
import { pageOf } from '../support/paging.ts';
import { onEachEngine, useTestService } from '../support/service.ts';
import { WaitingMatch } from './linked-match.ts';

const REASON = 'We won the second set 6–4.';

onEachEngine((engine) => {
  const service = useTestService({ engine });
  const auditOf = async ({ club, id }: WaitingMatch) =>
    (await pageOf<AuditEntry>(club.partner, `/v1/matches/${id}/audit`)).data;
  const eventsOf = async ({ club, id }: WaitingMatch) => {
    await feedCaughtUp(service().database);
    type Event = { readonly type: string; readonly data: { readonly match?: OwnMatchView } };
    const { data } = await pageOf<Event>(club.partner, '/v1/events');
    return data.filter((event) => event.data.match?.id === id);
  };
  const assertVerified = async ({ club }: WaitingMatch) =>
    assert.deepEqual((await verifyAudit(club.partner.context, {}, club.partner.id)).faults, []);

  describe('a match that awaits its players', () => {
    it('completes with one player of each pair, is rated, and is logged as completed alone', async () => {
      const match = await WaitingMatch.of(service());
      await match.player(0).answer();
      assert.deepEqual([(await match.read()).status, (await match.read()).revision], ['pending', 1]);
      const page = await match.player(3).answer();
      assert.deepEqual([page.match.status, page.match.revision, page.state], ['completed', 2, 'closed']);
      const read = await match.read();
      assert.deepEqual([read.status, read.revision, read.rating_status], ['completed', 2, 'settled']);
      assert.equal(read.confirmation?.decided_by, 'players');
      assert.deepEqual(
        read.confirmation?.answers.map(({ team, answer }) => `${team} ${answer}`),
        ['A right', 'B right'],
      );
      assert.ok(read.participants.every((one) => one.rating_change !== null));
      const [first, last] = [match.player(0).link, match.player(3).link];
      assert.deepEqual(
        (await auditOf(match)).map(({ action, actor, revision, changes }) => [
          action,
          actor.replace(/key:.*/, 'key'),
          revision,
          changes.at(0)?.pointer,
        ]),
        [
          ['submitted', 'key', 1, ''],
          ['answered', `link:${first.id}`, 1, `/confirmation/answers/${first.profile_id}`],
          ['answered', `link:${last.id}`, 1, `/confirmation/answers/${last.profile_id}`],
          ['confirmed', `link:${last.id}`, 2, '/status'],
        ],
      );
      assert.deepEqual(
        (await eventsOf(match)).map(({ type }) => type),
        ['match.pending', 'match.confirmation_changed', 'match.completed'],
      );
      await assertVerified(match);
    });

    it('completes with one player of the pair that did not report it; the other pair does not count', async () => {
      const match = await WaitingMatch.of(service(), { reported_by: 'A' });
      assert.deepEqual(
        match.players.map(({ link }) => link.counts),
        [false, false, true, true],
      );
      for (const slot of [0, 1]) assert.equal((await match.player(slot).answer()).state, 'awaiting');
      assert.equal((await match.player(2).answer()).match.status, 'completed');
    });

    it('is disputed by any player, and completes once that one takes it back', async () => {
      const match = await WaitingMatch.of(service(), { reported_by: 'A' });
      await match.player(2).answer(REASON);
      assert.equal((await match.player(3).answer()).state, 'disputed');
      const { state, answers } = await match.confirmation();
      assert.equal(state, 'disputed');
      assert.deepEqual(
        answers.map(({ answer, reason }) => [answer, reason]),
        [
          ['wrong', REASON],
          ['right', null],
        ],
      );
      assert.equal((await match.player(2).answer()).match.status, 'completed');
      assert.deepEqual(
        (await eventsOf(match)).map(({ type }) => type),
        ['match.pending', 'match.disputed', 'match.confirmation_changed', 'match.completed'],
      );
      await assertVerified(match);
    });

    it('does not change if a player sends the same answer again', async () => {
      const match = await WaitingMatch.of(service());
      for (let count = 0; count < 3; count += 1) await match.player(0).answer(REASON);
      assert.equal((await auditOf(match)).length, 2);
      await match.player(0).answer('It was 6–3.');
      assert.equal((await match.confirmation()).answers[0]?.reason, 'It was 6–3.');
      assert.equal((await auditOf(match)).length, 3);
      await assertVerified(match);
    });

    it('takes no answer about another revision, nor once it is decided', async () => {
      const match = await WaitingMatch.of(service());
      const conflict = await match.player(0).put(2);
      assert.deepEqual([conflict.status, conflict.body.code, conflict.body['revision']], [409, 'revision_conflict', 1]);
      await match.club.partner.request('POST', `/v1/matches/${match.id}/void`, { body: { reason: 'Twice.' } });
      const closed = await match.player(0).put(1);
      assert.deepEqual([closed.body.code, closed.body['match_status']], ['invalid_transition', 'voided']);
      assert.equal((await match.player(0).page()).match.status, 'voided');
    });

    it('needs a reason with `wrong`, and only with it', async () => {
      const { client } = (await WaitingMatch.of(service())).player(0);
      const faults = async (body: object) =>
        faultsOf(
          (await client.refusal('invalid_body', 'PUT', '/v1/confirmation', { body: { revision: 1, ...body } })).body,
        );
      assert.deepEqual(await faults({ answer: 'wrong' }), ['/reason required']);
      assert.deepEqual(await faults({ answer: 'right', reason: REASON }), ['/reason conflicting']);
      assert.deepEqual(await faults({ answer: 'wrong', reason: 'x'.repeat(301) }), ['/reason out_of_range']);
      assert.deepEqual(await faults({ answer: 'perhaps' }), ['/answer not_one_of']);
    });

    it('loses its answers if the result is amended, and keeps them if the terms are, except for another reporter', async () => {
      const match = await WaitingMatch.of(service());
      const amend = (body: object) => match.club.partner.request('PATCH', `/v1/matches/${match.id}`, { body });
      await match.player(0).answer(REASON);
      await amend({ confirmation: { deadline: new Date(Date.now() + 3_600_000).toISOString() } });
      assert.deepEqual(
        [(await match.confirmation()).state, (await match.confirmation()).answers.length],
        ['disputed', 1],
      );
      await amend({ venue_label: 'Club Sur' });
      assert.deepEqual([(await match.confirmation()).state, (await match.confirmation()).answers], ['awaiting', []]);
      await match.player(1).answer(undefined, 3);
      await amend({ confirmation: { reported_by: 'B' } });
      assert.deepEqual((await match.confirmation()).answers, []);
      await assertVerified(match);
      const shown = (await eventsOf(match)).map(({ type, data }) => [type, data.match?.confirmation?.answers.length]);
      assert.deepEqual(shown, [
        ['match.pending', 0],
        ['match.disputed', 0],
        ['match.confirmation_changed', 0],
        ['match.amended', 0],
        ['match.confirmation_changed', 0],
        ['match.confirmation_changed', 0],
      ]);
    });
  });

  describe('the list of matches', () => {
    it('has those in one state of the confirmation, newest first', async () => {
      const club = await aClub(service());
      const at = (day: number) => ({ played_at: `2026-05-0${day}T19:10:00Z` });
      await club.submit();
      const [first, second, third, fourth] = [
        await WaitingMatch.in(club, null, at(1)),
        await WaitingMatch.in(club, null, at(2)),
        await WaitingMatch.in(club, null, at(3)),
        await WaitingMatch.in(club, null, at(4)),
      ];
      for (const match of [first, third]) await match.player(0).answer(REASON);
      await club.partner.request('POST', `/v1/matches/${fourth.id}/void`, { body: { reason: 'Twice.' } });
      const idsIn = async (state: string) =>
        (await pageOf<OwnMatchView>(club.partner, `/v1/matches?confirmation_state=${state}`)).data.map(({ id }) => id);
      assert.deepEqual(await idsIn('disputed'), [third.id, first.id]);
      assert.deepEqual(await idsIn('awaiting'), [second.id]);
      assert.deepEqual(await idsIn('closed'), [fourth.id]);
      assert.deepEqual(await idsIn('expired'), []);
    });
  });

  describe('the verification of the audit trail', () => {
    it('finds an answer, a state and a decision that were changed past their verbs', async () => {
      const faults: string[] = [];
      for (const sql of [
        `update match_answers set answer = 'right', reason = null where match_id = `,
        `delete from match_answers where match_id = `,
        `update matches set confirmation_state = null where id = `,
      ]) {
        const match = await WaitingMatch.of(service());
        await match.player(0).answer(REASON);
        await match.club.partner.context.database.script(`${sql}'${match.id}'`);
        const found = (await verifyAudit(match.club.partner.context, {}, match.club.partner.id)).faults;
        faults.push(found.map(({ detail }) => detail).join());
      }
      const decided = await WaitingMatch.of(service());
      for (const slot of [0, 2]) await decided.player(slot).answer();
      await decided.club.partner.context.database.script(
        `update matches set confirmation_decided_by = 'deadline' where id = '${decided.id}'`,
      );
      const found = (await verifyAudit(decided.club.partner.context, {}, decided.club.partner.id)).faults;
      assert.deepEqual(
        [...faults, found.map(({ detail }) => detail).join()],
        [
          'answers differs from the entries',
          'answers differs from the entries',
          'confirmation_state differs from the entries',
          'confirmation_decided_by differs from the entries',
        ],
      );
    });
  });
});

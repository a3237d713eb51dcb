import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AuditEntry } from '@bandeja/contract/audit';
import { lockChainHeads } from '../../src/audit/store.ts';
import { verifyAudit } from '../../src/audit/verify.ts';
import type { Context } from '../../src/context.ts';
import { putAnswer, writeState } from '../../src/matches/confirmation-store.ts';
import { deadlinesJob } from '../../src/matches/deadlines.ts';
import { untilWaiting } from '../ledger/locks.ts';
import { aClub } from '../support/club.ts';
import { feedCaughtUp } from '../support/feed.ts';
import { pageOf } from '../support/paging.ts';
import { type Engine, onEachEngine, type TestService, useTestService } from '../support/service.ts';
import { WaitingMatch } from './linked-match.ts';

const HOUR_MS = 3_600_000;

/** Runs the job until it finds nothing more. */
async function runDeadlines(context: Context): Promise<void> {
  const job = deadlinesJob(context);
  while ((await job.run(new AbortController().signal)) === 'more');
}

const inOneHour = (service: TestService): string => new Date(service.context.now() + HOUR_MS).toISOString();

onEachEngine((engine: Engine) => {
  const service = useTestService({ engine, isOwn: true });
  const pass = async () => {
    service().advance(2 * HOUR_MS);
    await runDeadlines(service().context);
  };
  const auditOf = async ({ club, id }: WaitingMatch) =>
    (await pageOf<AuditEntry>(club.partner, `/v1/matches/${id}/audit`)).data;
  const typesOf = async ({ club }: WaitingMatch) => {
    await feedCaughtUp(service().database);
    const { data } = await pageOf<{ type: string }>(club.partner, '/v1/events');
    return data.map(({ type }) => type).filter((type) => type.startsWith('match.'));
  };

  describe('a deadline that has passed', () => {
    it('completes a match, which is rated at its place, if its terms name that', async () => {
      const match = await WaitingMatch.of(service(), { deadline: inOneHour(service()), then: 'complete' });
      await runDeadlines(service().context);
      assert.equal((await match.read()).status, 'pending');
      await pass();
      const { status, rating_status, revision, confirmation } = await match.read();
      assert.deepEqual(
        [status, rating_status, revision, confirmation?.decided_by],
        ['completed', 'settled', 2, 'deadline'],
      );
      assert.deepEqual(
        (await auditOf(match)).map(({ action, actor }) => [action, actor.split(':')[0]]),
        [
          ['submitted', 'key'],
          ['confirmed', 'service'],
        ],
      );
      assert.deepEqual(await typesOf(match), ['match.pending', 'match.completed']);
    });

    it('voids a match if its terms name that', async () => {
      const match = await WaitingMatch.of(service(), { deadline: inOneHour(service()), then: 'void' });
      await pass();
      const { status, void_reason, confirmation } = await match.read();
      assert.deepEqual(
        [status, void_reason, confirmation?.decided_by],
        ['voided', 'Not confirmed in time.', 'deadline'],
      );
      assert.deepEqual((await verifyAudit(match.club.partner.context, {}, match.club.partner.id)).faults, []);
    });

    it('expires a match that stays: links answer nothing more, and the partner decides or names new terms', async () => {
      const club = await aClub(service());
      const terms = { deadline: inOneHour(service()) };
      const [first, second] = [await WaitingMatch.in(club, terms), await WaitingMatch.in(club, terms)];
      await pass();
      assert.equal((await first.confirmation()).state, 'expired');
      const refused = await first.player(0).put(1);
      assert.deepEqual([refused.body.code, refused.body['match_status']], ['invalid_transition', 'pending']);
      assert.equal((await first.player(0).page()).state, 'expired');
      await club.partner.request('POST', `/v1/matches/${first.id}/confirm`);
      assert.equal((await first.confirmation()).decided_by, 'partner');
      await club.partner.request('PATCH', `/v1/matches/${second.id}`, { body: { confirmation: { reported_by: 'A' } } });
      assert.equal((await second.confirmation()).state, 'awaiting');
      assert.equal((await second.player(2).answer(undefined, 2)).match.status, 'completed');
      const types = (await typesOf(first)).filter((type) => type === 'match.confirmation_changed');
      assert.equal(types.length, 3);
      assert.deepEqual((await verifyAudit(club.partner.context, {}, club.partner.id)).faults, []);
    });

    it('does nothing to a disputed match, until the player takes the dispute back', async () => {
      const match = await WaitingMatch.of(service(), { deadline: inOneHour(service()), then: 'void' });
      await match.player(0).answer('No.');
      await pass();
      assert.equal((await match.confirmation()).state, 'disputed');
      assert.equal((await match.player(0).answer()).state, 'awaiting');
      await runDeadlines(service().context);
      assert.equal((await match.read()).status, 'voided');
    });

    it('acts on more matches than a block has', async () => {
      const club = await aClub(service());
      const terms = { deadline: inOneHour(service()), then: 'void' };
      const entry = () => club.match({ trust_tier: 'player_confirmed', confirmation: terms });
      for (let batch = 0; batch < 5; batch += 1) {
        const body = { matches: Array.from({ length: 25 }, entry) };
        await club.partner.request('POST', '/v1/matches/batch', { body });
      }
      await pass();
      const { data } = await pageOf<object>(club.partner, '/v1/matches?status=pending');
      assert.equal(data.length, 0);
    });
  });

  describe('the deadline of a match in a sandbox', () => {
    it('passes by the clock of the sandbox', async () => {
      const match = await WaitingMatch.of(
        service(),
        { deadline: inOneHour(service()), then: 'complete' },
        { mode: 'test' },
      );
      const { partner } = match.club;
      await partner.request('PATCH', '/v1/sandbox', { body: { advance_seconds: 2 * 3600 } });
      await runDeadlines(await service().sandboxes.contextOf(partner.id));
      assert.equal((await match.read()).status, 'completed');
    });
  });

  if (engine !== 'postgres') return;
  describe('a deadline that passes while a player answers', () => {
    it('does nothing if the answer is stored after the job has found the match', async () => {
      const match = await WaitingMatch.of(service(), { deadline: inOneHour(service()), then: 'complete' });
      service().advance(2 * HOUR_MS);
      const { database } = service();
      const [locked, hasWaited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const answering = database.transaction(async (transaction) => {
        await lockChainHeads(transaction, [match.club.partner.id]);
        locked.resolve();
        await hasWaited.promise;
        const player_id = match.player(0).link.profile_id;
        await putAnswer(transaction, match.id, { player_id, answer: 'wrong', reason: 'No.', at: Date.now() });
        await writeState(transaction, { id: match.id, confirmation_state: 'disputed' });
      });
      await locked.promise;
      const deadlines = runDeadlines(service().context);
      await untilWaiting(database, 1);
      hasWaited.resolve();
      await Promise.all([answering, deadlines]);
      const { status, confirmation } = await match.read();
      assert.deepEqual([status, confirmation?.state], ['pending', 'disputed']);
    });

    it('and a `wrong` leave one of both, never a mixture', async () => {
      for (let round = 0; round < 10; round += 1) {
        const match = await WaitingMatch.of(service(), { deadline: inOneHour(service()), then: 'complete' });
        service().advance(2 * HOUR_MS);
        const [{ status }] = await Promise.all([
          match.player(0).put(1, 'No.'),
          runDeadlines(service().context),
          runDeadlines(service().context),
        ]);
        const read = await match.read();
        const { state, decided_by, answers } = read.confirmation ?? assert.fail();
        const isDisputed = status === 200;
        assert.deepEqual(
          [read.status, read.revision, state, decided_by, answers.length],
          isDisputed ? ['pending', 1, 'disputed', null, 1] : ['completed', 2, 'closed', 'deadline', 0],
        );
        assert.deepEqual((await verifyAudit(match.club.partner.context, {}, match.club.partner.id)).faults, []);
      }
    });
  });
});

/** Submissions that wait for locked players leave connections to readers. Only PostgreSQL has a pool to exhaust. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { statement } from '@bandeja/postgres/database';
import { serviceContext } from '../../src/context.ts';
import { openSubmissionQueue } from '../../src/matches/submission-queue.ts';
import { holdRating, untilWaiting } from '../ledger/locks.ts';
import { aClub } from '../support/club.ts';
import { type ProblemBody, useTestService } from '../support/service.ts';

const SUBMISSIONS = 30;

const service = useTestService({ engine: 'postgres' });

it('a partner reads and writes at once while thirty submissions of another wait for a locked player', async () => {
  const { database } = service();
  const [busy, other] = [await aClub(service()), await aClub(service())];
  const release = await holdRating(database, busy.players[0]?.id ?? '');
  const waiting = Array.from({ length: SUBMISSIONS }, () => busy.submit());
  try {
    await untilWaiting(database, 1);
    for (const player of other.players) {
      const { status } = await other.partner.request('GET', `/v1/players/${player.username}`);
      assert.equal(status, 200);
    }
    assert.equal((await other.submit()).rating_status, 'settled');
  } finally {
    await release();
  }
  assert.equal(new Set((await Promise.all(waiting)).map((match) => match.id)).size, SUBMISSIONS);
});

it('a connection that is lost during the writes of a submission ends in 503, and the process lives', async () => {
  const { database } = service();
  const club = await aClub(service());
  await club.submit(club.match({ played_at: '2026-03-02T10:00:00Z' }));
  const release = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  // Reads and locks of rows pass, writes wait.
  const holding = database.transaction(async (transaction) => {
    await transaction.query(statement('test_lock_matches', 'lock table matches in share row exclusive mode'));
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const submitting = club.partner.request<ProblemBody>('POST', '/v1/matches', {
    // A late match, whose ratings may be unsettled: that is read beside the writes.
    body: club.match({ played_at: '2026-03-01T10:00:00Z' }),
  });
  await untilWaiting(database, 1);
  await database.query(
    statement(
      'test_end_waiting',
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
    ),
  );
  const { status, body } = await submitting;
  release.resolve();
  await holding;
  assert.deepEqual([status, body.code], [503, 'not_ready']);
});

it('changes of different partners start at once, and those of one partner one after the other', async () => {
  const { database } = service();
  const context = serviceContext(database, () => 0);
  const limits = { running: 2, queued: 100, batchMax: 128, minQueuedForSecond: 16 };
  const queue = openSubmissionQueue(context, limits, (error) => assert.ifError(error));
  const end = Promise.withResolvers<void>();
  const started: string[] = [];
  const change = (partner: string) =>
    queue.change(partner, 1, async () => {
      started.push(partner);
      await end.promise;
    });
  const changes = ['norte', 'norte', 'sur', 'este', 'oeste'].map(change);
  assert.deepEqual(started, ['norte', 'sur', 'este']);
  end.resolve();
  await Promise.all(changes);
  await queue.idle();
});

/** Submissions that wait for locked players leave connections to readers. Only PostgreSQL has a pool to exhaust. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { serviceContext } from '../../src/context.ts';
import { openSubmissionQueue } from '../../src/matches/submission-queue.ts';
import { holdRating, untilWaiting } from '../ledger/locks.ts';
import { aClub } from '../support/club.ts';
import { useTestService } from '../support/service.ts';

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

it('changes of different partners start at once, and those of one partner one after the other', async () => {
  const { database } = service();
  const context = serviceContext(database, () => 0);
  const limits = { running: 2, queued: 100, batchMax: 128, minQueuedForSecond: 16 };
  const queue = openSubmissionQueue(context, limits, (error) => assert.ifError(error));
  const end = Promise.withResolvers<void>();
  const started: string[] = [];
  const change = (partner: string) =>
    queue.change(partner, async () => {
      started.push(partner);
      await end.promise;
    });
  const changes = ['norte', 'norte', 'sur', 'este', 'oeste'].map(change);
  assert.deepEqual(started, ['norte', 'sur', 'este']);
  end.resolve();
  await Promise.all(changes);
  await queue.idle();
});

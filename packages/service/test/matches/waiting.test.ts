/** Submissions that wait for the history gate leave connections to readers. Only PostgreSQL has a pool to exhaust. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { throughGate } from '../../src/ledger/gate-store.ts';
import { aClub } from '../support/club.ts';
import { useTestService } from '../support/service.ts';

const SUBMISSIONS = 30;

const service = useTestService({ engine: 'postgres' });

it('a partner can read at once while thirty submissions of another wait for the history gate', async () => {
  const { database } = service();
  const [busy, reader] = [await aClub(service()), await aClub(service())];
  const [passed, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = throughGate(database, 'exclusive', async () => {
    passed.resolve();
    await released.promise;
  });
  await passed.promise;
  const waiting = Array.from({ length: SUBMISSIONS }, () => busy.submit());
  for (const player of reader.players) {
    const { status } = await reader.partner.request('GET', `/v1/players/${player.username}`);
    assert.equal(status, 200);
  }
  released.resolve();
  await held;
  assert.equal(new Set((await Promise.all(waiting)).map((match) => match.id)).size, SUBMISSIONS);
});

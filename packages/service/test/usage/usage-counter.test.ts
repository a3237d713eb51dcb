import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Database, instant, type SqlValue } from '@bandeja/postgres/database';
import { packBigints, packTexts, packUuids } from '@bandeja/postgres/packed';
import { serviceContext } from '../../src/context.ts';
import { UsageCounter } from '../../src/usage/usage-counter.ts';
import { keyActor } from '../support/context.ts';

const PARTNER = '019b76da-a800-7b7e-9d57-0f5d1a2b3c4d';
const KEY = '019b76da-a800-7b7e-9d57-0f5d1a2b3c4e';
const actor = keyActor({ partnerId: PARTNER, keyId: KEY, plan: 'pro', scopes: [] });
const NOW = Date.UTC(2026, 4, 1);
const nothing = {
  requests: 0,
  rate_limited: 0,
  units: 0,
  matches_stored: 0,
  matches_duplicate: 0,
  matches_rejected: 0,
};

/** A counter over a database that notes what is written, or fails. */
function setUp() {
  const written: (readonly SqlValue[])[] = [];
  const state = { isBroken: false };
  const database = {
    transaction: async (work: (transaction: object) => Promise<void>) => {
      if (state.isBroken) throw new Error('the database is away');
      await work({
        query: (_: unknown, values: readonly SqlValue[]) => written.push(values),
        commitWithLast: () => {},
      });
    },
  } as unknown as Database;
  const context = serviceContext(database, () => NOW);
  return { counter: new UsageCounter(context), written, state };
}

describe('what keys use', () => {
  it('is written as sums, and no request waits for it', async () => {
    const { counter, written } = setUp();
    for (let request = 0; request < 1000; request += 1) counter.add(actor, { ...nothing, requests: 1, units: 4 });
    assert.deepEqual(written, []);
    await counter.flush();
    assert.deepEqual(written, [
      [
        packTexts(['2026-05-01']),
        packUuids([PARTNER]),
        packUuids([KEY]),
        ...[1000, 0, 4000, 0, 0, 0].map((count) => packBigints([count])),
      ],
      [[KEY], [instant(NOW)]],
    ]);
  });

  it('is written once', async () => {
    const { counter, written } = setUp();
    counter.add(actor, { ...nothing, requests: 1 });
    await Promise.all([counter.flush(), counter.flush()]);
    await counter.flush();
    assert.equal(written.length, 2);
  });

  it('is kept if it could not be written, and written with what comes next', async () => {
    const { counter, written, state } = setUp();
    state.isBroken = true;
    counter.add(actor, { ...nothing, requests: 2 });
    await assert.rejects(counter.flush(), /away/);
    state.isBroken = false;
    counter.add(actor, { ...nothing, requests: 3 });
    await counter.flush();
    assert.deepEqual(written[0]?.[3], packBigints([5]));
  });
});

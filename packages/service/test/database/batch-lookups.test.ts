import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canonicalUsername } from '@bandeja/contract/username';
import { batchLookups } from '@bandeja/postgres/batch-lookups';
import type { Queryable } from '@bandeja/postgres/database';
import { readMatch } from '../../src/matches/store.ts';
import { readVisiblePlayer } from '../../src/players/store.ts';
import { aClub } from '../support/club.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

/** A key for the batches; it is never queried. */
const aDatabase = (): Queryable => ({}) as Queryable;

describe('look-ups of one turn of the event loop', () => {
  it('go out together, and each gets its own answer', async () => {
    const calls: (readonly number[])[] = [];
    const double = batchLookups<number, number>(async (_, keys) => {
      calls.push(keys);
      return keys.map((key) => (key === 3 ? undefined : 2 * key));
    });
    const database = aDatabase();
    assert.deepEqual(await Promise.all([1, 2, 3, 2].map((key) => double(database, key))), [2, 4, undefined, 4]);
    assert.deepEqual(await double(database, 5), 10);
    assert.deepEqual(calls, [[1, 2, 3, 2], [5]]);
  });

  it('of two databases are two batches', async () => {
    const asked: Queryable[] = [];
    const lookUp = batchLookups<number, number>(async (database, keys) => {
      asked.push(database);
      return [...keys];
    });
    const [one, other] = [aDatabase(), aDatabase()];
    await Promise.all([lookUp(one, 1), lookUp(other, 2)]);
    assert.deepEqual(new Set(asked), new Set([one, other]));
  });

  it('fail together when the statement fails, and the next ones do not', async () => {
    let fails = true;
    const lookUp = batchLookups<number, number>(async (_, keys) => {
      if (fails) throw new Error('the database is gone');
      return [...keys];
    });
    const database = aDatabase();
    const outcomes = await Promise.allSettled([lookUp(database, 1), lookUp(database, 2)]);
    assert.deepEqual(
      outcomes.map((outcome) => outcome.status),
      ['rejected', 'rejected'],
    );
    fails = false;
    assert.equal(await lookUp(database, 3), 3);
  });

  it('inside a transaction go out at once', async () => {
    const calls: number[] = [];
    const lookUp = batchLookups<number, number>(async (_, keys) => {
      calls.push(keys.length);
      return [...keys];
    });
    const transaction = { isTransaction: true } as unknown as Queryable;
    await Promise.all([lookUp(transaction, 1), lookUp(transaction, 2)]);
    assert.deepEqual(calls, [1, 1]);
  });
});

onEachEngine((engine) => {
  const service = useTestService({ engine });

  describe('a look-up at the same time as others', () => {
    it('finds the players and matches that it would find alone, and no others', async () => {
      const { database } = service();
      const [norte, sur] = [await aClub(service()), await aClub(service(), { isPublic: false })];
      const matches = [await norte.submit(), await sur.submit()];
      const names = [...norte.players, ...sur.players].map((player) => canonicalUsername(player.username));
      const partners = [norte.partner.id, sur.partner.id];
      const players = partners.flatMap((id) => [...names, 'nobody-here'].map((name) => [id, name] as const));
      const together = await Promise.all(players.map(([id, name]) => readVisiblePlayer(database, id, name)));
      assert.deepEqual(
        together.map((player) => player?.username),
        partners.flatMap((id) => [
          ...names.map((name, index) => (index < 4 || id === sur.partner.id ? name : undefined)),
          undefined,
        ]),
      );
      const asked = partners.flatMap((id) => matches.map((match) => [id, match.id] as const));
      const found = await Promise.all(asked.map(([id, match]) => readMatch(database, id, match)));
      assert.deepEqual(
        found.map((match) => match?.id),
        [matches[0]?.id, undefined, undefined, matches[1]?.id],
      );
    });
  });
});

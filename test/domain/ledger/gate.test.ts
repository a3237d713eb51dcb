/** The race for which there is a history gate, played move by move: only a server has the connections for it. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { KeyActor } from '../../../src/domain/context.ts';
import { submitMatches } from '../../../src/domain/matches/index.ts';
import type { Database } from '../../../src/store/engine/database.ts';
import { openMigratedDatabase } from '../../support/database.ts';
import { aMatch, four } from '../../support/matches.ts';
import { ledgerOf } from './histories.ts';
import { holdRating, untilWaiting } from './locks.ts';
import { bitsOfLedger, contextOf, foundPartner, foundPlayers, ratedMatchOf, storedLedger } from './stored-ledger.ts';

describe('a late match reaches players who are playing at this moment', () => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase('postgres');
  });
  after(() => database.close());

  test('and neither loses the other, though the two share no player', async () => {
    const [norte, sur] = [await foundPartner(database, 'norte'), await foundPartner(database, 'sur')];
    const names = Array.from({ length: 8 }, (_, index) => `player-${index}`);
    // Ratings are locked in the order of ids: whoever stands last is waited for with the others locked.
    const [a, b, c, d, e, f, g, last] = (await foundPlayers(database, norte, names)).sort().map((id) => ({ id }));
    assert.ok(a && b && c && d && e && f && g && last);
    const at = (day: number, ...players: readonly { id: string }[]) =>
      aMatch({ external_ref: `m${day}`, played_at: `2026-05-0${day}T19:00:00Z`, participants: four(...players) });
    const context = contextOf(database);
    const submit = async (caller: KeyActor, body: object): Promise<void> => {
      assert.equal((await submitMatches(context, [{ actor: caller, body }]))[0]?.status, 'created');
    };
    const [late, between, now] = [at(1, a, b, c, d), at(2, d, e, f, g), at(3, e, f, g, last)];
    await submit(norte, between);

    const letGo = await holdRating(database, last.id);
    const appending = submit(norte, now);
    await untilWaiting(database, 1);
    const replaying = submit(sur, late);
    await untilWaiting(database, 2);
    await letGo();
    await Promise.all([appending, replaying]);

    const matches = [
      ratedMatchOf(norte.partnerId, between, 'completed'),
      ratedMatchOf(norte.partnerId, now, 'completed'),
      ratedMatchOf(sur.partnerId, late, 'completed'),
    ];
    const wanted = ledgerOf(matches.flatMap((match) => match ?? []));
    const stored = await storedLedger(
      database,
      [a, b, c, d, e, f, g, last].map(({ id }) => id),
    );
    assert.deepEqual(bitsOfLedger(stored), bitsOfLedger(wanted));
  });
});

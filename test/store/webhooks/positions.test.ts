/** From where the events of a partner are sent again. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Database, instant, statement } from '../../../src/store/engine/database.ts';
import { readPositionBefore } from '../../../src/store/webhooks/positions.ts';
import { openMigratedDatabase } from '../../support/database.ts';
import { onEachEngine } from '../../support/engines.ts';

const PARTNER = '00000000-0000-7000-8000-000000000001';
const START = Date.parse('2026-05-01T00:00:00Z');
const MINUTE = 60_000;

const addChanges = statement(
  'test_add_changes',
  `insert into change_log (at, kind, partner_id, player_ids)
   select at, 'player.registered', $1::uuid, array[$1::uuid] from unnest($2::timestamptz[]) with ordinality as a(at, n) order by n
   returning id`,
);
const addPlaces = statement(
  'test_add_places',
  'insert into event_places (partner_id, position, change_id) select $1, n + $3, id from unnest($2::bigint[]) with ordinality as a(id, n)',
);

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  describe(`the position before an instant on ${engine}`, () => {
    it('is 0 for a partner without events', async () => {
      assert.equal(await readPositionBefore(database, PARTNER, START), 0);
    });

    it('is before every kept event from then on, also if some came minutes after their instants', async () => {
      const removed = 40;
      // Each is a minute after the one before it; of every seventh the transaction was open for four minutes.
      const times = Array.from({ length: 300 }, (_, n) => START + (n - (n % 7 === 0 ? 4 : 0)) * MINUTE);
      const ids = await database.query<{ id: number }>(addChanges, [PARTNER, times.map(instant)]);
      await database.query(addPlaces, [PARTNER, ids.map(({ id }) => id), removed]);
      for (let minute = -10; minute < 310; minute += 1) {
        const since = START + minute * MINUTE;
        const first = times.findIndex((at) => at >= since);
        const expected = first === -1 ? times.length : first;
        assert.equal(await readPositionBefore(database, PARTNER, since), removed + expected, `minute ${minute}`);
      }
    });
  });
});

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, statement } from '@bandeja/postgres/database';

const end = statement(
  'test_feed_end',
  'select xid_offset + pg_snapshot_xmax(pg_current_snapshot())::text::bigint as position from event_clock',
);
const isVisible = statement('test_feed_is_visible', 'select event_horizon() >= $1::bigint as is_visible');

/** Waits until readers see all events committed by now. Open transactions of other tests on the same server hold them up. */
export async function feedCaughtUp(database: Database): Promise<void> {
  const [{ position } = assert.fail()] = await database.query<{ position: number }>(end);
  for (const deadline = performance.now() + 180_000; ; await sleep(5)) {
    const [row] = await database.query<{ is_visible: boolean }>(isVisible, [position]);
    if (row?.is_visible) return;
    assert.ok(performance.now() < deadline, 'a transaction stays open');
  }
}

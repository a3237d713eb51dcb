import assert from 'node:assert/strict';
import { type Database, statement } from '@bandeja/postgres/database';
import { until } from './until.ts';

const end = statement(
  'test_feed_end',
  'select xid_offset + pg_snapshot_xmax(pg_current_snapshot())::text::bigint as position from event_clock',
);
const isVisible = statement('test_feed_is_visible', 'select event_horizon() >= $1::bigint as is_visible');

/** Waits until readers see all events committed by now. Open transactions of other tests on the same server hold them up. */
export async function feedCaughtUp(database: Database): Promise<void> {
  const [{ position } = assert.fail()] = await database.query<{ position: number }>(end);
  await until(async () => {
    const [row] = await database.query<{ is_visible: boolean }>(isVisible, [position]);
    return row?.is_visible === true;
  }, 'the end of earlier transactions');
}

/** The write-ahead log of a server that has been at work for a while. */
import { statement } from '../../src/store/engine/database.ts';
import { postgresDatabase } from '../../src/store/engine/postgres.ts';

/** 16 MB each. */
const SEGMENTS = 300;
/** What a server has to keep for reuse, so that the segments stay. */
export const LOG_SETTINGS = { min_wal_size: '5GB', max_wal_size: '8GB' } as const;

const useUp = statement(
  'bench_log_use_up',
  "select pg_logical_emit_message(false, 'bench', '')::text, pg_switch_wal()::text",
);

/**
 * A new server makes each segment of its log when it gets there, and a commit that waits for that waits 20 to 60 ms; one
 * that has been at work for a while uses old segments again. This uses some up, so that there are old ones.
 */
export async function ageLog(url: string): Promise<void> {
  const database = postgresDatabase({ url, statementTimeoutMs: 120_000 });
  try {
    for (let segment = 0; segment < SEGMENTS; segment += 1) await database.query(useUp);
    await database.script('checkpoint');
  } finally {
    await database.close();
  }
}

import type pg from 'pg';
import { clientOf } from './hosts.ts';

const TIMEOUT_MS = 10_000;

/**
 * Whether a pooler gives each transaction another session of the database: then settings and prepared statements of a connection get lost.
 *
 * A connection leads to another session than before once a transaction of another connection has taken it.
 */
export async function poolsTransactions(connectionString: string): Promise<boolean> {
  const [one, other] = [clientOf(connectionString, TIMEOUT_MS), clientOf(connectionString, TIMEOUT_MS)];
  try {
    await one.connect();
    await other.connect();
    const before = await sessionOf(one);
    try {
      await other.query('begin');
      await sessionOf(other);
    } catch {
      // A pooler of single statements admits no transaction.
      return true;
    }
    // A pool of one session does not answer until the transaction ends.
    return (await sessionOf(one).catch(() => null)) !== before;
  } finally {
    for (const client of [one, other]) void client.end();
  }
}

async function sessionOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

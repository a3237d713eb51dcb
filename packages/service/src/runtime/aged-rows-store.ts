/** Removes the old rows of logs, each of which has a primary key of an owner, a column that grows with time, and an id. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable, Statement } from '@bandeja/postgres/database';

/** The lowest and the highest value of a type, as text. */
const BOUNDS = {
  bigint: ['-9223372036854775808', '9223372036854775807'],
  timestamptz: ['-infinity', 'infinity'],
  uuid: ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
} as const;

export interface AgedLog {
  readonly table: string;
  /** The primary key: the owner, the column that grows with time, and the id. */
  readonly key: readonly [column: string, type: keyof typeof BOUNDS][];
  /** Keeps the newest row of each owner, even if it is old. Default false. */
  readonly keepsNewest?: boolean;
}

/**
 * The statement that removes a batch of old rows. $1: their least age in days; $2: the batch size; $3: the key to start after.
 *
 * Each step reads the next row of the primary key; after a young row, it goes on with the next owner. So a batch reads old rows, and one
 * young row of each owner. It starts where the last one ended: removed rows stay in the index until vacuum, so that a batch
 * that started again at the first row would read all rows that were removed before it.
 *
 * Rows are deleted by ctid, since the planner may make a join read the whole table. Rows are never updated.
 */
export function removalOfOldRows({ table, key, keepsNewest = false }: AgedLog): string {
  const columns = key.map(([column]) => column);
  const [owner, ...rest] = columns.map((column) => `walk.${column}`);
  const after = key.map(([, type], index) => `($3::text[])[${index + 1}]::${type}`);
  const next = key.slice(1).map(([column, type]) => {
    return `case when walk.is_old then walk.${column} else '${BOUNDS[type][1]}' end`;
  });
  const row = (where: string): string =>
    `select ctid as row, ${columns.join(', ')}, at < statement_timestamp() - make_interval(days => $1) as is_old
       from ${table} where (${columns.join(', ')}) > (${where}) order by ${columns.join(', ')} limit 1`;
  // Ordered, since the planner reads small tables whole for `exists`, once a row.
  const newest = `(
       select ${columns[2]} from ${table}
       where ${columns[0]} = ${owner} order by ${columns[1]} desc, ${columns[2]} desc limit 1)`;
  return `with recursive walk as (
     select 1 as step, first.* from (
       ${row(after.join(', '))}
     ) first
     union all
     select walk.step + 1, next.* from walk cross join lateral (
       ${row([owner, ...next].join(', '))}
     ) next
     where walk.step < $2::integer
   ), removed as (
     delete from ${table} where ctid = any(array(
       select row from walk where is_old${keepsNewest ? ` and ${rest[1]} <> ${newest}` : ''}
     ))
   )
   select array[${columns.map((column) => `${column}::text`).join(', ')}] as last from walk where step = $2::integer`;
}

/** Which rows to remove, and how. */
export interface OldRows {
  /** Their least age. */
  readonly days: number;
  /** Batch size: a row of each owner counts, even if it is young. */
  readonly batch: number;
  /** Ends the removal after the batch in progress. */
  readonly stopping: AbortSignal;
}

/**
 * Removes all rows that are older than this number of days.
 * @param removal by {@link removalOfOldRows}
 */
export async function removeOldRows(
  database: Queryable,
  removal: Statement,
  { key }: AgedLog,
  { days, batch, stopping }: OldRows,
): Promise<void> {
  let last: readonly string[] | undefined = key.map(([, type]) => BOUNDS[type][0]);
  while (last !== undefined && !stopping.aborted) {
    const startedAt = performance.now();
    const rows: { last: string[] }[] = await database.query<{ last: string[] }>(removal, [days, batch, last]);
    last = rows[0]?.last;
    // Leaves half of the time to requests: the embedded database has one connection.
    if (last !== undefined) await sleep(performance.now() - startedAt);
  }
}

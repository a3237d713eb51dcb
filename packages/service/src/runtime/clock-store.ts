import { type Queryable, statement } from '@bandeja/postgres/database';

const time = statement('clock_time', `select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`);

/** The time of the database's clock, ms since 1970. */
export async function readDatabaseTime(database: Queryable): Promise<number> {
  const [row] = await database.query<{ readonly ms: number }>(time, []);
  if (row === undefined) throw new Error('the database returned no time');
  return row.ms;
}

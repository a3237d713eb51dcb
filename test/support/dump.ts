import type { Database } from '../../src/store/engine/database.ts';
import { statement } from '../../src/store/engine/database.ts';

const tables = statement(
  'test_dump_tables',
  `select c.relname::text as name from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by 1`,
);

/** Every row of every table as text, a line each, as a dump has them. */
export async function dumpOf(database: Database): Promise<string> {
  const found = await database.query<{ name: string }>(tables);
  const texts: string[] = [];
  for (const { name } of found) {
    const rows = statement(`test_dump_${name}`, `select '${name} ' || t::text as line from ${name} t`);
    texts.push(...(await database.query<{ line: string }>(rows)).map(({ line }) => line));
  }
  return texts.join('\n');
}

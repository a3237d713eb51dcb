import { type Database, statement } from '@bandeja/postgres/database';

const tables = statement(
  'test_dump_tables',
  `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_toast%'
   order by 1`,
);

/** Every row of every table of every schema as text, a line each, as a dump has them. */
export async function dumpOf(database: Database): Promise<string> {
  const found = await database.query<{ name: string }>(tables);
  const texts: string[] = [];
  for (const { name } of found) {
    const rows = statement(`test_dump_${name}`, `select t::text as line from ${name} t`);
    texts.push(name, ...(await database.query<{ line: string }>(rows)).map(({ line }) => line));
  }
  return texts.join('\n');
}

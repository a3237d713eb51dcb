/** Fills tables without indexes and foreign keys, because building an index once is faster than inserting into it row by row. */
import type pg from 'pg';

interface Definition {
  readonly drop: string;
  readonly create: string;
}

/**
 * Drops the indexes and keys of these tables, fills the tables, and creates the indexes and keys again.
 * @param onRestore called with each statement that creates an index or a key
 */
export async function withBareTables(
  client: pg.Client,
  tables: readonly string[],
  fill: () => Promise<void>,
  onRestore: (what: string) => void,
): Promise<void> {
  const definitions = await definitionsOf(client, tables);
  for (const { drop } of definitions) await client.query(drop);
  await fill();
  for (const { create } of definitions.toReversed()) {
    onRestore(create);
    await client.query(create);
  }
  for (const table of tables) await client.query(`analyze ${table}`);
}

/** In drop order: foreign keys first, because they depend on the keys that they refer to. */
async function definitionsOf(client: pg.Client, tables: readonly string[]): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(
    `select * from (
       select 1 as rank, format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
       from pg_constraint where contype = 'f' and conrelid::regclass::text = any($1)
       union all
       select 2, format('alter table %s drop constraint %I', conrelid::regclass, conname),
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
       from pg_constraint where contype in ('p', 'u') and conrelid::regclass::text = any($1)
         and not exists (select from pg_constraint f where f.contype = 'f' and f.confrelid = pg_constraint.conrelid
           and not f.conrelid::regclass::text = any($1))
       union all
       select 3, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
       from pg_index where indrelid::regclass::text = any($1)
         and not exists (select from pg_constraint where conindid = indexrelid)
     ) definitions order by rank`,
    [tables],
  );
  return rows;
}

/** The description of the schema says all that there is, and says the same on both engines. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Database } from '@bandeja/postgres/database';
import { openPgliteInMemory } from '@bandeja/postgres/test/support/pglite';
import { openMigratedDatabase } from '@bandeja/service/test/support/database';
import { describeSchema } from '../scripts/schema-catalog.ts';

describe('The description of the schema', () => {
  let database: Database;
  before(async () => {
    database = await openPgliteInMemory(null);
  });
  after(() => database.close());

  it('Says tables, columns, rules, indexes, statistics, triggers, rights, comments, views and functions.', async () => {
    await database.script(`
      create table parents (id uuid primary key);
      create table children (
        "order" integer generated always as identity,
        name text collate "C" not null default 'it''s' constraint children_name_short check (char_length(name) < 9),
        doubled double precision generated always as (2.5 * 2) stored,
        parent_id uuid constraint children_parent references parents on delete cascade,
        constraint children_name_unique unique (name)
      ) with (fillfactor = 70);
      alter table children drop column doubled, add column size numeric(5, 2);
      create unique index children_one_large on children (parent_id) where size > 100;
      alter table children alter column name set statistics 0, alter column "order" set statistics 500;
      create index children_by_length on children (char_length(name));
      alter index children_by_length alter column 1 set statistics 0;
      comment on table children is 'Who''s who.';
      comment on column children.size is 'In metres.';
      create role reader;
      grant select on children to reader;
      create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create trigger children_refuse before delete on children for each row execute function refuse();
      create view names as select name from children;
      create sequence counters`);
    assert.equal(
      await describeSchema(database),
      `CREATE TABLE children (
  "order" integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text COLLATE "C" NOT NULL DEFAULT 'it''s'::text,
  parent_id uuid,
  size numeric(5,2),
  CONSTRAINT children_name_unique UNIQUE (name),
  CONSTRAINT children_parent FOREIGN KEY (parent_id) REFERENCES parents(id) ON DELETE CASCADE,
  CONSTRAINT children_name_short CHECK (char_length(name) < 9)
) WITH (fillfactor=70);
CREATE INDEX children_by_length ON children USING btree (char_length(name));
CREATE UNIQUE INDEX children_one_large ON children USING btree (parent_id) WHERE size > 100::numeric;
ALTER TABLE children ALTER COLUMN "order" SET STATISTICS 500;
ALTER TABLE children ALTER COLUMN name SET STATISTICS 0;
ALTER INDEX children_by_length ALTER COLUMN 1 SET STATISTICS 0;
CREATE TRIGGER children_refuse BEFORE DELETE ON children FOR EACH ROW EXECUTE FUNCTION refuse();
GRANT SELECT ON children TO reader;
COMMENT ON TABLE children IS 'Who''s who.';
COMMENT ON COLUMN children.size IS 'In metres.';

CREATE TABLE parents (
  id uuid NOT NULL,
  CONSTRAINT parents_pkey PRIMARY KEY (id)
);

CREATE SEQUENCE counters;

CREATE VIEW names AS
 SELECT name
   FROM children;

CREATE OR REPLACE FUNCTION public.refuse()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin raise 'no'; end $function$;
`,
    );
  });

  it('Refuses to leave out what it does not know.', async () => {
    await database.script("create type mood as enum ('fine'); create materialized view nothing as select 1 as one");
    await assert.rejects(describeSchema(database), /knows nothing of: relation nothing of kind m,type mood$/);
  });

  it('Is the same on both engines.', async (context) => {
    const [embedded, server] = await Promise.all([openMigratedDatabase('pglite'), openMigratedDatabase('postgres')]);
    context.after(() => Promise.all([embedded.close(), server.close()]).then(() => {}));
    assert.equal(await describeSchema(embedded), await describeSchema(server));
  });
});

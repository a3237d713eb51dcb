import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Database, SchemaGone, statement } from '@bandeja/postgres/database';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';

const own = statement('test_schemas_own', 'select name, current_schema()::text as schema from owners');
const add = statement('test_schemas_add', 'insert into owners (name) values ($1) returning name');
const live = statement('test_schemas_live', 'select count(*)::integer as count from only_live');
const path = statement('test_schemas_path', `select current_setting('search_path') as path`);

/** More schemas than a connection keeps prepared statements for. */
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

onEachEngine((engine) => {
  describe('schemas of a database', () => {
    let database: Database;
    before(async () => {
      database = await openMigratedDatabase(engine);
      await database.script('create table only_live (n integer); create table owners (name text)');
      for (const name of NAMES) {
        // The columns have different types, so that the plan of another schema fails.
        const type = name > 'c' ? 'varchar(9)' : 'text';
        await database
          .inSchema(`test_${name}`)
          .script(`create schema test_${name}; create table test_${name}.owners (name ${type})`);
      }
    });
    after(() => database.close());

    const schema = (name: string): Database => database.inSchema(`test_${name}`);

    it('return only their own rows, in any order, and so does the database itself', async () => {
      for (const name of NAMES) assert.deepEqual(await schema(name).query(add, [name]), [{ name }]);
      for (let round = 0; round < 3; round += 1) {
        for (const name of [...NAMES, ...NAMES.toReversed()]) {
          assert.deepEqual(await schema(name).query(own), [{ name, schema: `test_${name}` }]);
          assert.deepEqual(await database.query(own), []);
        }
      }
      const together = await Promise.all(NAMES.map((name) => schema(name).query<{ name: string }>(own)));
      assert.deepEqual(
        together.map(([row]) => row?.name),
        NAMES,
      );
    });

    it('are alone in their search path, even after a failure, and restore the path of the connection', async () => {
      const [before] = await database.query(path);
      await assert.rejects(schema('a').query(live), SchemaGone);
      await schema('a').transaction(async (transaction) => {
        assert.deepEqual(await transaction.query(path), [{ path: 'test_a' }]);
      });
      await assert.rejects(
        schema('a').transaction(async (transaction) => {
          await transaction.query(add, ['undone']);
          throw new Error('undo');
        }),
        /undo/,
      );
      assert.deepEqual(await database.query(path), [before]);
      assert.deepEqual(await schema('a').query(own), [{ name: 'a', schema: 'test_a' }]);
    });

    it('fail with SchemaGone after a drop, and work again after they are recreated', async () => {
      const one = schema('gone');
      const make = 'create schema test_gone; create table test_gone.owners (name text)';
      await one.script(make);
      await one.query(add, ['first']);
      await one.script('drop schema test_gone cascade');
      await assert.rejects(one.query(own), SchemaGone);
      await assert.rejects(
        one.transaction((transaction) => transaction.query(add, ['late'])),
        SchemaGone,
      );
      await one.script(make);
      assert.deepEqual(await one.query(own), []);
    });

    it('reject invalid names', () => {
      for (const name of ['', 'A', 'a b', 'a;drop table owners', '1a', 'x'.repeat(64)]) {
        assert.throws(() => database.inSchema(name), /is not a valid schema name/);
      }
    });

    it('reject a query on the database inside their transactions, which would wait forever', async () => {
      const inside = schema('a').transaction(() => database.query(own));
      await assert.rejects(inside, /inside an open transaction/);
    });
  });
});

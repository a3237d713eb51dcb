/** The content of a database's schemas after the service has stopped. */

import { type Database, statement } from '@bandeja/postgres/database';
import { migrate } from '@bandeja/postgres/migrate';
import { postgresDatabase } from '@bandeja/postgres/postgres';
import { createDatabase, type PostgresServer } from '@bandeja/postgres/test/support/postgres';
import { serviceContext } from '@bandeja/service/context';
import { insertKey } from '@bandeja/service/keys/store';
import { submitMatches } from '@bandeja/service/matches/submit';
import { MIGRATIONS_DIRECTORY } from '@bandeja/service/migrations';
import { insertPartner } from '@bandeja/service/partners/store';
import { registerPlayer } from '@bandeja/service/registrations/register';
import { sandboxSchema } from '@bandeja/service/sandboxes/store';
import { keyActor } from '@bandeja/service/test/support/context';
import { testSettler } from '@bandeja/service/test/support/settling';
import type { DrillWorld } from './worlds-load.ts';

/** A schema and its content. */
export interface WorldSchema {
  readonly name: string;
  readonly database: Database;
  readonly world: DrillWorld;
}

/** Finishes pending settlements. @returns the schema of each world */
export async function settleAll(database: Database, worlds: readonly DrillWorld[]): Promise<WorldSchema[]> {
  const schemas = worlds.map((world): WorldSchema => {
    if (world.mode === 'live') return { name: 'public', database, world };
    const name = sandboxSchema({ partner_id: world.partnerId, generation: 1 });
    return { name, database: database.inSchema(name), world };
  });
  for (const { database: one } of schemas) await testSettler(one, 512).finish();
  return schemas;
}

const tables = statement(
  'drill_tables',
  `select schemaname || '.' || tablename as name, schemaname as schema from pg_tables
   where schemaname = 'public' or starts_with(schemaname, 'sandbox_') order by 1`,
);
const ids = statement('drill_ids', 'select id::text as id from players');

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const ROWS_AT_ONCE = 20_000;

/** Searches every row of every table for names and ids of players of another schema. Two worlds may have a match of the same id. */
export async function searchSchemas(
  database: Database,
  schemas: readonly WorldSchema[],
): Promise<{ readonly rows: number; readonly foreign: readonly string[] }> {
  const homes = new Map<string, string>();
  for (const { name, database: one } of schemas) {
    for (const { id } of await one.query<{ id: string }>(ids)) homes.set(id, name);
  }
  const foreign: string[] = [];
  let rows = 0;
  for (const { name, schema } of await database.query<{ name: string; schema: string }>(tables)) {
    const own = schemas.find((one) => one.name === schema)?.world.name;
    for (let offset = 0; ; offset += ROWS_AT_ONCE) {
      const page = await database.transaction((transaction) =>
        transaction.query<{ row: string }>({
          name: '',
          text: `select t::text as row from ${name} t order by ctid limit ${ROWS_AT_ONCE} offset ${offset}`,
        }),
      );
      for (const { row } of page) {
        const markers = (row.match(/marker[a-z]+/g) ?? []).filter((marker) => marker !== own);
        const players = (row.match(UUID) ?? []).filter((id) => (homes.get(id) ?? schema) !== schema);
        if (markers.length + players.length > 0) foreign.push(`${name}: ${row.slice(0, 200)}`);
      }
      rows += page.length;
      if (page.length < ROWS_AT_ONCE) break;
    }
  }
  return { rows, foreign };
}

const ratings = statement(
  'drill_ratings',
  `select p.username as name, concat_ws(' ', encode(float8send(r.mean), 'hex'), encode(float8send(r.variance), 'hex'),
     encode(float8send(r.shown), 'hex'), r.matches_played, r.last_match_id, r.model_version) as bits
   from player_ratings r join players p on p.id = r.player_id
   union all
   select match_id::text, concat_ws(' ', encode(array_send(before), 'hex'), encode(array_send(after), 'hex')) from match_ratings`,
);

/** The bits of every rating, by username, and of every rated match, by id. */
export async function worldBits(database: Database): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<{ name: string; bits: string }>(ratings);
  return new Map(rows.map(({ name, bits }) => [name, bits]));
}

const TOGETHER = 25;

/** The same for a separate service that receives the matches of a world in order. */
export async function aloneBits(server: PostgresServer, world: DrillWorld): Promise<ReadonlyMap<string, string>> {
  const database = postgresDatabase({ url: (await createDatabase({ server })).url });
  try {
    await migrate(database, MIGRATIONS_DIRECTORY);
    const context = serviceContext(database);
    const actor = keyActor({ partnerId: world.partnerId });
    const at = Date.now();
    const partner = {
      id: world.partnerId,
      name: 'Alone',
      plan: 'enterprise',
      suspended: false,
      time_zone: 'UTC',
      created_at: at,
    } as const;
    await database.transaction((transaction) => insertPartner(transaction, partner));
    await insertKey(database, {
      id: actor.keyId,
      partner_id: world.partnerId,
      public_id: 'drill',
      key_hash: new Uint8Array(32),
      name: null,
      mode: 'live',
      scopes: ['read:players'],
      expires_at: null,
      created_at: at,
    });
    for (const username of world.usernames) {
      await registerPlayer(
        { ...context, actor },
        { username, display_name: world.name, country_code: null, profile_is_public: true, roster_slug: null },
      );
    }
    const inOrder = world.acknowledged.toSorted((a, b) => Date.parse(a.played_at) - Date.parse(b.played_at));
    for (let from = 0; from < inOrder.length; from += TOGETHER) {
      const results = await submitMatches({ ...context, actor }, inOrder.slice(from, from + TOGETHER));
      for (const { status } of results) if (status !== 'created') throw new Error(`a match alone was ${status}`);
    }
    await testSettler(database, 512).finish();
    return await worldBits(database);
  } finally {
    await database.close();
  }
}

/** Partners and players whose ids are the same in every database for the same name. */
import { createHash } from 'node:crypto';
import type { Database } from '@bandeja/postgres/database';
import type { KeyActor } from '../../src/context.ts';
import { insertKey } from '../../src/keys/store.ts';
import { insertPartner } from '../../src/partners/store.ts';
import { insertPlayers } from '../../src/players/store.ts';
import { keyActor } from './context.ts';

function fixedId(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Inserts a partner with a key. */
export async function foundPartner(database: Database, name: string, created_at: number): Promise<KeyActor> {
  const actor = keyActor({ partnerId: fixedId(`partner ${name}`), keyId: fixedId(`key ${name}`) });
  const { partnerId, keyId, plan, scopes } = actor;
  await database.transaction(async (transaction) => {
    await insertPartner(transaction, { id: partnerId, name, plan, suspended: false, time_zone: 'UTC', created_at });
    await insertKey(transaction, {
      id: keyId,
      partner_id: partnerId,
      public_id: name,
      key_hash: createHash('sha256').update(name).digest(),
      name: null,
      mode: 'live',
      scopes: [...scopes],
      expires_at: null,
      created_at,
    });
  });
  return actor;
}

/** Inserts public players of a partner. @returns their ids. */
export async function foundPlayers(
  database: Database,
  { partnerId }: KeyActor,
  usernames: readonly string[],
  created_at: number,
): Promise<string[]> {
  const players = usernames.map((username) => ({
    id: fixedId(`player ${username}`),
    username,
    display_name: username,
  }));
  await database.transaction(async (transaction) => {
    const common = { country_code: null, profile_is_public: true, creator_partner_id: partnerId, created_at };
    await insertPlayers(
      transaction,
      players.map((player) => ({ ...player, ...common })),
    );
  });
  return players.map(({ id }) => id);
}

import type { Plan } from '@bandeja/contract/account-enums';
import { type KeyMode, keyModes } from '@bandeja/contract/account-enums';
import { instant, type Queryable, statement } from '@bandeja/postgres/database';
import {
  bytea,
  list as listColumn,
  nullable,
  oneOf,
  type RowOf,
  table,
  text,
  timestamptz,
  uuid,
} from '@bandeja/postgres/table';
import { BEFORE_ALL, type CreationKey, type Page } from '../paging/page.ts';

/** A key without its text: only a hash of it is stored, and never read into a row. */
const keys = table('api_keys', {
  id: uuid,
  partner_id: uuid,
  name: nullable(text),
  mode: oneOf(keyModes),
  scopes: listColumn<string>('text'),
  /** The earlier of the key's own expiry and the end of a rotation's overlap. */
  expires_at: nullable(timestamptz),
  created_at: timestamptz,
  last_used_at: nullable(timestamptz),
  revoked_at: nullable(timestamptz),
});

export interface KeyRow extends RowOf<typeof keys> {}

const newKeys = table('api_keys', {
  ...keys.without('last_used_at', 'revoked_at').columns,
  /** The part of the key that it is looked up by; unique. */
  public_id: text,
  /** SHA-256 of the whole key. */
  key_hash: bytea,
  /** The expiry that the key was issued with. A rotation does not change it. */
  granted_until: nullable(timestamptz),
});

export interface NewKey extends Omit<RowOf<typeof newKeys>, 'granted_until'> {}

const insert = statement('keys_insert', newKeys.insert());

export async function insertKey(database: Queryable, key: NewKey): Promise<void> {
  await database.query(insert, newKeys.values([{ ...key, granted_until: key.expires_at }]));
}

/** The columns of a key and its partner that authentication needs. */
export interface CredentialRow {
  readonly key_id: string;
  readonly mode: KeyMode;
  readonly key_hash: Uint8Array;
  readonly scopes: readonly string[];
  readonly expires_at: number | null;
  /** A flag, not a time: the clock of the node that revoked the key may be ahead of this node's. */
  readonly is_revoked: boolean;
  readonly partner_id: string;
  readonly plan: Plan;
  readonly suspended: boolean;
}

const credential = statement(
  'keys_credential',
  `select k.id as key_id, k.mode, k.key_hash, k.scopes, k.expires_at, k.revoked_at is not null as is_revoked,
     p.id as partner_id, p.plan, p.suspended
   from api_keys k join partners p on p.id = k.partner_id where k.public_id = $1`,
);

/** The key with this public id, even if it has ended; undefined if it doesn't exist. */
export async function readCredential(database: Queryable, publicId: string): Promise<CredentialRow | undefined> {
  return (await database.query<CredentialRow>(credential, [publicId]))[0];
}

const NOT_ENDED = '(k.revoked_at is null and (k.expires_at is null or k.expires_at > $2::timestamptz))';

const list = statement(
  'keys_list',
  `select ${keys.select('k')} from api_keys k
   where k.partner_id = $1 and ($7::boolean or ${NOT_ENDED}) and (k.created_at, k.id) > ($3::timestamptz, $4::uuid)
   order by k.created_at, k.id limit $5 offset $6`,
);

/**
 * The partner's keys in order of creation, then id.
 * @param of `all`: also those that are revoked, or have expired at `at`
 */
export async function listKeyRows(
  database: Queryable,
  of: { readonly partnerId: string; readonly at: number; readonly all: boolean },
  page: Page<CreationKey>,
): Promise<KeyRow[]> {
  const after = page.after ?? BEFORE_ALL;
  const values = [of.partnerId, instant(of.at), instant(after.created_at), after.id, page.limit, page.offset, of.all];
  return database.query<KeyRow>(list, values);
}

const byId = statement('keys_by_id', `select ${keys.select('k')} from api_keys k where k.id = $1`);

/** A key, even if it has ended; undefined if it doesn't exist. */
export async function readKey(database: Queryable, id: string): Promise<KeyRow | undefined> {
  return (await database.query<KeyRow>(byId, [id]))[0];
}

const rights = keys.only('partner_id', 'name', 'mode', 'scopes', 'expires_at');

/** The properties that the successor of a key inherits. */
export interface KeyRights extends RowOf<typeof rights> {}

const retire = statement(
  'keys_retire',
  `update api_keys k set expires_at = least(k.expires_at, $3::timestamptz)
   where k.id = $1 and ${NOT_ENDED}
   returning ${rights.without('expires_at').select('k')}, k.granted_until as expires_at`,
);

/**
 * Lets a key that is valid at `at` expire at `endsAt`, unless it expires earlier.
 * @returns its rights, with the expiry that it was issued with; undefined if no valid key has this id
 */
export async function retireKey(
  database: Queryable,
  id: string,
  when: { readonly at: number; readonly endsAt: number },
): Promise<KeyRights | undefined> {
  return (await database.query<KeyRights>(retire, [id, instant(when.at), instant(when.endsAt)]))[0];
}

// Expired keys can be revoked too, since other nodes' clocks may be behind.
const revoke = statement(
  'keys_revoke',
  'update api_keys k set revoked_at = $2::timestamptz where k.id = $1 and k.revoked_at is null returning k.id',
);

/** Revokes a key; false if it doesn't exist or is already revoked. */
export async function revokeKeyRow(database: Queryable, id: string, at: number): Promise<boolean> {
  return (await database.query(revoke, [id, instant(at)])).length > 0;
}

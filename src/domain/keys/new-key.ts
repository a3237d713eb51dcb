import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../store/engine/database.ts';
import { insertKey, type KeyRow } from '../../store/keys.ts';
import { secretHash } from '../secret.ts';
import { makeKey } from './key-format.ts';
import { type IssuedKeyView, keyView } from './view.ts';

/** The rights of a key that is about to be made. */
export type KeyRights = Pick<KeyRow, 'partner_id' | 'name' | 'mode' | 'scopes' | 'expires_at'>;

/** Makes a key with these rights, stores its hash, and returns it with its text for this one time. */
export async function storeNewKey(database: Queryable, rights: KeyRights, now: number): Promise<IssuedKeyView> {
  const { key, publicId } = makeKey(rights.mode);
  const row: KeyRow = { ...rights, id: randomUUID(), created_at: now, last_used_at: null };
  await insertKey(database, { ...row, public_id: publicId, key_hash: secretHash(key) });
  const { id, ...rest } = keyView(row);
  return { id, key, ...rest };
}

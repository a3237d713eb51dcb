import { randomUUID } from 'node:crypto';
import type { KeyScope } from '@bandeja/contract/account-enums';
import { formatInstant, parseInstant } from '@bandeja/contract/instant';
import {
  type IssuedKey,
  type Key,
  type KeyRotation,
  type NewKey,
  OVERLAP_SECONDS_DEFAULT,
} from '@bandeja/contract/keys';
import type { Transaction } from '@bandeja/postgres/database';
import type { Context } from '../context.ts';
import { recordAction } from '../operators/record-action.ts';
import { creationKeyOf, type PageOf, readPage } from '../paging/list-page.ts';
import type { CreationKey, Page } from '../paging/page.ts';
import { readPartner } from '../partners/store.ts';
import { secretHash } from '../runtime/secret.ts';
import { notFound } from '../validation/not-found.ts';
import { makeKey } from './key-format.ts';
import { insertKey, type KeyRights, type KeyRow, listKeyRows, readKey, retireKey, revokeKeyRow } from './store.ts';

/**
 * Issues a key to a partner. Only the SHA-256 of its text is stored.
 * @throws {Problem} `partner_not_found`
 */
export async function issueKey(context: Context, partnerId: string, input: NewKey): Promise<IssuedKey> {
  const { scopes, name = null, expires_at: expiresAt = null, mode } = input;
  return context.database.transaction(async (transaction) => {
    if ((await readPartner(transaction, partnerId)) === undefined) throw notFound('partner_not_found', partnerId);
    const ends = expiresAt === null ? null : parseInstant(expiresAt);
    const rights = { partner_id: partnerId, name, mode: mode ?? 'live', scopes, expires_at: ends } as const;
    return storeNewKey(context, transaction, rights);
  });
}

/**
 * The partner's keys in order of creation. Unless `all`, without revoked and expired ones; a rotated key expires after its overlap.
 * @throws {Problem} `partner_not_found`
 */
export async function listKeys(
  context: Context,
  partnerId: string,
  all: boolean,
  page: Page<CreationKey>,
): Promise<PageOf<Key, CreationKey>> {
  const of = { partnerId, at: context.now(), all };
  const found = await readPage(page, (batch) => listKeyRows(context.database, of, batch), keyView, creationKeyOf);
  if (found.data.length === 0 && (await readPartner(context.database, partnerId)) === undefined) {
    throw notFound('partner_not_found', partnerId);
  }
  return found;
}

/** @throws {Problem} `key_not_found` if the key never existed */
export async function getKey(context: Context, keyId: string): Promise<Key> {
  const row = await readKey(context.database, keyId);
  if (row === undefined) throw notFound('key_not_found', keyId);
  return keyView(row);
}

/**
 * Issues a key with the same rights, name and expiry. The old key ends after the overlap, unless it expires earlier.
 * @throws {Problem} `key_not_found` if the key doesn't exist, is revoked or has expired
 */
export async function rotateKey(context: Context, keyId: string, rotation: KeyRotation): Promise<IssuedKey> {
  const overlapSeconds = rotation.overlap_seconds ?? OVERLAP_SECONDS_DEFAULT;
  return context.database.transaction(async (transaction) => {
    const at = context.now();
    const retired = await retireKey(transaction, keyId, { at, endsAt: at + overlapSeconds * 1000 });
    if (retired === undefined) throw notFound('key_not_found', keyId);
    await recordAction(context, transaction, 'keys.rotate', keyId);
    return storeNewKey(context, transaction, retired);
  });
}

/**
 * Revokes a key, even if it has expired. Other nodes refuse it within five seconds (see `keyring.ts`).
 * @throws {Problem} `key_not_found` if the key doesn't exist or is already revoked
 */
export async function revokeKey(context: Context, keyId: string): Promise<void> {
  await context.database.transaction(async (transaction) => {
    if (!(await revokeKeyRow(transaction, keyId, context.now()))) throw notFound('key_not_found', keyId);
    await recordAction(context, transaction, 'keys.revoke', keyId);
  });
}

async function storeNewKey(context: Context, transaction: Transaction, rights: KeyRights): Promise<IssuedKey> {
  const { key, publicId } = makeKey(rights.mode);
  const row: KeyRow = { ...rights, id: randomUUID(), created_at: context.now(), last_used_at: null, revoked_at: null };
  await insertKey(transaction, { ...row, public_id: publicId, key_hash: secretHash(key) });
  await recordAction(context, transaction, 'keys.issue', row.id);
  const { id, revoked_at: _, ...rest } = keyView(row);
  return { id, key, ...rest };
}

function keyView(row: KeyRow): Key {
  return {
    id: row.id,
    name: row.name,
    // The constraint api_keys_scopes_known allows no others.
    scopes: row.scopes as KeyScope[],
    mode: row.mode,
    expires_at: row.expires_at === null ? null : formatInstant(row.expires_at),
    created_at: formatInstant(row.created_at),
    last_used_at: row.last_used_at === null ? null : formatInstant(row.last_used_at),
    revoked_at: row.revoked_at === null ? null : formatInstant(row.revoked_at),
  };
}

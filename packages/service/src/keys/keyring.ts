/**
 * Authenticates keys. Each node has one keyring, which caches credentials for four seconds. So a change of a key or partner takes
 * effect on all nodes within five seconds, and at once on the node that made it ({@link Keyring.forget}).
 */
import { timingSafeEqual } from 'node:crypto';
import type { KeyScope } from '@bandeja/contract/account-enums';
import type { Context, KeyActor } from '../context.ts';
import { type PartnerRow, readPartner } from '../partners/store.ts';
import { secretHash } from '../runtime/secret.ts';
import { CredentialCache } from './credential-cache.ts';
import { parseKey } from './key-format.ts';
import { type CredentialRow, readCredential } from './store.ts';

export interface Keyring {
  /** The actor of a valid key, even if its partner is suspended; null if the key is not valid. */
  authenticate(token: string): Promise<KeyActor | null>;
  /** A partner by its id, as cached as its keys. */
  partnerOf(id: string): Promise<PartnerRow | undefined>;
  /** Drops the caches. Call it after every change of keys or partners, so that the change takes effect at once. */
  forget(): void;
}

/** Compared if the key doesn't exist, so that unknown and wrong keys take the same time. */
const NO_HASH = new Uint8Array(32);

/** @param elapsedMs a monotonic clock */
export function openKeyring(context: Context, elapsedMs: () => number = () => performance.now()): Keyring {
  const cache = new CredentialCache((publicId) => readCredential(context.database, publicId), elapsedMs);
  const partners = new CredentialCache((id) => readPartner(context.database, id), elapsedMs);
  return {
    async authenticate(token) {
      const parts = parseKey(token);
      if (parts === null) return null;
      const credential = await cache.get(parts.publicId);
      const isSame = timingSafeEqual(secretHash(token), credential?.key_hash ?? NO_HASH);
      if (!isSame) return null;
      // No token has the hash of zeros, so the key exists.
      const known = credential as CredentialRow;
      return hasEnded(known, context.now()) ? null : actorOf(known);
    },
    partnerOf: (id) => partners.get(id),
    forget() {
      cache.forget();
      partners.forget();
    },
  };
}

function hasEnded(credential: CredentialRow, now: number): boolean {
  if (credential.is_revoked) return true;
  return credential.expires_at !== null && credential.expires_at <= now;
}

function actorOf(credential: CredentialRow): KeyActor {
  return {
    kind: 'key',
    partnerId: credential.partner_id,
    keyId: credential.key_id,
    mode: credential.mode,
    plan: credential.plan,
    suspended: credential.suspended,
    // The constraint api_keys_scopes_known allows no others.
    scopes: credential.scopes as readonly KeyScope[],
  };
}

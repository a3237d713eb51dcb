/**
 * Tells who calls. A node has one keyring; what it remembers is at most {@link CREDENTIAL_AGE_MAX_MS} old, so that
 * whatever the operator changes through any node holds on all of them within five seconds, and at once on the node that
 * made the change ({@link Keyring.forget}).
 */
import { timingSafeEqual } from 'node:crypto';
import { type CredentialRow, readCredential, recordKeyUses } from '../../store/keys.ts';
import type { Caller, Context } from '../context.ts';
import { secretHash } from '../secret.ts';
import { CredentialCache } from './credential-cache.ts';
import { parseKey } from './key-format.ts';
import { UsageLog } from './usage-log.ts';
import { scopesOf } from './view.ts';

export interface Keyring {
  /**
   * The caller to whom the key belongs, also when its partner is suspended; null for anything but a valid key, with no
   * word on what is wrong with it. Takes no look-up for text that cannot be a key.
   */
  authenticate(token: string): Promise<Caller | null>;
  /** To be called after every change to keys or partners, so that this node acts on it at once. */
  forget(): void;
  /** Writes what is left to write. The database must still be open. */
  close(): Promise<void>;
}

export interface KeyringOptions {
  /** Told of a fault that no request has to know of: a last use that could not be written. */
  readonly onFault: (error: unknown) => void;
  /** A clock that never steps back, in ms; by default the process's own. */
  readonly elapsedMs?: () => number;
}

/** Compared with when no key was found, so that finding none takes the same work as finding another. */
const NO_HASH = new Uint8Array(32);

export function openKeyring(context: Context, options: KeyringOptions): Keyring {
  const elapsedMs = options.elapsedMs ?? (() => performance.now());
  const cache = new CredentialCache((publicId) => readCredential(context.database, publicId), elapsedMs);
  const usage = new UsageLog({
    write: (uses) => recordKeyUses(context.database, uses),
    onFault: options.onFault,
    elapsedMs,
  });

  return {
    async authenticate(token) {
      const parts = parseKey(token);
      if (parts === null) return null;
      const credential = cache.remembered(parts.publicId) ?? (await cache.get(parts.publicId));
      const isSame = timingSafeEqual(secretHash(token), credential?.key_hash ?? NO_HASH);
      const now = context.now();
      if (credential === undefined || !isSame || hasEnded(credential, now)) return null;
      usage.note(credential.key_id, now);
      return callerOf(credential);
    },
    forget: () => cache.forget(),
    close: () => usage.close(),
  };
}

function hasEnded(credential: CredentialRow, now: number): boolean {
  if (credential.is_revoked) return true;
  return credential.expires_at !== null && credential.expires_at <= now;
}

function callerOf(credential: CredentialRow): Caller {
  return {
    partnerId: credential.partner_id,
    keyId: credential.key_id,
    plan: credential.plan,
    suspended: credential.suspended,
    scopes: scopesOf(credential),
  };
}

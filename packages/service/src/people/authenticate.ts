import { type KeyMode, roleScopes } from '@bandeja/contract/account-enums';
import type { Context, InvitedActor, PersonActor } from '../context.ts';
import type { SignedIn } from '../http/admission/authentication.ts';
import { isToken } from '../keys/key-format.ts';
import { recordUse } from '../runtime/last-use.ts';
import { secretHash } from '../runtime/secret.ts';
import { findInvitation } from './invitations-store.ts';
import { findSignIn, type SignedInRow, touchSignIn } from './sign-ins-store.ts';

const DAY_MS = 86_400_000;
const UNUSED_MAX_MS = 30 * DAY_MS;
const LIFE_MAX_MS = 365 * DAY_MS;

/** When a sign-in that is used now ends. */
export const expiryOf = (createdAt: number, now: number): number =>
  Math.min(now + UNUSED_MAX_MS, createdAt + LIFE_MAX_MS);

/**
 * Finds the person of a cookie. Sign-ins are read for each request, without a cache: so a removal, a changed role and a suspension
 * take effect at once on every node.
 */
export function personFinder({ database, now }: Context): (cookie: string, mode: KeyMode) => Promise<SignedIn | null> {
  return async (cookie, mode) => {
    if (!isToken('bds', cookie)) return null;
    const at = now();
    const found = await findSignIn(database, secretHash(cookie), at);
    if (found === undefined) return null;
    const { id, created_at, last_used_at, expires_at } = found;
    const later = expiryOf(created_at, at);
    const endsLater = later - expires_at >= DAY_MS;
    const touch = () => touchSignIn(database, id, at, endsLater ? later : expires_at);
    const isRecorded = await recordUse(last_used_at, at, touch);
    return { actor: actorOf(found, mode), isExtended: isRecorded && endsLater };
  };
}

const actorOf = (row: SignedInRow, mode: KeyMode): PersonActor => ({
  kind: 'person',
  partnerId: row.partner_id,
  personId: row.person_id,
  signInId: row.id,
  role: row.role,
  mode,
  plan: row.plan,
  suspended: row.suspended,
  scopes: roleScopes[row.role],
});

/** Finds the person of an invitation, without spending it. */
export function invitedFinder({ database, now }: Context): (token: string) => Promise<InvitedActor | null> {
  return async (token) => {
    if (!isToken('bdi', token)) return null;
    const tokenHash = secretHash(token);
    const found = await findInvitation(database, tokenHash, now());
    if (found === undefined) return null;
    const { partner_id: partnerId, person_id: personId, suspended } = found;
    return { kind: 'invited', partnerId, personId, tokenHash, suspended };
  };
}

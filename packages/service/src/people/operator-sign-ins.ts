import { randomUUID } from 'node:crypto';
import { formatInstant } from '@bandeja/contract/instant';
import type { OperatorSignIn } from '@bandeja/contract/operators';
import type { Context, OperatorContext } from '../context.ts';
import { isToken, makeToken } from '../keys/key-format.ts';
import { recordAction } from '../operators/record-action.ts';
import { recordUse } from '../runtime/last-use.ts';
import { secretHash } from '../runtime/secret.ts';
import {
  endOperatorSignIn,
  findOperatorSignIn,
  insertOperatorSignIn,
  type OperatorSignInRow,
  touchOperatorSignIn,
} from './operator-sign-ins-store.ts';

const HOUR_MS = 3_600_000;
const UNUSED_MAX_MS = 12 * HOUR_MS;
const LIFE_MAX_MS = 7 * 24 * HOUR_MS;

const expiryOf = (createdAt: number, now: number): number => Math.min(now + UNUSED_MAX_MS, createdAt + LIFE_MAX_MS);

/**
 * Signs an operator in.
 * @param operatorToken the token of the request: the sign-in ends with it
 * @param earlierCookie the sign-in that the browser had; it ends
 */
export async function signOperatorIn(
  context: OperatorContext,
  operatorToken: string,
  earlierCookie: string | undefined,
): Promise<{ readonly signIn: OperatorSignIn; readonly cookie: string }> {
  const { actor, database, now } = context;
  const at = now();
  const cookie = makeToken('bdo');
  const expiresAt = expiryOf(at, at);
  await database.transaction(async (transaction) => {
    const operatorTokenHash = secretHash(operatorToken);
    const tokenHash = secretHash(cookie);
    await insertOperatorSignIn(transaction, { id: randomUUID(), operatorTokenHash, tokenHash, at, expiresAt });
    if (earlierCookie !== undefined) await endOperatorSignIn(transaction, secretHash(earlierCookie));
    await recordAction(context, transaction, 'operators.sign_in', null);
  });
  return { signIn: viewOf({ operator: actor.name, created_at: at, expires_at: expiresAt }), cookie };
}

/** Finds the sign-in of a cookie and records its use. Nothing is cached: a revocation takes effect at once on every node. */
export function operatorSignInFinder(
  { database, now }: Context,
  environmentToken: string,
): (cookie: string) => Promise<OperatorSignIn | null> {
  const environmentHash = secretHash(environmentToken);
  return async (cookie) => {
    if (!isToken('bdo', cookie)) return null;
    const at = now();
    const found = await findOperatorSignIn(database, secretHash(cookie), at, environmentHash);
    if (found === undefined) return null;
    const expires_at = expiryOf(found.created_at, at);
    const touch = () => touchOperatorSignIn(database, found.id, at, expires_at);
    const isRecorded = await recordUse(found.last_used_at, at, touch);
    return viewOf(isRecorded ? { ...found, expires_at } : found);
  };
}

/** Ends the sign-in of a cookie. Idempotent: also for one that has ended. */
export async function signOperatorOut({ database }: Context, cookie: string): Promise<void> {
  await endOperatorSignIn(database, secretHash(cookie));
}

const viewOf = ({
  operator,
  created_at,
  expires_at,
}: Pick<OperatorSignInRow, 'operator' | 'created_at' | 'expires_at'>): OperatorSignIn => ({
  operator,
  created_at: formatInstant(created_at),
  expires_at: formatInstant(expires_at),
});

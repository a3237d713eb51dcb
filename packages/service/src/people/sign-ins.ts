import { randomUUID } from 'node:crypto';
import { roleScopes } from '@bandeja/contract/account-enums';
import { Problem } from '@bandeja/contract/errors/problem';
import { formatInstant } from '@bandeja/contract/instant';
import { type Invitation, type NewSignIn, type OwnSignIn, SIGN_INS_MAX } from '@bandeja/contract/people';
import type { Transaction } from '@bandeja/postgres/database';
import type { Context, InvitedContext, PersonContext } from '../context.ts';
import { makeToken } from '../keys/key-format.ts';
import { readPartner } from '../partners/store.ts';
import { secretHash } from '../runtime/secret.ts';
import { notFound } from '../validation/not-found.ts';
import { expiryOf } from './authenticate.ts';
import { findInvitation, spendInvitation } from './invitations-store.ts';
import { boundSignIns, endSignInOf, endSignInRow, insertSignIn, type SignInRow } from './sign-ins-store.ts';
import { readPersonRow } from './store.ts';
import { readPersonViews } from './view.ts';

/** Shows what an invitation is for. @throws {Problem} `invalid_credentials` if it has just ended */
export async function getInvitation({ actor, database, now }: InvitedContext): Promise<Invitation> {
  const found = await findInvitation(database, actor.tokenHash, now());
  if (found === undefined) throw new Problem('invalid_credentials');
  const { display_name, role, partner_name: name, expires_at } = found;
  return { partner: { name }, person: { display_name, role }, expires_at: formatInstant(expires_at) };
}

export interface BegunSignIn {
  readonly signIn: OwnSignIn;
  /** The value of its cookie. Only its SHA-256 is stored. */
  readonly cookie: string;
}

/**
 * Signs a person in and spends the invitation. Of several calls at once, the deletion of the invitation lets one of them pass.
 * @param earlierCookie the sign-in that the browser had; it ends
 * @throws {Problem} `invalid_credentials`
 */
export function signIn(
  context: InvitedContext,
  { device = null }: NewSignIn,
  earlierCookie: string | undefined,
): Promise<BegunSignIn> {
  const { actor } = context;
  return beginSignIn(context, actor, device, earlierCookie, (transaction, at) =>
    spendInvitation(transaction, actor.tokenHash, at),
  );
}

/**
 * Begins a sign-in.
 * @param use uses what lets the person in, and locks the person; false if another request has ended it
 * @throws {Problem} `invalid_credentials`
 */
export async function beginSignIn(
  context: Context,
  person: { readonly partnerId: string; readonly personId: string },
  device: string | null,
  earlierCookie: string | undefined,
  use: (transaction: Transaction, at: number) => Promise<boolean>,
): Promise<BegunSignIn> {
  const { database, now } = context;
  const { partnerId, personId } = person;
  const at = now();
  const cookie = makeToken('bds');
  const row: SignInRow = {
    id: randomUUID(),
    person_id: personId,
    device,
    created_at: at,
    last_used_at: at,
    expires_at: expiryOf(at, at),
  };
  await database.transaction(async (transaction) => {
    if (!(await use(transaction, at))) throw new Problem('invalid_credentials');
    await insertSignIn(transaction, row, secretHash(cookie));
    await boundSignIns(transaction, row, SIGN_INS_MAX);
    if (earlierCookie !== undefined) await endSignInOf(transaction, secretHash(earlierCookie));
  });
  return { signIn: await readOwnSignIn(context, { partnerId, personId, signInId: row.id }), cookie };
}

/** The sign-in of the caller. @throws {Problem} `invalid_credentials` if it has just ended */
export function getOwnSignIn(context: PersonContext): Promise<OwnSignIn> {
  return readOwnSignIn(context, context.actor);
}

async function readOwnSignIn(
  { database, now }: Context,
  { partnerId, personId, signInId }: Pick<PersonContext['actor'], 'partnerId' | 'personId' | 'signInId'>,
): Promise<OwnSignIn> {
  const [row, partner] = await Promise.all([
    readPersonRow(database, personId, partnerId),
    readPartner(database, partnerId),
  ]);
  const [person] = row === undefined ? [] : await readPersonViews(database, [row], now());
  const own = person?.sign_ins.find(({ id }) => id === signInId);
  if (person === undefined || partner === undefined || own === undefined) throw new Problem('invalid_credentials');
  const { id, name, plan } = partner;
  return {
    id: signInId,
    person,
    partner: { id, name, plan },
    scopes: [...roleScopes[person.role]],
    created_at: own.created_at,
    expires_at: own.expires_at,
  };
}

/** Ends the sign-in of a cookie. Idempotent: also for one that has ended. */
export async function signOut({ database }: Context, cookie: string): Promise<void> {
  await endSignInOf(database, secretHash(cookie));
}

/**
 * Ends a sign-in of the caller; with `manage:people`, that of any person of the partner.
 * @throws {Problem} `sign_in_not_found`
 */
export async function endSignIn({ actor, database }: PersonContext, id: string): Promise<void> {
  const personId = actor.scopes.includes('manage:people') ? null : actor.personId;
  if (!(await endSignInRow(database, id, actor.partnerId, personId))) throw notFound('sign_in_not_found', id);
}

import { formatInstant } from '@bandeja/contract/instant';
import type { Transaction } from '@bandeja/postgres/database';
import type { Context, PartnerContext } from '../context.ts';
import { makeToken } from '../keys/key-format.ts';
import { recordAction } from '../operators/record-action.ts';
import { secretHash } from '../runtime/secret.ts';
import { notFound } from '../validation/not-found.ts';
import { storeInvitation, withdrawInvitationRow } from './invitations-store.ts';
import { findUnusedServicePerson } from './store.ts';

const MINUTE_MS = 60_000;
const LIFE_MS = 72 * 60 * MINUTE_MS;
/** For another device of the same person, which is at hand. */
const OWN_LIFE_MS = 10 * MINUTE_MS;

/** A new invitation. Only the SHA-256 of its token is stored. */
export interface MadeInvitation {
  readonly token: string;
  readonly expires_at: string;
}

/**
 * Makes an invitation of a person, which ends the one before.
 * @throws {Problem} `person_not_found`, even for a person that was removed
 */
export function invitePerson(context: Context, id: string): Promise<MadeInvitation> {
  return context.database.transaction(async (transaction) => {
    await recordAction(context, transaction, 'people.invite', id);
    return issueInvitation(context, transaction, id);
  });
}

/** The same, in the transaction of a larger change. */
export async function issueInvitation(
  { actor, now }: Context,
  transaction: Transaction,
  personId: string,
): Promise<MadeInvitation> {
  const token = makeToken('bdi');
  const createdAt = now();
  const isOwn = actor.kind === 'person' && actor.personId === personId;
  const expiresAt = createdAt + (isOwn ? OWN_LIFE_MS : LIFE_MS);
  const partnerId = actor.kind === 'person' ? actor.partnerId : null;
  const isStored = await storeInvitation(transaction, {
    personId,
    partnerId,
    tokenHash: secretHash(token),
    createdAt,
    expiresAt,
  });
  if (!isStored) throw notFound('person_not_found', personId);
  return { token, expires_at: formatInstant(expiresAt) };
}

/** Ends the invitation of a person, if there is one. @throws {Problem} `person_not_found` likewise */
export async function withdrawInvitation({ database, actor }: PartnerContext, id: string): Promise<void> {
  if (!(await withdrawInvitationRow(database, id, actor.partnerId))) throw notFound('person_not_found', id);
}

/**
 * Makes another invitation of the demo's manager, until that manager has signed in once: the address may never have been printed or
 * kept. @returns its token; null if it is not needed
 */
export async function inviteDemoManager(context: Context): Promise<string | null> {
  const person = await findUnusedServicePerson(context.database);
  return person === undefined ? null : (await invitePerson(context, person.id)).token;
}

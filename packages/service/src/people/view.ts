import { formatInstant, instantOf } from '@bandeja/contract/instant';
import { ERASED_PERSON, type IssuedInvitation, type Person, type PersonName } from '@bandeja/contract/people';
import type { Queryable } from '@bandeja/postgres/database';
import type { FastifyRequest } from 'fastify';
import { addressOf } from '../http/address.ts';
import type { MadeInvitation } from './invitations.ts';
import { readWaysIn } from './sign-ins-store.ts';
import type { PersonRow } from './store.ts';

/** These people as the API shows them, in the same order. */
export async function readPersonViews(database: Queryable, rows: readonly PersonRow[], now: number): Promise<Person[]> {
  const ids = rows.map(({ id }) => id);
  const { invitations, signIns, passkeys } = await readWaysIn(database, ids, now);
  return rows.map((row) => {
    const isOwn = ({ person_id }: { readonly person_id: string }) => person_id === row.id;
    const invitation = invitations.find(isOwn);
    return {
      id: row.id,
      display_name: row.display_name ?? ERASED_PERSON,
      role: row.role,
      created_at: formatInstant(row.created_at),
      created_by: row.created_by,
      last_used_at: instantOf(row.last_used_at),
      removed_at: instantOf(row.removed_at),
      invitation: invitation === undefined ? null : { expires_at: formatInstant(invitation.expires_at) },
      sign_ins: signIns.filter(isOwn).map(({ id, device, created_at, last_used_at, expires_at }) => ({
        id,
        device,
        created_at: formatInstant(created_at),
        last_used_at: formatInstant(last_used_at),
        expires_at: formatInstant(expires_at),
      })),
      passkeys: passkeys.filter(isOwn).map(({ id, name, host, created_at, last_used_at }) => ({
        id,
        name,
        host,
        created_at: formatInstant(created_at),
        last_used_at: instantOf(last_used_at),
      })),
    };
  });
}

export const nameView = ({ id, display_name, removed_at }: PersonRow): PersonName => ({
  id,
  display_name: display_name ?? ERASED_PERSON,
  removed_at: instantOf(removed_at),
});

/** A new invitation with its address, for the caller that made it. */
export const issuedInvitation = (request: FastifyRequest, { token, expires_at }: MadeInvitation): IssuedInvitation => ({
  token,
  url: addressOf(request, '/j', token),
  expires_at,
});

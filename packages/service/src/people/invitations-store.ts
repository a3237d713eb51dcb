import type { Role } from '@bandeja/contract/account-enums';
import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';

const issue = statement(
  'invitations_issue',
  `with person as (
     select id from people where id = $1 and ($2::uuid is null or partner_id = $2) and removed_at is null for no key update
   )
   insert into invitations (person_id, token_hash, created_at, expires_at)
   select id, $3, $4::timestamptz, $5::timestamptz from person
   on conflict (person_id) do update
     set token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at
   returning person_id`,
);

/** An invitation to store, of a person of this partner; null: of any partner. */
export interface NewInvitation {
  readonly personId: string;
  readonly partnerId: string | null;
  readonly tokenHash: Uint8Array;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Replaces the invitation of a person. @returns false if there is no such person, or it is removed */
export async function storeInvitation(transaction: Transaction, invitation: NewInvitation): Promise<boolean> {
  const { personId, partnerId, tokenHash, createdAt, expiresAt } = invitation;
  const values = [personId, partnerId, tokenHash, instant(createdAt), instant(expiresAt)];
  return (await transaction.query(issue, values)).length > 0;
}

const withdraw = statement(
  'invitations_withdraw',
  `with person as (
     select id from people where id = $1 and partner_id = $2 and removed_at is null
   ), withdrawn as (
     delete from invitations where person_id in (select id from person)
   )
   select id from person`,
);

/** Removes the invitation of a person. @returns false if there is no such person, or it is removed */
export async function withdrawInvitationRow(database: Queryable, id: string, partnerId: string): Promise<boolean> {
  return (await database.query(withdraw, [id, partnerId])).length > 0;
}

/** A valid invitation, and what it is for. */
export interface ValidInvitation {
  readonly person_id: string;
  readonly display_name: string;
  readonly role: Role;
  readonly partner_id: string;
  readonly partner_name: string;
  readonly suspended: boolean;
  readonly expires_at: number;
}

const byToken = statement(
  'invitations_by_token',
  `select p.id as person_id, p.display_name, p.role, t.id as partner_id, t.name as partner_name, t.suspended, i.expires_at
   from invitations i join people p on p.id = i.person_id join partners t on t.id = p.partner_id
   where i.token_hash = $1 and i.expires_at > $2::timestamptz`,
);

export async function findInvitation(
  database: Queryable,
  tokenHash: Uint8Array,
  now: number,
): Promise<ValidInvitation | undefined> {
  return (await database.query<ValidInvitation>(byToken, [tokenHash, instant(now)]))[0];
}

const spend = statement(
  'invitations_spend',
  `with person as (
     select p.id from invitations i join people p on p.id = i.person_id where i.token_hash = $1 for no key update of p
   ), spent as (
     delete from invitations i using person
     where i.person_id = person.id and i.token_hash = $1 and i.expires_at > $2::timestamptz returning i.person_id
   )
   update people p set last_used_at = $2::timestamptz from spent where p.id = spent.person_id returning p.id`,
);

/** Removes a valid invitation and locks its person. @returns false if it is not valid: another request may have used it */
export async function spendInvitation(transaction: Transaction, tokenHash: Uint8Array, now: number): Promise<boolean> {
  return (await transaction.query(spend, [tokenHash, instant(now)])).length > 0;
}

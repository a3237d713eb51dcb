import type { Plan, Role } from '@bandeja/contract/account-enums';
import { type Database, instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { bytea, nullable, type RowOf, table, text, timestamptz, uuid } from '@bandeja/postgres/table';
import { writeUnsynced } from '@bandeja/postgres/unsynced';
import { passkeys } from './passkeys-store.ts';

const signIns = table('sign_ins', {
  id: uuid,
  person_id: uuid,
  device: nullable(text),
  created_at: timestamptz,
  last_used_at: timestamptz,
  expires_at: timestamptz,
});

export interface SignInRow extends RowOf<typeof signIns> {}

const newSignIns = table('sign_ins', { ...signIns.columns, token_hash: bytea });

const insert = statement('sign_ins_insert', newSignIns.insert());

export async function insertSignIn(transaction: Transaction, row: SignInRow, tokenHash: Uint8Array): Promise<void> {
  await transaction.query(insert, newSignIns.values([{ ...row, token_hash: tokenHash }]));
}

const bound = statement(
  'sign_ins_bound',
  `delete from sign_ins where person_id = $1 and id <> $2 and id not in (
     select id from sign_ins where person_id = $1 and id <> $2 and expires_at > $3::timestamptz
     order by last_used_at desc, created_at desc, id limit $4
   )`,
);

/** Ends the sign-ins of a person beside a new one that have expired, and those unused for longest above the maximum. */
export async function boundSignIns(transaction: Transaction, { id, person_id, created_at }: SignInRow, max: number) {
  await transaction.query(bound, [person_id, id, instant(created_at), max - 1]);
}

/** A valid sign-in, with its person and partner. */
export interface SignedInRow {
  readonly id: string;
  readonly created_at: number;
  readonly last_used_at: number;
  readonly expires_at: number;
  readonly person_id: string;
  readonly role: Role;
  readonly partner_id: string;
  readonly plan: Plan;
  readonly suspended: boolean;
}

const byToken = statement(
  'sign_ins_by_token',
  `select s.id, s.created_at, s.last_used_at, s.expires_at, p.id as person_id, p.role, t.id as partner_id, t.plan, t.suspended
   from sign_ins s join people p on p.id = s.person_id join partners t on t.id = p.partner_id
   where s.token_hash = $1 and s.expires_at > $2::timestamptz`,
);

export async function findSignIn(
  database: Queryable,
  tokenHash: Uint8Array,
  now: number,
): Promise<SignedInRow | undefined> {
  return (await database.query<SignedInRow>(byToken, [tokenHash, instant(now)]))[0];
}

// The person is locked first, as by its removal.
const touch = statement(
  'sign_ins_touch',
  `with person as (
     select p.id from sign_ins s join people p on p.id = s.person_id where s.id = $1 for no key update of p
   ), used as (
     update sign_ins s set last_used_at = greatest(s.last_used_at, $2::timestamptz), expires_at = greatest(s.expires_at, $3::timestamptz)
     from person where s.id = $1 returning s.person_id
   )
   update people p set last_used_at = greatest(p.last_used_at, $2::timestamptz) from used where p.id = used.person_id`,
);

/** Records a use of a sign-in and its person. */
export async function touchSignIn(database: Database, id: string, at: number, expiresAt: number): Promise<void> {
  await writeUnsynced(database, touch, [id, instant(at), instant(expiresAt)]);
}

const endByToken = statement('sign_ins_end_by_token', 'delete from sign_ins where token_hash = $1');

/** Ends the sign-in of a cookie, if it is one. */
export async function endSignInOf(database: Queryable, tokenHash: Uint8Array): Promise<void> {
  await database.query(endByToken, [tokenHash]);
}

const end = statement(
  'sign_ins_end',
  `delete from sign_ins s using people p
   where s.id = $1 and p.id = s.person_id and p.partner_id = $2 and ($3::uuid is null or p.id = $3) returning s.id`,
);

/** Ends a sign-in of a partner's person. @param personId null: of any of them. @returns false if there is none */
export async function endSignInRow(
  database: Queryable,
  id: string,
  partnerId: string,
  personId: string | null,
): Promise<boolean> {
  return (await database.query(end, [id, partnerId, personId])).length > 0;
}

const invitationsOf = statement(
  'people_invitations',
  'select person_id, expires_at from invitations where person_id = any($1::uuid[]) and expires_at > $2::timestamptz',
);
const signInsOf = statement(
  'people_sign_ins',
  `select ${signIns.select()} from sign_ins where person_id = any($1::uuid[]) and expires_at > $2::timestamptz
   order by created_at desc, id`,
);
const shownPasskeys = passkeys.only('id', 'person_id', 'name', 'host', 'created_at', 'last_used_at');
const passkeysOf = statement(
  'people_passkeys',
  `select ${shownPasskeys.select()} from passkeys where person_id = any($1::uuid[]) order by created_at desc, id`,
);

/** Everything that lets these people in: valid invitations, sign-ins and passkeys, newest first. */
export async function readWaysIn(database: Queryable, ids: readonly string[], now: number) {
  const [invitations, signedIn, keys] = await Promise.all([
    database.query<{ readonly person_id: string; readonly expires_at: number }>(invitationsOf, [ids, instant(now)]),
    database.query<SignInRow>(signInsOf, [ids, instant(now)]),
    database.query<RowOf<typeof shownPasskeys>>(passkeysOf, [ids]),
  ]);
  return { invitations, signIns: signedIn, passkeys: keys };
}

const endAll = [
  statement('sign_ins_end_all', 'delete from sign_ins'),
  statement('invitations_end_all', 'delete from invitations'),
  statement('operator_sign_ins_end_all', 'delete from operator_sign_ins'),
];

/** Ends every sign-in and invitation. A restored database brings those back that ended after the backup. */
export async function endAllSignIns(database: Queryable): Promise<void> {
  for (const end of endAll) await database.query(end);
}

const removeExpired = [
  statement('invitations_remove_expired', 'delete from invitations where expires_at <= $1::timestamptz'),
  statement('sign_ins_remove_expired', 'delete from sign_ins where expires_at <= $1::timestamptz'),
  statement('operator_sign_ins_remove_expired', 'delete from operator_sign_ins where expires_at <= $1::timestamptz'),
];

/** Removes what has expired, so that nothing about a device is kept. */
export async function removeExpiredWaysIn(database: Queryable, now: number): Promise<void> {
  for (const remove of removeExpired) await database.query(remove, [instant(now)]);
}

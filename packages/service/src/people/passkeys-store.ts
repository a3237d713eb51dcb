import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { bigint, bytea, nullable, type RowOf, table, text, timestamptz, uuid } from '@bandeja/postgres/table';

export const passkeys = table('passkeys', {
  id: uuid,
  person_id: uuid,
  host: text,
  credential_id: bytea,
  public_key: bytea,
  counter: bigint,
  name: nullable(text),
  created_at: timestamptz,
  last_used_at: nullable(timestamptz),
});

export interface PasskeyRow extends RowOf<typeof passkeys> {}

/** What a challenge is for: a person adds a passkey, or, null, signs in. */
export interface ChallengeRow {
  readonly challenge: Uint8Array;
  readonly personId: string | null;
  readonly host: string;
}

const insertChallenge = statement(
  'challenges_insert',
  `with ended as (delete from challenges where expires_at <= $5::timestamptz)
   insert into challenges (challenge, person_id, host, expires_at) values ($1, $2, $3, $4::timestamptz)`,
);

/** Stores a challenge, and removes those that have ended: anyone may ask for one. */
export async function storeChallenge(
  database: Queryable,
  { challenge, personId, host }: ChallengeRow,
  expiresAt: number,
  now: number,
): Promise<void> {
  await database.query(insertChallenge, [challenge, personId, host, instant(expiresAt), instant(now)]);
}

const spend = statement(
  'challenges_spend',
  `delete from challenges
   where challenge = $1 and person_id is not distinct from $2::uuid and host = $3 and expires_at > $4::timestamptz returning challenge`,
);

/** Removes a challenge. @returns false if there is none for this purpose, or another request has used it */
export async function spendChallenge(
  database: Queryable,
  { challenge, personId, host }: ChallengeRow,
  now: number,
): Promise<boolean> {
  return (await database.query(spend, [challenge, personId, host, instant(now)])).length > 0;
}

const credentialIds = statement(
  'passkeys_credential_ids',
  'select credential_id from passkeys where person_id = $1 and host = $2 order by created_at, id',
);

export async function listCredentialIds(database: Queryable, personId: string, host: string): Promise<Uint8Array[]> {
  const rows = await database.query<Pick<PasskeyRow, 'credential_id'>>(credentialIds, [personId, host]);
  return rows.map(({ credential_id }) => credential_id);
}

const lockPerson = statement(
  'passkeys_lock_person',
  'select id from people where id = $1 and removed_at is null for no key update',
);
const count = statement('passkeys_count', 'select count(*)::integer as passkeys from passkeys where person_id = $1');

/** Locks a person. @returns the number of its passkeys; null if it was removed */
export async function lockPasskeys(transaction: Transaction, personId: string): Promise<number | null> {
  if ((await transaction.query(lockPerson, [personId])).length === 0) return null;
  const [counted] = await transaction.query<{ readonly passkeys: number }>(count, [personId]);
  return counted?.passkeys ?? 0;
}

const insert = statement('passkeys_insert', `${passkeys.insert()} on conflict (credential_id) do nothing returning id`);

/** @returns false if the credential has been added before */
export async function insertPasskey(transaction: Transaction, row: PasskeyRow): Promise<boolean> {
  return (await transaction.query(insert, passkeys.values([row]))).length > 0;
}

/** A passkey, with its person’s partner. */
export interface FoundPasskey extends Pick<PasskeyRow, 'id' | 'person_id' | 'public_key' | 'counter'> {
  readonly partner_id: string;
  readonly suspended: boolean;
}

const byCredential = statement(
  'passkeys_by_credential',
  `select k.id, k.person_id, k.public_key, k.counter::double precision, t.id as partner_id, t.suspended
   from passkeys k join people p on p.id = k.person_id join partners t on t.id = p.partner_id
   where k.credential_id = $1 and k.host = $2`,
);

export async function findPasskey(
  database: Queryable,
  credentialId: Uint8Array,
  host: string,
): Promise<FoundPasskey | undefined> {
  return (await database.query<FoundPasskey>(byCredential, [credentialId, host]))[0];
}

// The person is locked first, as by its removal. Of two copies of an authenticator, the counter lets one in.
const use = statement(
  'passkeys_use',
  `with person as (
     select p.id from passkeys k join people p on p.id = k.person_id where k.id = $1 for no key update of p
   ), used as (
     update passkeys k set counter = $2::bigint, last_used_at = $3::timestamptz
     from person where k.id = $1 and (k.counter < $2::bigint or (k.counter = 0 and $2::bigint = 0)) returning k.person_id
   )
   update people p set last_used_at = $3::timestamptz from used where p.id = used.person_id returning p.id`,
);

/** Records a use. @returns false if the passkey was removed, or its counter did not rise */
export async function usePasskey(transaction: Transaction, id: string, counter: number, at: number): Promise<boolean> {
  return (await transaction.query(use, [id, counter, instant(at)])).length > 0;
}

const remove = statement(
  'passkeys_remove',
  `delete from passkeys k using people p
   where k.id = $1 and p.id = k.person_id and p.partner_id = $2 and ($3::uuid is null or p.id = $3) returning k.id`,
);

/** Removes a passkey of a partner's person. @param personId null: of any of them. @returns false if there is none */
export async function removePasskeyRow(
  database: Queryable,
  id: string,
  partnerId: string,
  personId: string | null,
): Promise<boolean> {
  return (await database.query(remove, [id, partnerId, personId])).length > 0;
}

import { type Role, roles } from '@bandeja/contract/account-enums';
import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { nullable, oneOf, type RowOf, table, text, timestamptz, uuid } from '@bandeja/postgres/table';
import { BEFORE_ALL, type CreationKey, type Page } from '../paging/page.ts';

const people = table('people', {
  id: uuid,
  partner_id: uuid,
  /** Null once erased. */
  display_name: nullable(text),
  role: oneOf(roles),
  created_at: timestamptz,
  created_by: text,
  last_used_at: nullable(timestamptz),
  removed_at: nullable(timestamptz),
});

export interface PersonRow extends RowOf<typeof people> {}

const lock = statement('people_lock', 'select id from partners where id = $1 for no key update');

/** Locks a partner, so that its people are added, changed and removed one after the other. @returns false if there is none */
export async function lockPeople(transaction: Transaction, partnerId: string): Promise<boolean> {
  return (await transaction.query(lock, [partnerId])).length > 0;
}

const insert = statement('people_insert', people.insert());

export async function insertPerson(transaction: Transaction, row: PersonRow): Promise<void> {
  await transaction.query(insert, people.values([row]));
}

const count = statement(
  'people_count',
  `select count(*)::integer as people, count(*) filter (where role = 'manager' and id is distinct from $2::uuid)::integer as managers
   from people where partner_id = $1 and removed_at is null`,
);

interface PeopleCount {
  readonly people: number;
  readonly managers: number;
}

/** The people of a partner that are not removed, and how many of them are managers. @param without not counted as a manager */
export async function countPeople(
  database: Queryable,
  partnerId: string,
  without: string | null = null,
): Promise<PeopleCount> {
  const [counts] = await database.query<PeopleCount>(count, [partnerId, without]);
  if (counts === undefined) throw new Error('an aggregate has one row');
  return counts;
}

const list = statement(
  'people_list',
  `select ${people.select()} from people
   where partner_id = $1 and ($6::boolean or removed_at is null) and (created_at, id) > ($2::timestamptz, $3::uuid)
   order by created_at, id limit $4 offset $5`,
);

/** People in order of creation. @param all also the removed ones */
export async function listPersonRows(
  database: Queryable,
  partnerId: string,
  all: boolean,
  page: Page<CreationKey>,
): Promise<PersonRow[]> {
  const after = page.after ?? BEFORE_ALL;
  return database.query<PersonRow>(list, [
    partnerId,
    instant(after.created_at),
    after.id,
    page.limit,
    page.offset,
    all,
  ]);
}

const byId = statement(
  'people_by_id',
  `select ${people.select()} from people where id = $1 and ($2::uuid is null or partner_id = $2)`,
);

/** A person, removed or not. @param partnerId null: of any partner */
export async function readPersonRow(
  database: Queryable,
  id: string,
  partnerId: string | null,
): Promise<PersonRow | undefined> {
  return (await database.query<PersonRow>(byId, [id, partnerId]))[0];
}

const update = statement(
  'people_update',
  `update people set display_name = coalesce($2, display_name), role = coalesce($3, role)
   where id = $1 and removed_at is null returning ${people.select()}`,
);

/** Changes a person that is not removed; null keeps the old value. */
export async function updatePersonRow(
  transaction: Transaction,
  id: string,
  change: { readonly display_name: string | null; readonly role: Role | null },
): Promise<PersonRow | undefined> {
  return (await transaction.query<PersonRow>(update, [id, change.display_name, change.role]))[0];
}

const remove = statement(
  'people_remove',
  `update people set removed_at = coalesce(removed_at, $2::timestamptz), display_name = case when not $3 then display_name end
   where id = $1`,
);
const removeInvitation = statement('people_remove_invitation', 'delete from invitations where person_id = $1');
const removeSignIns = statement('people_remove_sign_ins', 'delete from sign_ins where person_id = $1');
const removePasskeys = statement('people_remove_passkeys', 'delete from passkeys where person_id = $1');
const removeChallenges = statement('people_remove_challenges', 'delete from challenges where person_id = $1');

/** Removes a person with the invitation, sign-ins, passkeys and challenges. Repeatable. @param erase also removes the name */
export async function removePersonRows(
  transaction: Transaction,
  id: string,
  at: number,
  erase: boolean,
): Promise<void> {
  // The person first: its lock keeps an invitation from being made or used at the same time.
  await transaction.query(remove, [id, instant(at), erase]);
  await Promise.all([
    transaction.query(removeInvitation, [id]),
    transaction.query(removeSignIns, [id]),
    transaction.query(removePasskeys, [id]),
    transaction.query(removeChallenges, [id]),
  ]);
}

const newService = statement(
  'people_never_used_of_service',
  `select ${people.select()} from people where created_by = 'service' and last_used_at is null and removed_at is null limit 1`,
);

/** The person that the service added, unless it has ever signed in. */
export async function findUnusedServicePerson(database: Queryable): Promise<PersonRow | undefined> {
  return (await database.query<PersonRow>(newService))[0];
}

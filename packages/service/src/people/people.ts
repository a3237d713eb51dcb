import { randomUUID } from 'node:crypto';
import { Problem } from '@bandeja/contract/errors/problem';
import { type NewPerson, PEOPLE_MAX, type Person, type PersonName, type PersonPatch } from '@bandeja/contract/people';
import type { Queryable, Transaction } from '@bandeja/postgres/database';
import type { Actor, Context, OperatorContext, PartnerContext } from '../context.ts';
import { recordAction } from '../operators/record-action.ts';
import { creationKeyOf, type PageOf, readPage } from '../paging/list-page.ts';
import type { CreationKey, Page } from '../paging/page.ts';
import { readPartner } from '../partners/store.ts';
import { notFound } from '../validation/not-found.ts';
import { issueInvitation, type MadeInvitation } from './invitations.ts';
import {
  countPeople,
  insertPerson,
  listPersonRows,
  lockPeople,
  type PersonRow,
  readPersonRow,
  removePersonRows,
  updatePersonRow,
} from './store.ts';
import { nameView, readPersonViews } from './view.ts';

export interface AddedPerson {
  readonly person: Person;
  readonly invitation: MadeInvitation;
}

/**
 * Adds a person to a partner, with an invitation.
 * @throws {Problem} `partner_not_found`, `too_many_people`
 */
export function addPerson(
  context: Context,
  partnerId: string,
  { display_name, role }: NewPerson,
): Promise<AddedPerson> {
  const { actor, database, now } = context;
  const at = now();
  const row: PersonRow = {
    id: randomUUID(),
    partner_id: partnerId,
    display_name,
    role,
    created_at: at,
    created_by: creatorOf(actor),
    last_used_at: null,
    removed_at: null,
  };
  return database.transaction(async (transaction) => {
    if (!(await lockPeople(transaction, partnerId))) throw notFound('partner_not_found', partnerId);
    const { people } = await countPeople(transaction, partnerId);
    if (people >= PEOPLE_MAX) {
      throw new Problem('too_many_people', `There are ${people} people; the maximum is ${PEOPLE_MAX}.`);
    }
    await insertPerson(transaction, row);
    await recordAction(context, transaction, 'people.create', row.id);
    const invitation = await issueInvitation(context, transaction, row.id);
    return { person: await viewOf(context, transaction, row), invitation };
  });
}

/** People in order of creation. @param all also the removed ones. @throws {Problem} `partner_not_found` */
export async function listPeople(
  { database, now }: Context,
  partnerId: string,
  all: boolean,
  page: Page<CreationKey>,
): Promise<PageOf<Person, CreationKey>> {
  const read = async (batch: Page<CreationKey>) => {
    const rows = await listPersonRows(database, partnerId, all, batch);
    const views = await readPersonViews(database, rows, now());
    return rows.map(({ created_at, id }, index) => ({ created_at, id, view: views[index] as Person }));
  };
  const found = await readPage(page, read, ({ view }) => view, creationKeyOf);
  if (found.data.length === 0 && (await readPartner(database, partnerId)) === undefined) {
    throw notFound('partner_not_found', partnerId);
  }
  return found;
}

/** The names of a partner's people in order of creation, removed people included. */
export function listNames(
  { database, actor: { partnerId } }: PartnerContext,
  page: Page<CreationKey>,
): Promise<PageOf<PersonName, CreationKey>> {
  return readPage(page, (batch) => listPersonRows(database, partnerId, true, batch), nameView, creationKeyOf);
}

/** A person, removed or not. @throws {Problem} `person_not_found` */
export async function getPerson(context: PartnerContext, id: string): Promise<Person> {
  const row = await readPersonRow(context.database, id, context.actor.partnerId);
  if (row === undefined) throw notFound('person_not_found', id);
  return viewOf(context, context.database, row);
}

/**
 * Changes the name or the role of a person. A role is read for each request, so every node applies it at once.
 * @throws {Problem} `person_not_found`, `last_manager`
 */
export function changePerson(context: PartnerContext, id: string, patch: PersonPatch): Promise<Person> {
  const { database, actor } = context;
  const { display_name = null, role = null } = patch;
  return database.transaction(async (transaction) => {
    await lockPeople(transaction, actor.partnerId);
    const person = await readPersonRow(transaction, id, actor.partnerId);
    if (person === undefined || person.removed_at !== null) throw notFound('person_not_found', id);
    if (role !== null && role !== 'manager') await refuseLastManager(transaction, person);
    const changed = await updatePersonRow(transaction, id, { display_name, role });
    if (changed === undefined) throw notFound('person_not_found', id);
    return viewOf(context, transaction, changed);
  });
}

/**
 * Removes a person: the invitation, sign-ins and passkeys end. The name stays, unless `erase`. Repeatable.
 * @throws {Problem} `person_not_found`; `last_manager` if the caller is not an operator
 */
export function removePerson(context: PartnerContext | OperatorContext, id: string, erase: boolean): Promise<void> {
  const { database, actor, now } = context;
  const partnerId = actor.kind === 'operator' ? null : actor.partnerId;
  return database.transaction(async (transaction) => {
    if (partnerId !== null) await lockPeople(transaction, partnerId);
    const person = await readPersonRow(transaction, id, partnerId);
    if (person === undefined) throw notFound('person_not_found', id);
    if (partnerId !== null && person.removed_at === null) await refuseLastManager(transaction, person);
    await removePersonRows(transaction, id, now(), erase);
    await recordAction(context, transaction, 'people.remove', id);
  });
}

/** Decided under the lock of {@link lockPeople}: of two managers that remove each other, one stays. */
async function refuseLastManager(transaction: Transaction, { id, partner_id, role }: PersonRow): Promise<void> {
  if (role !== 'manager') return;
  const { managers } = await countPeople(transaction, partner_id, id);
  if (managers === 0) throw new Problem('last_manager');
}

async function viewOf({ now }: Context, database: Queryable, row: PersonRow): Promise<Person> {
  const [view] = await readPersonViews(database, [row], now());
  return view as Person;
}

function creatorOf(actor: Actor): string {
  if (actor.kind === 'operator') return `operator:${actor.name}`;
  if (actor.kind === 'person') return `person:${actor.personId}`;
  if (actor.kind === 'service') return 'service';
  throw new Error(`${actor.kind} may not add people`);
}

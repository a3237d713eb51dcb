import { type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { nullable, type RowOf, table, text, timestamptz, uuid } from '@bandeja/postgres/table';
import type { Page } from '../paging/page.ts';

/** A partner's named group of players. */
const rosters = table('rosters', { partner_id: uuid, slug: text, name: nullable(text), created_at: timestamptz });
const listed = rosters.without('partner_id');

export interface RosterRow extends RowOf<typeof listed> {
  /** The number of players on it. */
  readonly members: number;
}

const COLUMNS = `${listed.select('t')},
  (select count(*) from roster_members m where m.partner_id = t.partner_id and m.slug = t.slug) as members`;

/** The cursor of a list by slug: the last roster of the page. */
export interface SlugKey {
  readonly slug: string;
}

const list = statement(
  'rosters_list',
  `select ${COLUMNS} from rosters t where t.partner_id = $1 and t.slug > $2 order by t.slug limit $3 offset $4`,
);

/** The partner's rosters, by slug. */
export async function listRosterRows(
  database: Queryable,
  partnerId: string,
  page: Page<SlugKey>,
): Promise<RosterRow[]> {
  return database.query<RosterRow>(list, [partnerId, page.after?.slug ?? '', page.limit, page.offset]);
}

const bySlug = statement('rosters_by_slug', `select ${COLUMNS} from rosters t where t.partner_id = $1 and t.slug = $2`);

/** A roster of the partner, or undefined. */
export async function readRoster(database: Queryable, partnerId: string, slug: string): Promise<RosterRow | undefined> {
  return (await database.query<RosterRow>(bySlug, [partnerId, slug]))[0];
}

export interface RosterKey {
  readonly partnerId: string;
  readonly slug: string;
}

const insert = statement(
  'rosters_insert',
  `${rosters.insert()}
   order by partner_id, slug collate "C"
   on conflict (partner_id, slug) do nothing returning partner_id as "partnerId", slug`,
);

/** Creates rosters. Existing ones are not changed. @returns the created ones */
export function insertRosters(
  transaction: Transaction,
  rosterKeys: readonly RosterKey[],
  { name, at }: { readonly name: string | null; readonly at: number },
): Promise<RosterKey[]> {
  const rows = rosterKeys.map(({ partnerId, slug }) => ({ partner_id: partnerId, slug, name, created_at: at }));
  return transaction.query<RosterKey>(insert, rosters.values(rows));
}

const rename = statement('rosters_rename', 'update rosters set name = $3 where partner_id = $1 and slug = $2');

/** Gives a roster another name, or none. */
export async function renameRoster(transaction: Transaction, roster: RosterKey, name: string | null): Promise<void> {
  await transaction.query(rename, [roster.partnerId, roster.slug, name]);
}

const remove = statement('rosters_delete', 'delete from rosters where partner_id = $1 and slug = $2 returning slug');

/** Deletes a roster with its memberships. @returns false if there is none */
export async function deleteRosterRow(database: Queryable, roster: RosterKey): Promise<boolean> {
  return (await database.query(remove, [roster.partnerId, roster.slug])).length > 0;
}

const lock = statement('rosters_lock', 'select slug from rosters where partner_id = $1 and slug = $2 for key share');

/** Locks a roster against deletion until the transaction ends. @returns false if there is none */
export async function lockRoster(transaction: Transaction, roster: RosterKey): Promise<boolean> {
  return (await transaction.query(lock, [roster.partnerId, roster.slug])).length > 0;
}

/**
 * Creates the roster if the partner has none of this slug, and locks it against deletion until the transaction ends.
 * @param name the name, if the roster is created
 * @returns true if it was created
 */
export async function ensureRoster(
  transaction: Transaction,
  roster: RosterKey,
  at: number,
  name: string | null = null,
): Promise<boolean> {
  // The roster may be deleted between the insert and the lock. Then it is created again.
  for (;;) {
    if ((await insertRosters(transaction, [roster], { name, at })).length > 0) return true;
    if (await lockRoster(transaction, roster)) return false;
  }
}

const keys = rosters.only('partner_id', 'slug');
const keyValues = (rosterKeys: readonly RosterKey[]) =>
  keys.values(rosterKeys.map(({ partnerId, slug }) => ({ partner_id: partnerId, slug })));

const lockAll = statement(
  'rosters_lock_all',
  `select t.slug from (${keys.source()}) n
   join rosters t on t.partner_id = n.partner_id and t.slug = n.slug
   order by t.partner_id, t.slug for key share of t`,
);

/** {@link ensureRoster} for several rosters. @param rosterKeys without duplicates @returns the created ones */
export async function ensureRosters(
  transaction: Transaction,
  rosterKeys: readonly RosterKey[],
  at: number,
): Promise<RosterKey[]> {
  const created: RosterKey[] = [];
  // As in ensureRoster, a roster may be deleted between the insert and the lock.
  for (;;) {
    const [inserted, locked] = await Promise.all([
      insertRosters(transaction, rosterKeys, { name: null, at }),
      transaction.query(lockAll, keyValues(rosterKeys)),
    ]);
    created.push(...inserted);
    if (locked.length === rosterKeys.length) return created;
  }
}

const removeAll = statement(
  'rosters_delete_all',
  `delete from rosters t using (${keys.source()}) n
   where t.partner_id = n.partner_id and t.slug = n.slug`,
);

/** Deletes rosters. */
export async function deleteRosters(transaction: Transaction, rosterKeys: readonly RosterKey[]): Promise<void> {
  await transaction.query(removeAll, keyValues(rosterKeys));
}

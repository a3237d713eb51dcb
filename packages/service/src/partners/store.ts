import { type Plan, plans } from '@bandeja/contract/account-enums';
import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { boolean, oneOf, type RowOf, table, text, timestamptz, uuid } from '@bandeja/postgres/table';
import { BEFORE_ALL, type CreationKey, type Page } from '../paging/page.ts';

export const partners = table('partners', {
  id: uuid,
  /** 1–80 characters. */
  name: text,
  plan: oneOf(plans),
  /** While true, all keys of the partner are refused. */
  suspended: boolean,
  /** An IANA name. */
  time_zone: text,
  created_at: timestamptz,
});

export interface PartnerRow extends RowOf<typeof partners> {}

const insert = statement(
  'partners_insert',
  `with inserted as (
     ${partners.insert()} returning id
   )
   insert into audit_chains (partner_id, seq, hash) select id, 0, decode(repeat('00', 32), 'hex') from inserted`,
);

/** Inserts a partner with an empty audit chain. */
export async function insertPartner(transaction: Transaction, partner: PartnerRow): Promise<void> {
  await transaction.query(insert, partners.values([partner]));
}

const byId = statement('partners_by_id', `select ${partners.select()} from partners where id = $1`);

/** A partner, or undefined. */
export async function readPartner(database: Queryable, id: string): Promise<PartnerRow | undefined> {
  return (await database.query<PartnerRow>(byId, [id]))[0];
}

const any = statement('partners_any', 'select exists (select from partners) as is_there');

export async function hasPartnerRows(database: Queryable): Promise<boolean> {
  return (await database.query<{ is_there: boolean }>(any))[0]?.is_there === true;
}

const list = statement(
  'partners_list',
  `select ${partners.select()} from partners where (created_at, id) > ($1::timestamptz, $2::uuid)
   order by created_at, id limit $3 offset $4`,
);

/** Partners in order of creation, then id. */
export async function listPartnerRows(database: Queryable, page: Page<CreationKey>): Promise<PartnerRow[]> {
  const after = page.after ?? BEFORE_ALL;
  return database.query<PartnerRow>(list, [instant(after.created_at), after.id, page.limit, page.offset]);
}

/** New values; null keeps the old one. */
export interface PartnerChange {
  readonly name: string | null;
  readonly plan: Plan | null;
  readonly suspended: boolean | null;
  readonly time_zone: string | null;
}

const update = statement(
  'partners_update',
  `update partners set name = coalesce($2, name), plan = coalesce($3, plan), suspended = coalesce($4, suspended),
     time_zone = coalesce($5, time_zone)
   where id = $1 returning ${partners.select()}`,
);

/** Changes a partner and returns it; undefined if it doesn't exist. */
export async function updatePartnerRow(
  database: Queryable,
  id: string,
  change: PartnerChange,
): Promise<PartnerRow | undefined> {
  return (
    await database.query<PartnerRow>(update, [id, change.name, change.plan, change.suspended, change.time_zone])
  )[0];
}

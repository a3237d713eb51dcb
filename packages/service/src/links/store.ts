import type { PlanState } from '@bandeja/contract/plan-enums';
import { linkRoles, privatePlayers } from '@bandeja/contract/plan-enums';
import { type Database, instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { bytea, integer, nullable, oneOf, type RowOf, table, text, timestamptz, uuid } from '@bandeja/postgres/table';
import { writeUnsynced } from '@bandeja/postgres/unsynced';
import { BEFORE_ALL, type CreationKey, type Page } from '../paging/page.ts';

/** A link without its token: only a hash of it is stored, and never read into a row. */
const links = table('session_links', {
  id: uuid,
  partner_id: uuid,
  session_external_ref: text,
  role: oneOf(linkRoles),
  court: nullable(integer),
  private_players: oneOf(privatePlayers),
  label: nullable(text),
  created_at: timestamptz,
  expires_at: timestamptz,
  last_used_at: nullable(timestamptz),
  withdrawn_at: nullable(timestamptz),
});

export interface LinkRow extends RowOf<typeof links> {}

const newLinks = table('session_links', { ...links.columns, token_hash: bytea });

const isValid = (now: string): string => `(l.withdrawn_at is null and l.expires_at > ${now}::timestamptz)`;

/** Links as they work now: while a night is closed, all of them only show it. */
const present = `select ${links.without('role').select('l')},
     case when p.state = 'closed' then 'view' else l.role end as role
   from session_links l
   left join session_plans p on p.partner_id = l.partner_id and p.session_external_ref = l.session_external_ref`;

const lockPlan = statement(
  'links_lock_plan',
  `select state, (settings -> 'courts')::integer as courts from session_plans
   where partner_id = $1 and session_external_ref = $2 for no key update`,
);

const count = statement(
  'links_count',
  `select count(*)::integer as valid from session_links l
   where l.partner_id = $1 and l.session_external_ref = $2 and ${isValid('$3')}`,
);

/** A planned night, and the number of its links that work. */
interface LinkedPlan {
  readonly state: PlanState;
  readonly courts: number;
  readonly valid: number;
}

/** Locks a plan, so that no link is added until the transaction ends; undefined without one. */
export async function lockLinkedPlan(
  transaction: Transaction,
  partnerId: string,
  ref: string,
  now: number,
): Promise<LinkedPlan | undefined> {
  const [plans, counts] = await Promise.all([
    transaction.query<Omit<LinkedPlan, 'valid'>>(lockPlan, [partnerId, ref]),
    transaction.query<Pick<LinkedPlan, 'valid'>>(count, [partnerId, ref, instant(now)]),
  ]);
  const [plan] = plans;
  return plan && { ...plan, valid: counts[0]?.valid ?? 0 };
}

const insert = statement('links_insert', newLinks.insert());

export async function insertLink(transaction: Transaction, row: LinkRow, tokenHash: Uint8Array): Promise<void> {
  await transaction.query(insert, newLinks.values([{ ...row, token_hash: tokenHash }]));
}

const list = statement(
  'links_list',
  `${present}
   where l.partner_id = $1 and l.session_external_ref = $2 and (l.created_at, l.id) > ($3::timestamptz, $4::uuid)
   order by l.created_at, l.id limit $5 offset $6`,
);

/** All links of a night in order of creation, then id. */
export async function listLinkRows(
  database: Queryable,
  partnerId: string,
  ref: string,
  page: Page<CreationKey>,
): Promise<LinkRow[]> {
  const after = page.after ?? BEFORE_ALL;
  const values = [partnerId, ref, instant(after.created_at), after.id, page.limit, page.offset];
  return database.query<LinkRow>(list, values);
}

const withdraw = statement(
  'links_withdraw',
  `update session_links set withdrawn_at = coalesce(withdrawn_at, $3::timestamptz)
   where id = $1 and partner_id = $2 returning id`,
);

/** Withdraws a link. Idempotent. @returns false if the partner has none with this id */
export async function withdrawLinkRow(
  database: Queryable,
  partnerId: string,
  id: string,
  at: number,
): Promise<boolean> {
  return (await database.query(withdraw, [id, partnerId, instant(at)])).length > 0;
}

const byToken = statement('links_by_token', `${present} where l.token_hash = $1 and ${isValid('$2')}`);

/** The link with this token, if it works at `now`. */
export async function findLinkRow(
  database: Queryable,
  tokenHash: Uint8Array,
  now: number,
): Promise<LinkRow | undefined> {
  return (await database.query<LinkRow>(byToken, [tokenHash, instant(now)]))[0];
}

const touch = statement('links_touch', 'update session_links set last_used_at = $2::timestamptz where id = $1');

export async function touchLinkRow(database: Database, id: string, at: number): Promise<void> {
  await writeUnsynced(database, touch, [id, instant(at)]);
}

import { randomUUID } from 'node:crypto';
import { formatInstant } from '@bandeja/contract/instant';
import type { NewPartner, OwnPartner, OwnPartnerPatch, Partner, PartnerPatch } from '@bandeja/contract/partners';
import type { Context, PartnerContext } from '../context.ts';
import { recordAction } from '../operators/record-action.ts';
import { creationKeyOf, type PageOf, readPage } from '../paging/list-page.ts';
import type { CreationKey, Page } from '../paging/page.ts';
import { notFound } from '../validation/not-found.ts';
import {
  hasPartnerRows,
  insertPartner,
  listPartnerRows,
  type PartnerRow,
  readPartner,
  updatePartnerRow,
} from './store.ts';

/** Creates a partner with an empty audit chain. */
export async function createPartner(context: Context, { name, plan, time_zone }: NewPartner): Promise<Partner> {
  const row: PartnerRow = {
    id: randomUUID(),
    name,
    plan,
    suspended: false,
    time_zone: time_zone ?? 'UTC',
    created_at: context.now(),
  };
  return context.database.transaction(async (transaction) => {
    await insertPartner(transaction, row);
    await recordAction(context, transaction, 'partners.create', row.id);
    return partnerView(row);
  });
}

/** @throws {Problem} `partner_not_found`. */
export async function getPartner(context: Context, id: string): Promise<Partner> {
  return foundPartner(id, await readPartner(context.database, id));
}

/** All partners, in order of creation. */
export function listPartners(context: Context, page: Page<CreationKey>): Promise<PageOf<Partner, CreationKey>> {
  return readPage(page, (batch) => listPartnerRows(context.database, batch), partnerView, creationKeyOf);
}

/**
 * Changes the name, plan, suspension or time zone of a partner. Other nodes apply a new plan or suspension within five seconds (see
 * `keys/keyring.ts`).
 * @throws {Problem} `partner_not_found`.
 */
export async function updatePartner(context: Context, id: string, patch: PartnerPatch): Promise<Partner> {
  const { name = null, plan = null, suspended = null, time_zone = null } = patch;
  return context.database.transaction(async (transaction) => {
    const partner = foundPartner(id, await updatePartnerRow(transaction, id, { name, plan, suspended, time_zone }));
    await recordAction(context, transaction, 'partners.update', id);
    return partner;
  });
}

export async function getOwnPartner({ database, actor: { partnerId } }: PartnerContext): Promise<OwnPartner> {
  return ownView(foundPartner(partnerId, await readPartner(database, partnerId)));
}

/** Changes the name or the time zone of the caller's partner. */
export async function changeOwnPartner(
  { database, actor: { partnerId } }: PartnerContext,
  { name = null, time_zone = null }: OwnPartnerPatch,
): Promise<OwnPartner> {
  const change = { name, time_zone, plan: null, suspended: null };
  return ownView(foundPartner(partnerId, await updatePartnerRow(database, partnerId, change)));
}

const ownView = ({ id, name, plan, time_zone }: Partner): OwnPartner => ({ id, name, plan, time_zone });

/** False if the service was never used. */
export function hasAnyPartner(context: Context): Promise<boolean> {
  return hasPartnerRows(context.database);
}

function foundPartner(id: string, row: PartnerRow | undefined): Partner {
  if (row === undefined) throw notFound('partner_not_found', id);
  return partnerView(row);
}

function partnerView(row: PartnerRow): Partner {
  const { id, name, plan, suspended, time_zone } = row;
  return { id, name, plan, suspended, time_zone, created_at: formatInstant(row.created_at) };
}

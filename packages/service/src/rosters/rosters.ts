import { formatInstant } from '@bandeja/contract/instant';
import type { Roster, RosterPut } from '@bandeja/contract/rosters';
import type { PartnerContext } from '../context.ts';
import { type PageOf, readPage } from '../paging/list-page.ts';
import type { Page } from '../paging/page.ts';
import { deleteInvisibleIds, lockExternalIds } from '../players/external-ids-store.ts';
import { notFound } from '../validation/not-found.ts';
import {
  deleteRosterRow,
  ensureRoster,
  listRosterRows,
  type RosterRow,
  readRoster,
  renameRoster,
  type SlugKey,
} from './store.ts';

/** @throws {Problem} `roster_not_found`, even if another partner has the roster */
export async function getRoster(context: PartnerContext, slug: string): Promise<Roster> {
  const row = await readRoster(context.database, context.actor.partnerId, slug);
  if (row === undefined) throw notFound('roster_not_found', slug);
  return rosterView(row);
}

/** The caller's rosters, by slug. */
export function listRosters(context: PartnerContext, page: Page<SlugKey>): Promise<PageOf<Roster, SlugKey>> {
  return readPage(
    page,
    (batch) => listRosterRows(context.database, context.actor.partnerId, batch),
    rosterView,
    ({ slug }) => ({ slug }),
  );
}

/**
 * Creates a roster, or renames the one with this slug.
 * An omitted name is kept, so a client can make sure that a roster exists without removing its name.
 * Null removes the name.
 */
export async function putRoster(
  context: PartnerContext,
  slug: string,
  { name }: RosterPut,
): Promise<{ readonly isNew: boolean; readonly roster: Roster }> {
  const of = { partnerId: context.actor.partnerId, slug };
  return context.database.transaction(async (transaction) => {
    const isNew = await ensureRoster(transaction, of, context.now(), name ?? null);
    if (!isNew && name !== undefined) await renameRoster(transaction, of, name);
    const roster = await readRoster(transaction, context.actor.partnerId, slug);
    if (roster === undefined) throw new Error('a roster vanished although it was locked');
    return { isNew, roster: rosterView(roster) };
  });
}

/**
 * Deletes a roster. Its players stay; private ones of other partners are no longer visible through it, and the caller's ids of those
 * that it no longer sees are deleted.
 * @throws {Problem} `roster_not_found`.
 */
export async function deleteRoster(context: PartnerContext, slug: string): Promise<void> {
  const { partnerId } = context.actor;
  await context.database.transaction(async (transaction) => {
    await lockExternalIds(transaction, [partnerId]);
    if (!(await deleteRosterRow(transaction, { partnerId, slug }))) throw notFound('roster_not_found', slug);
    await deleteInvisibleIds(transaction, partnerId);
  });
}

function rosterView(row: RosterRow): Roster {
  return { slug: row.slug, name: row.name, members: row.members, created_at: formatInstant(row.created_at) };
}

import { randomUUID } from 'node:crypto';
import { type Fault, Problem } from '@bandeja/contract/errors/problem';
import { formatInstant, instantOf } from '@bandeja/contract/instant';
import { LINK_HOURS_DEFAULT, LINKS_MAX, type NewLink, type NightLink } from '@bandeja/contract/links';
import { pointerTo } from '@bandeja/contract/pointer';
import type { PartnerContext } from '../context.ts';
import { makeLinkToken } from '../keys/key-format.ts';
import { creationKeyOf, type PageOf, readPage } from '../paging/list-page.ts';
import type { CreationKey, Page } from '../paging/page.ts';
import { readPlan } from '../plans/store.ts';
import { secretHash } from '../runtime/secret.ts';
import { count } from '../validation/detail.ts';
import { invalidBody } from '../validation/faults-of.ts';
import { notFound } from '../validation/not-found.ts';
import { withdrawMatchLink } from './match-links-store.ts';
import { makeShortCode } from './short-codes.ts';
import { insertLink, type LinkRow, listLinkRows, lockLinkedPlan, withdrawLinkRow } from './store.ts';

export const HOUR_MS = 3_600_000;

/** A new link, with the token that is shown once. */
interface MadeLink extends NightLink {
  readonly token: string;
  readonly shortCode: Awaited<ReturnType<typeof makeShortCode>> | null;
}

/** The faults of a body that its shape does not find. */
export function newLinkFaults(value: unknown): Fault[] {
  const { role, short_code: shortCode } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (role !== 'score' || shortCode !== true) return [];
  const detail = 'Only a `view` link can have a short code: who guesses it could enter results.';
  return [{ pointer: pointerTo('short_code'), code: 'conflicting', detail }];
}

/**
 * Makes a link to a planned night. Only the SHA-256 of its token is stored.
 * @throws {Problem} `plan_not_found`, `invalid_body`, `invalid_transition`, `too_many_links`
 */
export async function createLink(context: PartnerContext, ref: string, body: NewLink): Promise<MadeLink> {
  const { actor, database, realNow } = context;
  const at = realNow();
  const token = makeLinkToken('night', actor);
  const row: LinkRow = {
    id: randomUUID(),
    partner_id: actor.partnerId,
    session_external_ref: ref,
    role: body.role,
    court: body.court ?? null,
    private_players: body.private_players ?? 'first_name',
    label: body.label ?? null,
    created_at: at,
    expires_at: at + (body.expires_in_hours ?? LINK_HOURS_DEFAULT) * HOUR_MS,
    last_used_at: null,
    withdrawn_at: null,
  };
  await database.transaction(async (transaction) => {
    const plan = await lockLinkedPlan(transaction, actor.partnerId, ref, at);
    if (plan === undefined) throw notFound('plan_not_found', ref);
    if (row.court !== null && row.court > plan.courts) {
      const detail = `The night has ${count(plan.courts, 'court')}.`;
      throw invalidBody([{ pointer: pointerTo('court'), code: 'out_of_range', detail }]);
    }
    if (row.role === 'score' && plan.state === 'closed') {
      throw new Problem('invalid_transition', 'The night is closed, so no link can enter results. Make a `view` link.');
    }
    if (plan.valid >= LINKS_MAX) {
      throw new Problem('too_many_links', `The night has ${plan.valid} valid links; the maximum is ${LINKS_MAX}.`);
    }
    await insertLink(transaction, row, secretHash(token));
  });
  const shortCode = body.short_code === true ? await makeShortCode(context, token) : null;
  return { ...linkView(row), token, shortCode };
}

/**
 * The links of a night in order of creation, including those that have ended.
 * @throws {Problem} `plan_not_found` for a night without plan and links
 */
export async function listLinks(
  { database, actor: { partnerId } }: PartnerContext,
  ref: string,
  page: Page<CreationKey>,
): Promise<PageOf<NightLink, CreationKey>> {
  const read = (batch: Page<CreationKey>) => listLinkRows(database, partnerId, ref, batch);
  const found = await readPage(page, read, linkView, creationKeyOf);
  if (found.data.length === 0 && (await readPlan(database, partnerId, ref)) === undefined) {
    throw notFound('plan_not_found', ref);
  }
  return found;
}

/**
 * Withdraws a link. Every node reads links for each request, so it ends at once. A withdrawn link is not changed.
 * @throws {Problem} `link_not_found`
 */
export async function withdrawLink({ database, actor, realNow }: PartnerContext, id: string): Promise<void> {
  const { partnerId } = actor;
  if (await withdrawLinkRow(database, partnerId, id, realNow())) return;
  if (!(await withdrawMatchLink(database, partnerId, id, realNow()))) throw notFound('link_not_found', id);
}

const linkView = (row: LinkRow): NightLink => ({
  id: row.id,
  role: row.role,
  court: row.court,
  expires_at: formatInstant(row.expires_at),
  private_players: row.private_players,
  label: row.label,
  last_used_at: instantOf(row.last_used_at),
  withdrawn_at: instantOf(row.withdrawn_at),
  created_at: formatInstant(row.created_at),
});

import type { KeyMode } from '@bandeja/contract/account-enums';
import type { Context, LinkContext, MatchLinkContext } from '../context.ts';
import { parseLinkToken } from '../keys/key-format.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { PartnerRow } from '../partners/store.ts';
import { recordUse } from '../runtime/last-use.ts';
import { secretHash } from '../runtime/secret.ts';
import type { Sandboxes } from '../sandboxes/sandboxes.ts';
import { findMatchLink, type MatchLinkRow, touchMatchLink } from './match-links-store.ts';
import { findLinkRow, type LinkRow, touchLinkRow } from './store.ts';

/** Links are read for each request, so that a withdrawal, or the close of a night, takes effect at once on every node. */
export function linkFinder(
  live: Context,
  keyring: Pick<Keyring, 'partnerOf'>,
  sandboxes: Pick<Sandboxes, 'contextOf'>,
): (token: string) => Promise<LinkContext | MatchLinkContext | null> {
  return async (token) => {
    const parts = parseLinkToken(token);
    if (parts === null) return null;
    const partner = await keyring.partnerOf(parts.partnerId);
    if (partner === undefined) return null;
    const context = parts.mode === 'test' ? await sandboxes.contextOf(partner.id) : live;
    return (parts.to === 'night' ? findNight : findMatch)(context, secretHash(token), { ...partner, mode: parts.mode });
  };
}

type Owner = PartnerRow & { readonly mode: KeyMode };

async function findNight(context: Context, hash: Uint8Array, owner: Owner): Promise<LinkContext | null> {
  const now = context.realNow();
  const link = await findLinkRow(context.database, hash, now);
  if (link === undefined || link.partner_id !== owner.id) return null;
  await recordUse(link.last_used_at, now, () => touchLinkRow(context.database, link.id, now));
  const { session_external_ref: night, role, court } = link;
  return { ...context, actor: { ...actorOf(link, owner), to: 'night', night, role, court } };
}

async function findMatch(context: Context, hash: Uint8Array, owner: Owner): Promise<MatchLinkContext | null> {
  const now = context.realNow();
  const link = await findMatchLink(context.database, hash, now);
  if (link === undefined || link.partner_id !== owner.id) return null;
  await recordUse(link.last_used_at, now, () => touchMatchLink(context.database, link.id, now));
  const { match_id: matchId, player_id: playerId } = link;
  return { ...context, actor: { ...actorOf(link, owner), to: 'match', matchId, playerId } };
}

const actorOf = (link: LinkRow | MatchLinkRow, { mode, plan, suspended }: Owner) => ({
  kind: 'link' as const,
  partnerId: link.partner_id,
  linkId: link.id,
  mode,
  plan,
  suspended,
  privatePlayers: link.private_players,
  expiresAt: link.expires_at,
});

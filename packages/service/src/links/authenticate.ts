import type { Context, LinkActor, LinkContext } from '../context.ts';
import { parseLinkToken } from '../keys/key-format.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { CredentialRow } from '../keys/store.ts';
import { secretHash } from '../runtime/secret.ts';
import type { Sandboxes } from '../sandboxes/sandboxes.ts';
import { findLinkRow, type LinkRow, touchLinkRow } from './store.ts';

/** How exact `last_used_at` is: phones poll, and each update writes a row. */
const TOUCH_EVERY_MS = 60_000;

/** Links are read for each request, so that a withdrawal, or the end of a night, takes effect at once on every node. */
export function linkFinder(
  live: Context,
  keyring: Pick<Keyring, 'credentialOf'>,
  sandboxes: Pick<Sandboxes, 'contextOf'>,
): (token: string) => Promise<LinkContext | null> {
  return async (token) => {
    const parts = parseLinkToken(token);
    if (parts === null) return null;
    const key = await keyring.credentialOf(parts.publicId);
    if (key === undefined || key.mode !== parts.mode) return null;
    const context = key.mode === 'test' ? await sandboxes.contextOf(key.partner_id) : live;
    const now = context.now();
    const link = await findLinkRow(context.database, secretHash(token), now);
    if (link === undefined || link.partner_id !== key.partner_id) return null;
    if (link.last_used_at === null || link.last_used_at + TOUCH_EVERY_MS <= now) {
      await touchLinkRow(context.database, link.id, now);
    }
    return { ...context, actor: actorOf(link, key) };
  };
}

const actorOf = (link: LinkRow, { mode, plan, suspended }: CredentialRow): LinkActor => ({
  kind: 'link',
  partnerId: link.partner_id,
  linkId: link.id,
  mode,
  plan,
  suspended,
  night: link.session_external_ref,
  role: link.role,
  court: link.court,
  privatePlayers: link.private_players,
  expiresAt: link.expires_at,
});

import type { Player } from '@bandeja/contract/players';
import { canonicalUsername, placeByUsername, USERNAME_LENGTH_MAX } from '@bandeja/contract/username';
import type { PartnerContext } from '../context.ts';
import { type PageOf, readPage } from '../paging/list-page.ts';
import type { Page } from '../paging/page.ts';
import { searchPublicPlayers } from './player-search-store.ts';
import type { UsernameKey } from './store.ts';
import { playerView } from './view.ts';

/** Text that some username begins with; nothing else needs a look-up. */
const beginning = new RegExp(`^[a-z0-9][a-z0-9._-]{0,${USERNAME_LENGTH_MAX - 1}}$`);

/**
 * Public players whose username begins with `prefix`, compared without case: an exact match first, then by username.
 * Nothing in the prefix is a wildcard.
 */
export async function searchPlayers(
  context: PartnerContext,
  prefix: string,
  page: Page<UsernameKey>,
): Promise<PageOf<Player, UsernameKey>> {
  const from = canonicalUsername(prefix);
  if (!beginning.test(from)) return { data: [], next: null };
  const range = { partnerId: context.actor.partnerId, from, below: successorOf(from) };
  const readAt = context.now();
  return readPage(
    page,
    (batch) => searchPublicPlayers(context.database, range, batch),
    (row) => playerView(row, readAt, context),
    placeByUsername,
  );
}

/** The least text, byte by byte, that is above all texts with this ASCII prefix. */
function successorOf(prefix: string): string {
  return prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
}

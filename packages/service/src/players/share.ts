import { randomUUID } from 'node:crypto';
import { formatInstant } from '@bandeja/contract/instant';
import { SHARE_HOURS_DEFAULT, type Share, type ShareRequest } from '@bandeja/contract/players';
import type { PartnerContext } from '../context.ts';
import { randomText, secretHash } from '../runtime/secret.ts';
import { playerNotCreated } from '../validation/not-found.ts';
import { insertShare } from './shares-store.ts';
import { createdUsername } from './visibility-store.ts';

/** Distinguishes a share code from a key in a log or a chat. */
const SHARE_CODE_PREFIX = 'bdj_share_';
/** 190 bits, as in a key. */
const SHARE_CODE_RANDOM_LENGTH = 32;

/**
 * Creates a code with which one other partner can put the player on one of its rosters, once.
 * @throws {Problem} `player_not_found` if the caller did not create the player.
 */
export async function sharePlayer(
  context: PartnerContext,
  username: string,
  { expires_in_hours }: ShareRequest,
): Promise<Share> {
  const code = SHARE_CODE_PREFIX + randomText(SHARE_CODE_RANDOM_LENGTH);
  const now = context.now();
  const share = {
    id: randomUUID(),
    code_hash: secretHash(code),
    created_at: now,
    expires_at: now + (expires_in_hours ?? SHARE_HOURS_DEFAULT) * 3_600_000,
  };
  const { partnerId } = context.actor;
  const of = { partnerId, username: await createdUsername(context.database, partnerId, username) };
  if (!(await insertShare(context.database, of, share))) throw playerNotCreated(username);
  return { share_code: code, expires_at: formatInstant(share.expires_at) };
}

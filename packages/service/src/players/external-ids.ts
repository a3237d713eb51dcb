import type { Fault } from '@bandeja/contract/errors/problem';
import { Problem } from '@bandeja/contract/errors/problem';
import { EXTERNAL_IDS_MAX, type ExternalId } from '@bandeja/contract/external-ids';
import { canonicalUsername } from '@bandeja/contract/username';
import type { PartnerContext } from '../context.ts';
import { invalidBody } from '../validation/faults-of.ts';
import { notFound } from '../validation/not-found.ts';
import { deleteExternalId, lockExternalIds, writeExternalId } from './external-ids-store.ts';
import { lockVisiblePlayer } from './store.ts';

/** The player of the partner that has an id. */
export interface Holder {
  readonly id: string;
  readonly username: string;
}

/** The error for an id that another player has. */
export function externalIdTaken({ kind, value }: ExternalId, holder: Holder, faults?: readonly Fault[]): Problem {
  const extensions = { existing_profile_id: holder.id, existing_username: holder.username };
  const detail = `Your player “${holder.username}” has the ${kind} “${value}”.`;
  return new Problem('external_id_taken', detail, { extensions, ...(faults === undefined ? {} : { faults }) });
}

/**
 * Stores the caller's own id of a visible player.
 * @returns false if the player had one of this kind
 * @throws {Problem} `player_not_found`; `external_id_taken` if another player has it; `invalid_body` if the player has too many
 */
export async function putExternalId(
  context: PartnerContext,
  username: string,
  { kind, value }: ExternalId,
): Promise<boolean> {
  const { partnerId } = context.actor;
  const id = { partnerId, username: canonicalUsername(username), kind, value };
  return context.database.transaction(async (transaction) => {
    await lockExternalIds(transaction, [partnerId]);
    const isVisible = await lockVisiblePlayer(transaction, partnerId, id.username);
    const written = isVisible ? await writeExternalId(transaction, id, EXTERNAL_IDS_MAX) : undefined;
    if (written === undefined) throw notFound('player_not_found', username);
    const { holder_id, holder_username } = written;
    if (holder_id !== null) throw externalIdTaken(id, { id: holder_id, username: holder_username ?? '' });
    if (!written.is_written) {
      const detail = `The player has ${EXTERNAL_IDS_MAX} external ids of yours. Delete one first.`;
      throw invalidBody([{ pointer: '', code: 'out_of_range', detail }]);
    }
    return !written.had_kind;
  });
}

/** Deletes the caller's own id of a visible player. Idempotent. @throws {Problem} `player_not_found` */
export async function removeExternalId(context: PartnerContext, username: string, kind: string): Promise<void> {
  const { partnerId } = context.actor;
  const id = { partnerId, username: canonicalUsername(username), kind };
  if (!(await deleteExternalId(context.database, id))) throw notFound('player_not_found', username);
}

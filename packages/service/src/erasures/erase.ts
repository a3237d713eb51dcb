import { Problem } from '@bandeja/contract/errors/problem';
import type { Transaction } from '@bandeja/postgres/database';
import { recordErasure } from '../audit/erasures.ts';
import { type ErasureRow, readErasureHead } from '../audit/erasures-store.ts';
import { lockChainHeads } from '../audit/store.ts';
import type { OperatorActor, OperatorContext, PartnerActor, PartnerContext } from '../context.ts';
import { logErasedPlayer } from '../events/log-store.ts';
import { recordAction } from '../operators/record-action.ts';
import { createdUsername } from '../players/visibility-store.ts';
import { playerNotCreated } from '../validation/not-found.ts';
import { eraseName, findCreatedPlayer, findNamedPlayer, type NamedPlayer, removeRelations } from './store.ts';

/**
 * Erases a player that the caller created, in one transaction. Names, country, memberships and shares are deleted. The matches
 * keep the id, because other players' ratings depend on them. Nothing links the id to a person any more.
 * @throws {Problem} `player_not_found` if the caller did not create it, or has erased it.
 */
export function erasePlayer(context: PartnerContext, username: string): Promise<void> {
  const { partnerId } = context.actor;
  return context.database.transaction(async (transaction) => {
    const name = await createdUsername(transaction, partnerId, username);
    const player = await findCreatedPlayer(transaction, partnerId, name);
    if (player === undefined || !(await erase(context, transaction, player))) throw playerNotCreated(username);
  });
}

/**
 * The same for the operator, by id: for a deleted partner, and to repeat erasures after a restore.
 * @throws {Problem} `player_not_found`, even if the player existed and was erased.
 */
export function erasePlayerById(context: OperatorContext, id: string): Promise<void> {
  return context.database.transaction(async (transaction) => {
    const player = await findNamedPlayer(transaction, id);
    if (player === undefined || !(await erase(context, transaction, player))) {
      throw new Problem('player_not_found', 'No player has this id, or the player is erased.');
    }
  });
}

/** @returns false if another transaction has just erased the player */
async function erase(
  context: PartnerContext | OperatorContext,
  transaction: Transaction,
  player: NamedPlayer,
): Promise<boolean> {
  const { actor } = context;
  const at = context.now();
  // The partner's audit chain is locked before players, as submissions do. So the partner's erasures run one after the other.
  const [, head, erased] = await Promise.all([
    lockChainHeads(transaction, [player.partner_id]),
    readErasureHead(transaction, player.partner_id),
    eraseName(transaction, player, at),
  ]);
  if (erased === undefined) return false;
  const others = await removeRelations(transaction, erased.player_id);
  const written = [
    logErasedPlayer(transaction, erased.player_id, [...new Set([player.partner_id, ...others])]),
    recordErasure(transaction, head, { ...erased, partner_id: player.partner_id, actor: erasedBy(actor), at }),
    recordAction(context, transaction, 'players.erase', erased.player_id),
  ];
  transaction.commitWithLast();
  await Promise.all(written);
  return true;
}

function erasedBy(actor: PartnerActor | OperatorActor): ErasureRow['actor'] {
  if (actor.kind === 'operator') return `operator:${actor.name}`;
  return actor.kind === 'key' ? `key:${actor.keyId}` : `person:${actor.personId}`;
}

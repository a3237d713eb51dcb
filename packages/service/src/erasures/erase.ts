import { Problem } from '@bandeja/contract/errors/problem';
import type { Transaction } from '@bandeja/postgres/database';
import { recordErasure } from '../audit/erasures.ts';
import { type ErasureRow, readErasureHead } from '../audit/erasures-store.ts';
import { lockChainHeads } from '../audit/store.ts';
import type { OperatorActor, OperatorContext, PartnerActor, PartnerContext } from '../context.ts';
import { logErasedPlayer } from '../events/log-store.ts';
import { emptyTextsOf } from '../imports/texts.ts';
import { removeFromImports, type SearchedImport } from '../imports/texts-store.ts';
import { recordAction } from '../operators/record-action.ts';
import { createdUsername } from '../players/visibility-store.ts';
import { playerNotCreated } from '../validation/not-found.ts';
import { eraseName, findCreatedPlayer, findNamedPlayer, type NamedPlayer, removeRelations } from './store.ts';

/**
 * Erases a player that the caller created. Names, country, memberships and shares are deleted. The matches keep the id, because other
 * players' ratings depend on them. Nothing links the id to a person any more.
 * @throws {Problem} `player_not_found` if the caller did not create it, or has erased it.
 */
export async function erasePlayer(context: PartnerContext, username: string): Promise<void> {
  const { partnerId } = context.actor;
  const name = await createdUsername(context.database, partnerId, username);
  if (!(await erase(context, () => findCreatedPlayer(context.database, partnerId, name)))) {
    throw playerNotCreated(username);
  }
}

/**
 * The same for the operator, by id: for a deleted partner, and to repeat erasures after a restore.
 * @throws {Problem} `player_not_found`, even if the player existed and was erased.
 */
export async function erasePlayerById(context: OperatorContext, id: string): Promise<void> {
  if (!(await erase(context, () => findNamedPlayer(context.database, id)))) {
    throw new Problem('player_not_found', 'No player has this id, or the player is erased.');
  }
}

/**
 * The texts of imports are emptied first, because searching hundreds of thousands takes seconds. The transaction that erases the player
 * searches only what was sent after that. After a crash in between, the player keeps its name, and its texts are gone.
 * @returns false if there is no such player
 */
async function erase(
  context: PartnerContext | OperatorContext,
  find: () => Promise<NamedPlayer | undefined>,
): Promise<boolean> {
  for (;;) {
    const player = await find();
    if (player === undefined) return false;
    const searched = await emptyTextsOf(context.database, player);
    const isErased = await context.database.transaction((transaction) =>
      eraseSearched(context, transaction, player, searched),
    );
    if (isErased) return true;
  }
}

/** @returns false if another transaction has just erased or renamed the player */
async function eraseSearched(
  context: PartnerContext | OperatorContext,
  transaction: Transaction,
  player: NamedPlayer,
  searched: readonly SearchedImport[],
): Promise<boolean> {
  const { actor } = context;
  const at = context.now();
  // The partner's audit chain is locked before players, as submissions do. So the partner's erasures run one after the other.
  const [, head, erased] = await Promise.all([
    lockChainHeads(transaction, [player.partner_id]),
    readErasureHead(transaction, player.partner_id),
    eraseName(transaction, player, at),
  ]);
  if (erased?.display_name !== player.display_name) {
    transaction.discard();
    return false;
  }
  const { display_name: _, ...removed } = erased;
  const [others] = await Promise.all([
    removeRelations(transaction, removed.player_id),
    removeFromImports(transaction, player, searched),
  ]);
  const written = [
    logErasedPlayer(transaction, removed.player_id, [...new Set([player.partner_id, ...others])]),
    recordErasure(transaction, head, { ...removed, partner_id: player.partner_id, actor: erasedBy(actor), at }),
    recordAction(context, transaction, 'players.erase', removed.player_id),
  ];
  transaction.commitWithLast();
  await Promise.all(written);
  return true;
}

function erasedBy(actor: PartnerActor | OperatorActor): ErasureRow['actor'] {
  if (actor.kind === 'operator') return `operator:${actor.name}`;
  return actor.kind === 'key' ? `key:${actor.keyId}` : `person:${actor.personId}`;
}

import { randomUUID } from 'node:crypto';
import type { Transaction } from '@bandeja/postgres/database';
import type { Context } from '../context.ts';
import { insertAction } from './store.ts';

/**
 * Adds a write to the operators' log, in the transaction of the write. Callers other than operators leave no entry.
 * @param action a noun and a verb, such as `partners.create`
 * @param target the id of what was written; null if it has none
 */
export async function recordAction(
  { actor, requestId, now }: Context,
  transaction: Transaction,
  action: string,
  target: string | null,
): Promise<void> {
  if (actor.kind !== 'operator') return;
  const entry = { id: randomUUID(), at: now(), operator: actor.name, action, target, request_id: requestId ?? '' };
  await insertAction(transaction, entry);
}

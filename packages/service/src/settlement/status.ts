import { formatInstant } from '@bandeja/contract/instant';
import type { SettlementState } from '@bandeja/contract/ledger';
import type { Context } from '../context.ts';
import { readSettlementProgress } from './marks-store.ts';

/** Which ratings are final, and how many are not. */
export async function getSettlementState({ database }: Context): Promise<SettlementState> {
  const { model_version, is_rebuilding, players, since } = await readSettlementProgress(database);
  const isSettled = players === 0 && !is_rebuilding;
  return {
    rating_status: isSettled ? 'settled' : 'settling',
    model_version,
    players,
    since: isSettled || since === null ? null : formatInstant(since),
    is_rebuilding,
  };
}

/** How far behind the settlement is, for monitoring. */
export interface SettlementLag {
  /** The age of the earliest change that is not settled yet, ms; 0 if all are settled. */
  readonly lagMs: number;
  /** Players whose ratings are not settled. */
  readonly players: number;
}

export async function getSettlementLag({ database }: Context): Promise<SettlementLag> {
  const { unsettled_ms: lag, players } = await readSettlementProgress(database);
  // Negative if the database's clock was set back.
  return { lagMs: Math.max(0, lag ?? 0), players };
}

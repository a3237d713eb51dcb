import type { Context } from '../context.ts';
import { readWebhookState, type WebhookState } from './state-store.ts';

export type { WebhookState };

/** For monitoring. */
export function getWebhookState({ database }: Context): Promise<WebhookState> {
  return readWebhookState(database);
}

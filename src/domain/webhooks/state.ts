import { readWebhookState, type WebhookState } from '../../store/webhooks/state.ts';
import type { Context } from '../context.ts';

export type { WebhookState };

/** How webhooks are, over all partners, for monitoring. */
export function getWebhookState({ database }: Context): Promise<WebhookState> {
  return readWebhookState(database);
}

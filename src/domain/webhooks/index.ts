export { disableEndpoint } from './disable.ts';
export { EndpointQueue, type QueuedEvent, type Verdict } from './endpoint-queue.ts';
export {
  createEndpoint,
  DELIVERIES_KEPT_MS,
  deleteEndpoint,
  getEndpoint,
  listDeliveries,
  listEndpoints,
  rotateSecret,
  updateEndpoint,
  webhookPlans,
} from './endpoints.ts';
export { endOf, type FeedEvent, positionOf, readFeedAfter, readFeedAt } from './feed.ts';
export type { HostAddress } from './host-lookup.ts';
export { receiverUrlFaults } from './receiver-url.ts';
export { replay } from './replay.ts';
export { type Outcome, Sender, type SenderOptions } from './sender.ts';
export {
  EndpointPath,
  eventTypeFaults,
  NewWebhookEndpoint,
  replayFaults,
  SecretRotation,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointPatch,
  WebhookEndpointWithSecret,
  WebhookReplay,
  WebhookReplayAccepted,
  WebhookTest,
} from './shapes.ts';
export { getWebhookState, type WebhookState } from './state.ts';
export { sendTest } from './test-message.ts';

import type { ApiPromise, PagePromise } from '../api-promise.ts';
import type {
  NewWebhookEndpoint,
  SecretRotation,
  WebhookDeliveryPage,
  WebhookEndpoint,
  WebhookEndpointPage,
  WebhookEndpointPatch,
  WebhookEndpointWithSecret,
  WebhookReplay,
  WebhookReplayAccepted,
  WebhookTest,
} from '../generated/api.ts';
import type { CallOptions } from '../transport.ts';
import { Noun, type ReadOf } from './noun.ts';

/** The endpoints to which the service sends your events. */
export class Webhooks extends Noun {
  /** Lists endpoints, oldest first. */
  list(filters: ReadOf<'GET /v1/webhook-endpoints'> = {}): PagePromise<WebhookEndpointPage> {
    return this.pages('GET /v1/webhook-endpoints', {}, filters);
  }

  get(id: string, options?: CallOptions): ApiPromise<WebhookEndpoint> {
    return this.call('GET /v1/webhook-endpoints/{id}', { path: { id } }, options);
  }

  /** Adds an endpoint, which gets events from now on. Only this response contains the secret. */
  create(endpoint: NewWebhookEndpoint, options?: CallOptions): ApiPromise<WebhookEndpointWithSecret> {
    return this.call('POST /v1/webhook-endpoints', { body: endpoint }, options);
  }

  /** Changes, disables or enables an endpoint. */
  update(id: string, changes: WebhookEndpointPatch, options?: CallOptions): ApiPromise<WebhookEndpoint> {
    return this.call('PATCH /v1/webhook-endpoints/{id}', { path: { id }, body: changes }, options);
  }

  /** Deletes an endpoint and its delivery log. */
  delete(id: string, options?: CallOptions): ApiPromise<void> {
    return this.callVoid('DELETE /v1/webhook-endpoints/{id}', { path: { id } }, options);
  }

  /** Lists the delivery attempts of an endpoint, newest first. */
  deliveries(
    id: string,
    filters: ReadOf<'GET /v1/webhook-endpoints/{id}/deliveries'> = {},
  ): PagePromise<WebhookDeliveryPage> {
    return this.pages('GET /v1/webhook-endpoints/{id}/deliveries', { id }, filters);
  }

  /** Sends events once more, with the same ids. */
  replay(id: string, events: WebhookReplay, options?: CallOptions): ApiPromise<WebhookReplayAccepted> {
    return this.call('POST /v1/webhook-endpoints/{id}/replay', { path: { id }, body: events }, options);
  }

  /** Creates a new secret. Deliveries are signed with both secrets until the overlap ends. */
  rotateSecret(
    id: string,
    rotation: SecretRotation = {},
    options?: CallOptions,
  ): ApiPromise<WebhookEndpointWithSecret> {
    return this.call('POST /v1/webhook-endpoints/{id}/rotate-secret', { path: { id }, body: rotation }, options);
  }

  /** Sends a test message now, and returns the receiver's response. */
  test(id: string, options?: CallOptions): ApiPromise<WebhookTest> {
    return this.call('POST /v1/webhook-endpoints/{id}/test', { path: { id } }, options);
  }
}

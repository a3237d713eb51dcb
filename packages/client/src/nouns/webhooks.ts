import type { CallOptions } from '../connection.ts';
import type {
  NewWebhookEndpoint,
  SecretRotation,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookEndpoint,
  WebhookEndpointPage,
  WebhookEndpointPatch,
  WebhookEndpointWithSecret,
  WebhookReplay,
  WebhookReplayAccepted,
  WebhookTest,
} from '../generated/api.ts';
import { entriesOf, type ReadOf } from '../pages.ts';
import { Noun } from './noun.ts';

/** Where your events are sent. */
export class Webhooks extends Noun {
  /** A page of your endpoints. */
  list({ signal, language, ...query }: ReadOf<'GET /v1/webhook-endpoints'> = {}): Promise<WebhookEndpointPage> {
    return this.connection.call('GET /v1/webhook-endpoints', { query }, { signal, language });
  }

  /** All of them. */
  iterate(options: CallOptions = {}): AsyncGenerator<WebhookEndpoint, void> {
    return entriesOf((cursor) => this.list({ limit: 100, cursor, ...options }));
  }

  get(id: string, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.connection.call('GET /v1/webhook-endpoints/{id}', { path: { id } }, options);
  }

  /** Sends your events to an address from now on. The answer has the secret, once. */
  create(endpoint: NewWebhookEndpoint, options?: CallOptions): Promise<WebhookEndpointWithSecret> {
    return this.connection.call('POST /v1/webhook-endpoints', { body: endpoint }, options);
  }

  /** Changes, disables or enables an endpoint. */
  update(id: string, patch: WebhookEndpointPatch, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.connection.call('PATCH /v1/webhook-endpoints/{id}', { path: { id }, body: patch }, options);
  }

  /** Deletes an endpoint, with its deliveries. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.connection.call('DELETE /v1/webhook-endpoints/{id}', { path: { id } }, options);
  }

  /** A page of the tries to deliver events to an endpoint, the newest first. */
  deliveries(
    id: string,
    { signal, language, ...query }: ReadOf<'GET /v1/webhook-endpoints/{id}/deliveries'> = {},
  ): Promise<WebhookDeliveryPage> {
    return this.connection.call(
      'GET /v1/webhook-endpoints/{id}/deliveries',
      { path: { id }, query },
      { signal, language },
    );
  }

  /** All of them. */
  iterateDeliveries(id: string, options: CallOptions = {}): AsyncGenerator<WebhookDelivery, void> {
    return entriesOf((cursor) => this.deliveries(id, { limit: 100, cursor, ...options }));
  }

  /** Sends events again, with the ids that they had. */
  replay(id: string, what: WebhookReplay, options?: CallOptions): Promise<WebhookReplayAccepted> {
    return this.connection.call('POST /v1/webhook-endpoints/{id}/replay', { path: { id }, body: what }, options);
  }

  /** Makes a new secret; deliveries are signed with both until the overlap ends. */
  rotateSecret(id: string, rotation: SecretRotation = {}, options?: CallOptions): Promise<WebhookEndpointWithSecret> {
    const body = rotation;
    return this.connection.call('POST /v1/webhook-endpoints/{id}/rotate-secret', { path: { id }, body }, options);
  }

  /** Sends a test message now, and answers with what the receiver said. */
  test(id: string, options?: CallOptions): Promise<WebhookTest> {
    return this.connection.call('POST /v1/webhook-endpoints/{id}/test', { path: { id } }, options);
  }
}

import { Fields } from '@bandeja/contract/shapes';
import {
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
} from '@bandeja/contract/webhooks';
import { Type } from 'typebox';
import { COSTS } from '../http/admission/costs.ts';
import { openRequestQueue } from '../http/admission/request-queues.ts';
import { byCreation, PageShape, pageAnswer, pageQuery, requestedPage } from '../http/lists.ts';
import type { App, BodyRules, RouteModule } from '../http/route.ts';
import {
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listDeliveries,
  listEndpoints,
  rotateSecret,
  updateEndpoint,
  webhookPlans,
} from './endpoints.ts';
import { receiverUrlFaults } from './receiver-url.ts';
import { replay } from './replay.ts';
import type { Sender } from './sender.ts';
import { sendTest } from './test-message.ts';

const tags = ['Webhooks'];
const access = { kind: 'partner', plans: webhookPlans, scopes: ['manage:webhooks'] } as const;
const oneEndpoint = { access, notFoundCode: 'webhook_endpoint_not_found' } as const;

/** The caller's webhook endpoints and their deliveries. */
export function webhookRoutes(sender: Sender): RouteModule {
  const bodyRules: BodyRules = (body) => [...receiverUrlFaults(body, sender.allowsPrivate), ...eventTypeFaults(body)];
  return (app) => {
    registerCreation(app, bodyRules);
    registerReads(app);
    registerChanges(app, bodyRules);
    registerReplay(app);
    registerRotation(app);
    registerTest(app, sender);
  };
}

function registerCreation(app: App, bodyRules: BodyRules): void {
  app.route({
    method: 'POST',
    url: '/v1/webhook-endpoints',
    schema: {
      operationId: 'createWebhookEndpoint',
      tags,
      summary: 'Create a webhook endpoint',
      description:
        'Sends your events to an address, from now on. The response contains the secret that signs the deliveries. It is never ' +
        'shown again.',
      body: NewWebhookEndpoint,
      response: { 201: WebhookEndpointWithSecret },
    },
    config: { access, bodyRules, problems: ['too_many_webhook_endpoints'] },
    handler: async (request, reply) => {
      const endpoint = await createEndpoint(request.context, request.body);
      reply.code(201).header('location', `/v1/webhook-endpoints/${endpoint.id}`);
      return endpoint;
    },
  });
}

function registerReads(app: App): void {
  app.route({
    method: 'GET',
    url: '/v1/webhook-endpoints',
    schema: {
      operationId: 'listWebhookEndpoints',
      tags,
      summary: 'List webhook endpoints',
      description: 'Your endpoints in order of creation, without their secrets.',
      querystring: Fields(pageQuery(byCreation)),
      response: { 200: PageShape('WebhookEndpointPage', WebhookEndpoint) },
    },
    config: { access },
    handler: async (request) => pageAnswer(request, await listEndpoints(request.context, requestedPage(request.query))),
  });
  app.route({
    method: 'GET',
    url: '/v1/webhook-endpoints/:id',
    schema: {
      operationId: 'getWebhookEndpoint',
      tags,
      summary: 'Read a webhook endpoint',
      description: 'One endpoint: its address, and whether its receiver accepts deliveries.',
      params: EndpointPath,
      response: { 200: WebhookEndpoint },
    },
    config: oneEndpoint,
    handler: async (request) => getEndpoint(request.context, request.params.id),
  });
  app.route({
    method: 'GET',
    url: '/v1/webhook-endpoints/:id/deliveries',
    schema: {
      operationId: 'listWebhookDeliveries',
      tags,
      summary: 'List deliveries',
      description:
        'Every attempt to deliver an event to this endpoint, newest first. Attempts are kept for 30 days, unless the operator chose another time.',
      params: EndpointPath,
      querystring: Fields(pageQuery(byCreation)),
      response: { 200: PageShape('WebhookDeliveryPage', WebhookDelivery) },
    },
    config: { ...oneEndpoint, cost: COSTS.page },
    handler: async (request) =>
      pageAnswer(request, await listDeliveries(request.context, request.params.id, requestedPage(request.query))),
  });
}

function registerChanges(app: App, bodyRules: BodyRules): void {
  app.route({
    method: 'PATCH',
    url: '/v1/webhook-endpoints/:id',
    schema: {
      operationId: 'updateWebhookEndpoint',
      tags,
      summary: 'Change, disable or enable a webhook endpoint',
      description:
        'If you enable an endpoint again, it continues with the first undelivered event. Events are kept for at least 30 days. If you change the ' +
        'address, the new one gets the events that the old one did not accept.',
      params: EndpointPath,
      body: WebhookEndpointPatch,
      response: { 200: WebhookEndpoint },
    },
    config: { ...oneEndpoint, bodyRules },
    handler: async (request) => updateEndpoint(request.context, request.params.id, request.body),
  });
  app.route({
    method: 'DELETE',
    url: '/v1/webhook-endpoints/:id',
    schema: {
      operationId: 'deleteWebhookEndpoint',
      tags,
      summary: 'Delete a webhook endpoint',
      description: 'Stops all deliveries to the endpoint and deletes its delivery log.',
      params: EndpointPath,
      response: { 204: Type.Null({ description: 'Deleted.' }) },
    },
    config: oneEndpoint,
    handler: async (request, reply) => {
      await deleteEndpoint(request.context, request.params.id);
      return reply.code(204).send(null);
    },
  });
}

function registerReplay(app: App): void {
  app.route({
    method: 'POST',
    url: '/v1/webhook-endpoints/:id/replay',
    schema: {
      operationId: 'replayWebhookEvents',
      tags,
      summary: 'Send events again',
      description:
        'Sends events again with the same ids: either all events since an instant, or the events in `event_ids`. If one of those was ' +
        'not sent yet, it is sent only once, in its order.',
      params: EndpointPath,
      body: WebhookReplay,
      response: { 202: WebhookReplayAccepted },
    },
    config: { ...oneEndpoint, cost: COSTS.page, bodyRules: replayFaults },
    handler: async (request, reply) => {
      const accepted = await replay(request.context, request.params.id, request.body);
      reply.code(202);
      return accepted;
    },
  });
}

function registerRotation(app: App): void {
  app.route({
    method: 'POST',
    url: '/v1/webhook-endpoints/:id/rotate-secret',
    schema: {
      operationId: 'rotateWebhookSecret',
      tags,
      summary: 'Rotate the secret',
      description:
        'The response contains the new secret. Deliveries are signed with both secrets until the overlap ends.',
      params: EndpointPath,
      body: SecretRotation,
      response: { 200: WebhookEndpointWithSecret },
    },
    config: oneEndpoint,
    handler: async (request) => rotateSecret(request.context, request.params.id, request.body),
  });
}

/** Test messages wait for receivers. In the queue of requests, a receiver that hangs would delay everything its partner sends. */
const TESTS = { running: 64, queued: 640 };
const TESTS_OF_PARTNER = { running: 2, queued: 20 };

function registerTest(app: App, sender: Sender): void {
  const tests = openRequestQueue(TESTS);
  app.route({
    method: 'POST',
    url: '/v1/webhook-endpoints/:id/test',
    schema: {
      operationId: 'testWebhookEndpoint',
      tags,
      summary: 'Send a test message',
      description:
        'Sends one signed message of the type `webhook_endpoint.test` at once, even to a disabled endpoint, and returns the result. ' +
        'It is not retried.',
      params: EndpointPath,
      response: { 200: WebhookTest },
    },
    config: { ...oneEndpoint, cost: COSTS.webhookTest, ownQueue: () => true },
    handler: (request) =>
      new Promise((resolve, reject) => {
        const { context, params } = request;
        const run = () => sendTest(context, sender, params.id).then(resolve, reject);
        tests.push(context.actor.partnerId, 1, run, TESTS_OF_PARTNER);
      }),
  });
}

import type { Api } from '@bandeja/client';
import type { EventType } from '@bandeja/contract/event-types';
import { InvalidArgumentError } from 'commander';
import { type Call, command, group } from '../command.ts';
import { requireConfirmation } from '../confirmation.ts';
import { eventTypesOption } from '../event-feed.ts';
import { exitCodes, wrongUse } from '../exit.ts';
import {
  listOption,
  option,
  type PageOptions,
  pageOptions,
  pageQuery,
  utcOption,
  wholeNumber,
  yesOption,
} from '../options.ts';
import { type Layout, second, time } from '../print.ts';
import { printable } from '../terminal.ts';
import { listenCommand } from './webhook-listener.ts';

const ENDPOINT_ID = '3f0c6c52-8f0e-4a55-9d38-2b6f0f4f9a11';
const endpoint = { id: 'The id of the endpoint' };

/** Enabled, failing, or why it is disabled. */
function state({ enabled, disabled_reason: reason, failing_since: failingSince }: Api.WebhookEndpoint): string {
  if (!enabled) return `disabled: ${reason}`;
  return failingSince === null ? 'enabled' : 'enabled, failing';
}
const types = ({ event_types: list }: Api.WebhookEndpoint): string => list?.join(' ') ?? 'all';

const listed: Layout<Api.WebhookEndpoint> = [
  ['id', 'id'],
  ['url', 'url', 'shrinks'],
  ['state', state],
  ['last delivered', ({ last_delivered_at }) => time(last_delivered_at)],
];
const shown: Layout<Api.WebhookEndpoint> = [
  ['id', 'id'],
  ['url', 'url'],
  ['events', types],
  ['state', state],
  ['disabled', ({ disabled_at }) => time(disabled_at)],
  ['failing since', ({ failing_since }) => time(failing_since)],
  ['last delivered', ({ last_delivered_at }) => time(last_delivered_at)],
  ['old secret until', ({ previous_secret_expires_at }) => time(previous_secret_expires_at)],
  ['created', ({ created_at }) => time(created_at)],
];
const withSecret: Layout<Api.WebhookEndpointWithSecret> = [['secret', 'secret'], ...shown];
const delivery: Layout<Api.WebhookDelivery> = [
  ['at', ({ at }) => second(at)],
  ['event', 'event_id'],
  ['type', 'event_type'],
  ['try', 'attempt'],
  ['status', 'status_code'],
  ['error', 'error'],
  ['ms', 'duration_ms'],
];
const tested: Layout<Api.WebhookTest> = [
  ['delivered', ({ delivered }) => (delivered ? 'yes' : 'no')],
  ['status', 'status_code'],
  ['error', 'error'],
  ['ms', 'duration_ms'],
];

function onOrOff(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('Must be on or off.');
  return text === 'on';
}

function showSecret<O extends object>(call: Call<O>, body: Api.WebhookEndpointWithSecret): void {
  call.show(body, withSecret);
  call.note('Copy the secret now: it is not shown again.');
}

/** `bandeja webhooks …` */
export const webhooks = group('webhooks', 'Manage webhook endpoints, and receive events on this machine', [
  command<PageOptions>({
    use: 'list',
    routes: ['GET /v1/webhook-endpoints'],
    description: 'List your endpoints.',
    options: [...pageOptions, utcOption],
    examples: ['webhooks list'],
    run: async (call) =>
      call.list(await call.partner.webhooks.list(pageQuery(call.options)), listed, 'No endpoints yet.'),
  }),
  command({
    use: 'get <id>',
    routes: ['GET /v1/webhook-endpoints/{id}'],
    description: 'Show an endpoint and the state of its deliveries.',
    args: endpoint,
    options: [utcOption],
    examples: [`webhooks get ${ENDPOINT_ID}`],
    run: async (call, id) => call.show(await call.partner.webhooks.get(id), shown),
  }),
  command<{ event?: readonly EventType[] }>({
    use: 'create <url>',
    routes: ['POST /v1/webhook-endpoints'],
    description: 'Create an endpoint. New events are sent to its URL. The secret is shown once.',
    args: { url: 'The https address of the receiver' },
    options: [eventTypesOption('--event', 'Send only events of this type'), utcOption],
    examples: ['webhooks create https://club.example/bandeja-events --event match.completed,match.voided'],
    run: async (call, url) => {
      showSecret(call, await call.partner.webhooks.create({ url, event_types: call.options.event }));
    },
  }),
  command<{ url?: string; event?: readonly EventType[]; allEvents?: boolean; enabled?: boolean }>({
    use: 'update <id>',
    routes: ['PATCH /v1/webhook-endpoints/{id}'],
    description: 'Update an endpoint. If you enable it again, it continues with the first undelivered event.',
    args: endpoint,
    options: [
      option('--url <url>', 'The new address'),
      eventTypesOption('--event', 'Send only events of this type'),
      option('--all-events', 'Send events of every type'),
      option('--enabled <on|off>', 'Whether events are sent; “on” also retries pending events immediately', onOrOff),
      utcOption,
    ],
    examples: [`webhooks update ${ENDPOINT_ID} --enabled on`],
    run: async (call, id) => {
      const { url, event, allEvents = false, enabled } = call.options;
      if (allEvents && event !== undefined) throw wrongUse('--all-events and --event exclude each other.');
      if (url === undefined && event === undefined && enabled === undefined && !allEvents) {
        throw wrongUse('Nothing to change. Give --url, --event, --all-events or --enabled.');
      }
      const changes = { url, event_types: allEvents ? null : event, enabled };
      call.show(await call.partner.webhooks.update(id, changes), shown);
    },
  }),
  command<{ yes?: boolean }>({
    use: 'delete <id>',
    routes: ['DELETE /v1/webhook-endpoints/{id}', 'GET /v1/webhook-endpoints/{id}'],
    description: 'Delete an endpoint and its deliveries. This cannot be undone.',
    args: endpoint,
    options: [yesOption],
    examples: [`webhooks delete ${ENDPOINT_ID} --yes`],
    run: async (call, id) => {
      await requireConfirmation(call, 'A deleted endpoint cannot be restored.', async () => {
        const { url } = await call.partner.webhooks.get(id);
        return `Delete the endpoint ${printable(url)} and its deliveries for good?`;
      });
      await call.partner.webhooks.delete(id);
      call.done(null, `The endpoint ${id} is deleted.`);
    },
  }),
  command<PageOptions>({
    use: 'deliveries <id>',
    routes: ['GET /v1/webhook-endpoints/{id}/deliveries'],
    description: 'List the delivery attempts of an endpoint, newest first.',
    args: endpoint,
    options: [...pageOptions, utcOption],
    examples: [`webhooks deliveries ${ENDPOINT_ID}`],
    run: async (call, id) =>
      call.list(await call.partner.webhooks.deliveries(id, pageQuery(call.options)), delivery, 'No deliveries yet.'),
  }),
  command<{ since?: string; eventId?: readonly string[] }>({
    use: 'replay <id>',
    routes: ['POST /v1/webhook-endpoints/{id}/replay'],
    description: 'Send events again with the same ids.',
    args: endpoint,
    options: [
      option('--since <time>', 'Send every event since this time'),
      listOption('--event-id <id>', 'Send the event with this id'),
      utcOption,
    ],
    examples: [`webhooks replay ${ENDPOINT_ID} --since 2026-05-01`],
    run: async (call, id) => {
      const { since, eventId } = call.options;
      if ((since === undefined) === (eventId === undefined)) throw wrongUse('Give either --since or --event-id.');
      const events = { since: call.time('--since', since, 'begin'), event_ids: eventId };
      call.done(await call.partner.webhooks.replay(id, events), 'The events are being sent again.');
    },
  }),
  command<{ overlap?: number }>({
    use: 'rotate-secret <id>',
    routes: ['POST /v1/webhook-endpoints/{id}/rotate-secret'],
    description: 'Create a new secret. Deliveries carry both signatures until the overlap ends.',
    args: endpoint,
    options: [
      option('--overlap <seconds>', 'How long the old secret remains valid (default: 86400, a day)', wholeNumber),
      utcOption,
    ],
    examples: [`webhooks rotate-secret ${ENDPOINT_ID} --overlap 3600`],
    run: async (call, id) => {
      showSecret(call, await call.partner.webhooks.rotateSecret(id, { overlap_seconds: call.options.overlap }));
    },
  }),
  command({
    use: 'test <id>',
    routes: ['POST /v1/webhook-endpoints/{id}/test'],
    description: 'Send a test message and show the response of the receiver.',
    args: endpoint,
    examples: [`webhooks test ${ENDPOINT_ID}`],
    exitCodes: '0: the receiver accepted the message; 1: it did not; 2: wrong usage; 3: the service cannot be reached',
    run: async (call, id) => {
      const test = await call.partner.webhooks.test(id);
      call.show(test, tested);
      if (!test.delivered) call.context.finish(exitCodes.rejections);
    },
  }),
  listenCommand,
]);

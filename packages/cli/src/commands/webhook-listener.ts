import { createHmac, randomBytes } from 'node:crypto';
import type { Api } from '@bandeja/client';
import { type Call, command } from '../command.ts';
import { eventTypesOption, followingClient, latestEventId } from '../event-feed.ts';
import { wrongUse } from '../exit.ts';
import { untilInterrupted } from '../interruption.ts';
import { option } from '../options.ts';
import { printable } from '../terminal.ts';

interface ListenOptions {
  readonly forwardTo: string;
  readonly secret?: string;
  readonly event?: readonly Api.Event['type'][];
}

const SECRET = /^whsec_([A-Za-z0-9+/]{32,}={0,2})$/;
const TIMEOUT_MS = 15_000;

/**
 * `bandeja webhooks listen`: the service cannot reach a program on a developer's machine. The command reads the events instead, and sends
 * them like a webhook.
 */
export const listenCommand = command<ListenOptions>({
  use: 'listen',
  routes: ['GET /v1/events'],
  description:
    'Forward new events to a program on this machine. They are signed like webhooks. Stops at Ctrl-C. Use it for ' +
    'development: it needs no endpoint, and does not retry failed deliveries.',
  options: [
    option('--forward-to <url>', 'The address of the program').makeOptionMandatory(),
    option('--secret <secret>', 'The signing secret (default: a new one, which is printed)'),
    eventTypesOption('--event', 'Only events of this type'),
  ],
  examples: ['webhooks listen --forward-to http://localhost:9090/webhooks'],
  exitCodes: '130: stopped with Ctrl-C; 2: wrong usage; 3: the service does not allow it',
  json: null,
  run: async (call) => {
    const { forwardTo, event: types, secret = `whsec_${randomBytes(24).toString('base64')}` } = call.options;
    const [, key] = SECRET.exec(secret) ?? [];
    if (key === undefined) throw wrongUse('--secret: must look like whsec_….');
    if (!/^https?:\/\/./.test(forwardTo) || !URL.canParse(forwardTo)) {
      throw wrongUse(`--forward-to: “${forwardTo}” must begin with http:// or https://.`);
    }
    const after = await latestEventId(call.partner);
    call.note(`Forwarding events to ${forwardTo}. The signing secret is ${secret}`);
    const follow = async (signal: AbortSignal): Promise<void> => {
      for await (const event of followingClient(call).events.follow({ after, pauseMs: 500, signal })) {
        if (types === undefined || types.includes(event.type)) await forward(call, event, Buffer.from(key, 'base64'));
      }
    };
    await untilInterrupted(follow, () => 'Stopped.');
  },
});

/** The words of a webhook's deliveries. */
const ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  UND_ERR_SOCKET: 'reset',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
};

function errorOf({ name, message, cause }: Error): string {
  if (name === 'TimeoutError') return 'timeout';
  if (!(cause instanceof Error)) return message;
  return ('code' in cause && ERRORS[String(cause.code)]) || cause.message;
}

/** Sends an event as a Standard Webhooks message, and prints the result. */
async function forward({ context, options }: Call<ListenOptions>, event: Api.Event, key: Buffer): Promise<void> {
  const body = JSON.stringify(event);
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', key).update(`${event.id}.${timestamp}.${body}`).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'webhook-id': event.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
  const startedAt = performance.now();
  const request = {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'manual',
  } as const;
  const result = await fetch(options.forwardTo, request).then(async (response) => {
    await response.body?.cancel();
    return String(response.status);
  }, errorOf);
  const ms = Math.round(performance.now() - startedAt);
  context.terminal.out(`${event.type}  ${event.id}  ${printable(result)}  ${ms} ms\n`);
}

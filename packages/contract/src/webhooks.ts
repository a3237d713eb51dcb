import { type Static, Type } from 'typebox';
import type { Fault } from './errors/problem.ts';
import { eventTypes } from './events.ts';
import { Fields, InstantText, Maybe, Nullable, named, OneOf, Text, Uuid } from './shapes.ts';

export const URL_LENGTH_MAX = 2_000;

/** The values that `webhook_endpoints_disabled_reason_known` allows. */
export const disabledReasons = ['requested', 'gone', 'failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** The values that `webhook_deliveries_error_known` allows: why an event was not delivered. */
export const deliveryErrors = [
  'timeout',
  'refused',
  'reset',
  'unreachable',
  'dns',
  'private_address',
  'tls',
  'protocol',
  'redirect',
  'gone',
  'status',
  'failed',
] as const;
export type DeliveryError = (typeof deliveryErrors)[number];

/** So many events can be named for one replay. */
const REPLAY_EVENTS_MAX = 100;
/** A day, as for keys: enough to change the secret with the next deployment. */
export const OVERLAP_SECONDS_DEFAULT = 86_400;
/** Thirty days. */
const OVERLAP_SECONDS_MAX = 2_592_000;

const id = Uuid({ description: 'The endpoint’s id.', examples: ['3f0c6c52-8f0e-4a55-9d38-2b6f0f4f9a11'] });
export const EndpointPath = Fields({ id });

const urlNotes = {
  description:
    'Where events are sent: https, to a receiver on the internet. Addresses of private networks are refused, here if they ' +
    'stand in the URL, else when a delivery connects.',
  examples: ['https://club.example/bandeja-events'],
};
const typesNotes = {
  description: 'The types of events that are sent; null: all of them, also those that are added later.',
  examples: [['match.completed', 'match.voided']],
};
const at = (description: string) => Nullable(InstantText({ description, examples: ['2026-05-01T19:12:00.000Z'] }));

const endpointFields = {
  id,
  url: Type.String(urlNotes),
  event_types: Nullable(Type.Array(OneOf(eventTypes), typesNotes)),
  enabled: Type.Boolean({ description: 'Whether events are sent.', examples: [true] }),
  disabled_reason: Nullable(
    OneOf(disabledReasons, {
      description:
        'Why nothing is sent: `requested` by you; `gone`: the receiver answered 410; `failing`: every try of three days has failed. ' +
        'Null while the endpoint is enabled.',
      examples: ['failing'],
    }),
  ),
  disabled_at: at('Since when nothing is sent; null while the endpoint is enabled.'),
  failing_since: at('Since when every try has failed; null if the last one was answered with 2xx, or there was none.'),
  last_delivered_at: at('When an event was last delivered; null before the first.'),
  previous_secret_expires_at: at('Until when the secret before the last rotation signs, too; null if there is none.'),
  created_at: InstantText({ description: 'When it was created.', examples: ['2026-05-01T08:00:00.000Z'] }),
};

export const WebhookEndpoint = named(
  'WebhookEndpoint',
  Fields(endpointFields, { description: 'A receiver of the partner’s events, without its secret.' }),
);
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;

const secret = Type.String({
  description:
    'What the deliveries are signed with, as the libraries of Standard Webhooks take it. It is shown only here and after a rotation.',
  examples: ['whsec_TXktc2VjcmV0LW9mLTMyLWJ5dGVzLWZvci1leGFtcGxl'],
});

export const WebhookEndpointWithSecret = named(
  'WebhookEndpointWithSecret',
  Fields({ ...endpointFields, secret }, { description: 'A receiver of the partner’s events, with its new secret.' }),
);
export type WebhookEndpointWithSecret = Static<typeof WebhookEndpointWithSecret>;

const url = Text(1, URL_LENGTH_MAX, urlNotes);
const types = Maybe(Type.Array(OneOf(eventTypes), { minItems: 1, maxItems: eventTypes.length, ...typesNotes }));

export const NewWebhookEndpoint = named(
  'NewWebhookEndpoint',
  Fields(
    { url, event_types: types },
    {
      description: 'A receiver to send events to. It gets those that happen from now on.',
      examples: [{ url: 'https://club.example/bandeja-events', event_types: ['match.completed', 'match.voided'] }],
    },
  ),
);
export type NewWebhookEndpoint = Static<typeof NewWebhookEndpoint>;

export const WebhookEndpointPatch = named(
  'WebhookEndpointPatch',
  Fields(
    {
      url: Type.Optional(url),
      event_types: types,
      enabled: Type.Optional(
        Type.Boolean({
          description:
            'False sends nothing more. True goes on with the first event that was not delivered, as far as events are kept; of an ' +
            'endpoint that is enabled, it tries at once what waits for its next try.',
          examples: [true],
        }),
      ),
    },
    {
      description: 'The changes. A field that is left out stays as it is; `event_types` null stands for all types.',
      examples: [{ enabled: true }],
    },
  ),
);
export type WebhookEndpointPatch = Static<typeof WebhookEndpointPatch>;

/** What the shape of a body cannot say: each type is listed once. */
export function eventTypeFaults(body: unknown): Fault[] {
  const { event_types: sent } = (body ?? {}) as { event_types?: unknown };
  const list: readonly unknown[] = Array.isArray(sent) && sent.length <= eventTypes.length ? sent : [];
  return list.flatMap((type, index): Fault[] =>
    typeof type === 'string' && list.indexOf(type) < index
      ? [{ pointer: `/event_types/${index}`, code: 'not_one_of', detail: 'This type is in the list already.' }]
      : [],
  );
}

export const SecretRotation = named(
  'SecretRotation',
  Fields(
    {
      overlap_seconds: Maybe(
        Type.Integer({
          minimum: 0,
          maximum: OVERLAP_SECONDS_MAX,
          default: OVERLAP_SECONDS_DEFAULT,
          description: 'How long the old secret signs, too; 0 ends it now. A day if left out.',
          examples: [OVERLAP_SECONDS_DEFAULT],
        }),
      ),
    },
    { description: 'How to rotate a secret.', examples: [{ overlap_seconds: OVERLAP_SECONDS_DEFAULT }] },
  ),
);
export type SecretRotation = Static<typeof SecretRotation>;

export const WebhookReplay = named(
  'WebhookReplay',
  Fields(
    {
      since: Maybe(
        InstantText({
          description: 'Events that happened at or after this are sent again, in order, and then the ones after them.',
          examples: ['2026-05-01T18:00:00Z'],
        }),
      ),
      event_ids: Maybe(
        Type.Array(Text(1, 64, { examples: ['evt_2s-0-5d41402a'] }), {
          minItems: 1,
          maxItems: REPLAY_EVENTS_MAX,
          description: 'Ids of events that are sent again, without others.',
          examples: [['evt_2s-0-5d41402a']],
        }),
      ),
    },
    {
      description: 'What to send again: exactly one of the two.',
      examples: [{ since: '2026-05-01T18:00:00Z' }],
    },
  ),
);
export type WebhookReplay = Static<typeof WebhookReplay>;

/** What the shape of a replay cannot say: exactly one of its fields is there, and each id once. */
export function replayFaults(body: unknown): Fault[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const { since = null, event_ids: ids = null } = body as Readonly<Record<string, unknown>>;
  if (since === null && ids === null) {
    return [{ pointer: '/since', code: 'required', detail: 'Give `since` or `event_ids`.' }];
  }
  if (since !== null && ids !== null) {
    return [{ pointer: '/event_ids', code: 'conflicting', detail: 'Give `since` or `event_ids`, not both.' }];
  }
  const list: readonly unknown[] = Array.isArray(ids) && ids.length <= REPLAY_EVENTS_MAX ? ids : [];
  return list.flatMap((one, index): Fault[] =>
    typeof one === 'string' && list.indexOf(one) < index
      ? [{ pointer: `/event_ids/${index}`, code: 'not_one_of', detail: 'This id is in the list already.' }]
      : [],
  );
}

export const WebhookReplayAccepted = named(
  'WebhookReplayAccepted',
  Fields(
    {
      events: Nullable(
        Type.Integer({
          description:
            'How many of the events named are sent again; the others are not kept any longer. Null with `since`.',
          examples: [1],
        }),
      ),
    },
    { description: 'The replay has begun. Deliveries carry the ids that the events had before.' },
  ),
);

const triedFields = {
  duration_ms: Type.Integer({ description: 'How long it took, ms.', examples: [84] }),
  status_code: Nullable(
    Type.Integer({
      description: 'The status that the receiver answered with; null if there was no answer.',
      examples: [200],
    }),
  ),
  error: Nullable(
    OneOf(deliveryErrors, {
      description:
        'Null: delivered. Else `timeout` (no connection in 5 s, or no status in 15 s), `refused`, `reset`, `unreachable`, `dns`, ' +
        '`private_address` (the name leads into a private network), `tls`, `protocol` (no HTTP), `redirect` (3xx: they are not ' +
        'followed), `gone` (410), `status` (any other), `failed`.',
      examples: ['timeout'],
    }),
  ),
  delivered: Type.Boolean({ description: 'Whether the receiver answered with 2xx.', examples: [true] }),
};

export const WebhookDelivery = named(
  'WebhookDelivery',
  Fields(
    {
      id: Uuid({ description: 'The delivery’s id.', examples: ['019e1f2a-8f0e-7a55-9d38-2b6f0f4f9a11'] }),
      event_id: Type.String({ description: 'The id of the event.', examples: ['evt_2s-0-5d41402a'] }),
      event_type: OneOf(eventTypes, { description: 'The type of the event.', examples: ['match.completed'] }),
      attempt: Type.Integer({ description: 'Which try of the event it was, from 1.', examples: [1] }),
      at: InstantText({ description: 'When it was begun.', examples: ['2026-05-01T19:12:00.000Z'] }),
      ...triedFields,
    },
    { description: 'A try to deliver an event. Neither the event nor the receiver’s answer is kept with it.' },
  ),
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const WebhookTest = named(
  'WebhookTest',
  Fields(
    {
      event_id: Type.String({ description: 'The `webhook-id` of the message.', examples: ['test_0Kq81LmW5uPr'] }),
      ...triedFields,
    },
    { description: 'What came of a test message. It is in no list.' },
  ),
);
export type WebhookTest = Static<typeof WebhookTest>;

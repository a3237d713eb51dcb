import { type Static, Type } from 'typebox';
import type { Fault } from './errors/problem.ts';
import { eventTypes } from './event-types.ts';
import { Fields, InstantText, Maybe, Nullable, named, OneOf, Text, Uuid } from './shapes.ts';

export const URL_LENGTH_MAX = 2_000;

/** The values of the constraint `webhook_endpoints_disabled_reason_known`. */
export const disabledReasons = ['requested', 'gone', 'failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** Why an event was not delivered: the values of the constraint `webhook_deliveries_error_known`. */
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

/** Maximum number of event ids in one replay. */
const REPLAY_EVENTS_MAX = 100;
/** A day, as for keys: enough time to deploy the new secret. */
export const OVERLAP_SECONDS_DEFAULT = 86_400;
/** Thirty days. */
const OVERLAP_SECONDS_MAX = 2_592_000;

const id = Uuid({ description: 'The endpoint’s id.', examples: ['3f0c6c52-8f0e-4a55-9d38-2b6f0f4f9a11'] });
export const EndpointPath = Fields({ id });

const urlNotes = {
  description:
    'The https URL of a receiver on the internet. Addresses of private networks are rejected: here if the URL contains one, ' +
    'else when a delivery connects.',
  examples: ['https://club.example/bandeja-events'],
};
const typesNotes = {
  description: 'The types of events to send. Null: all types, including types that are added later.',
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
        'Why nothing is sent. `requested`: you disabled it. `gone`: the receiver replied 410. `failing`: every attempt failed ' +
        'for three days. Null if the endpoint is enabled.',
      examples: ['failing'],
    }),
  ),
  disabled_at: at('When the endpoint was disabled; null if it is enabled.'),
  failing_since: at('Since when every attempt has failed; null if the last one succeeded (2xx), or there was none.'),
  last_delivered_at: at('When an event was last delivered; null before the first.'),
  previous_secret_expires_at: at(
    'Until when deliveries are also signed with the previous secret; null if there is none.',
  ),
  created_at: InstantText({ description: 'When it was created.', examples: ['2026-05-01T08:00:00.000Z'] }),
};

export const WebhookEndpoint = named(
  'WebhookEndpoint',
  Fields(endpointFields, { description: 'A receiver of the partner’s events, without its secret.' }),
);
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;

const secret = Type.String({
  description:
    'The secret that signs the deliveries, in the format of the Standard Webhooks libraries. It is shown only here and after a rotation.',
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
      description: 'A receiver of events. It gets events that happen from now on.',
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
            'False stops the deliveries. True resumes with the first undelivered event that is still stored. If the endpoint is ' +
            'already enabled, true retries waiting events at once.',
          examples: [true],
        }),
      ),
    },
    {
      description: 'The changes. Omitted fields are not changed. If `event_types` is null, all types are sent.',
      examples: [{ enabled: true }],
    },
  ),
);
export type WebhookEndpointPatch = Static<typeof WebhookEndpointPatch>;

/** Checks the rule that the schema cannot express: each type is listed once. */
export function eventTypeFaults(body: unknown): Fault[] {
  const { event_types: sent } = (body ?? {}) as { event_types?: unknown };
  const list: readonly unknown[] = Array.isArray(sent) && sent.length <= eventTypes.length ? sent : [];
  return list.flatMap((type, index): Fault[] =>
    typeof type === 'string' && list.indexOf(type) < index
      ? [{ pointer: `/event_types/${index}`, code: 'not_one_of', detail: 'This type is already in the list.' }]
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
          description: 'How long deliveries are also signed with the old secret; 0 ends that now. Default: a day.',
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
          description: 'All events from this time on are sent again, in order.',
          examples: ['2026-05-01T18:00:00Z'],
        }),
      ),
      event_ids: Maybe(
        Type.Array(Text(1, 64, { examples: ['evt_2s-0-5d41402a'] }), {
          minItems: 1,
          maxItems: REPLAY_EVENTS_MAX,
          description: 'The ids of the events to send again. No others are sent.',
          examples: [['evt_2s-0-5d41402a']],
        }),
      ),
    },
    {
      description: 'The events to send again. Send exactly one of the two fields.',
      examples: [{ since: '2026-05-01T18:00:00Z' }],
    },
  ),
);
export type WebhookReplay = Static<typeof WebhookReplay>;

/** Checks the rules that the schema cannot express: exactly one field is sent, and each id is listed once. */
export function replayFaults(body: unknown): Fault[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const { since = null, event_ids: ids = null } = body as Readonly<Record<string, unknown>>;
  if (since === null && ids === null) {
    return [{ pointer: '/since', code: 'required', detail: 'Send `since` or `event_ids`.' }];
  }
  if (since !== null && ids !== null) {
    return [{ pointer: '/event_ids', code: 'conflicting', detail: 'Send `since` or `event_ids`, not both.' }];
  }
  const list: readonly unknown[] = Array.isArray(ids) && ids.length <= REPLAY_EVENTS_MAX ? ids : [];
  return list.flatMap((one, index): Fault[] =>
    typeof one === 'string' && list.indexOf(one) < index
      ? [{ pointer: `/event_ids/${index}`, code: 'not_one_of', detail: 'This id is already in the list.' }]
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
            'The number of named events that are sent again; the others are no longer stored. Null with `since`.',
          examples: [1],
        }),
      ),
    },
    { description: 'The replay has begun. Events keep their ids.' },
  ),
);

const triedFields = {
  duration_ms: Type.Integer({ description: 'How long it took, in ms.', examples: [84] }),
  status_code: Nullable(
    Type.Integer({
      description: 'The receiver’s status code; null without a response.',
      examples: [200],
    }),
  ),
  error: Nullable(
    OneOf(deliveryErrors, {
      description:
        'Null: delivered. Else `timeout` (no connection in 5 s, or no status in 15 s), `refused`, `reset`, `unreachable`, `dns`, ' +
        '`private_address` (the name resolves to a private network), `tls`, `protocol` (not HTTP), `redirect` (3xx; not ' +
        'followed), `gone` (410), `status` (any other), `failed`.',
      examples: ['timeout'],
    }),
  ),
  delivered: Type.Boolean({ description: 'Whether the receiver replied with 2xx.', examples: [true] }),
};

export const WebhookDelivery = named(
  'WebhookDelivery',
  Fields(
    {
      id: Uuid({ description: 'The delivery’s id.', examples: ['019e1f2a-8f0e-7a55-9d38-2b6f0f4f9a11'] }),
      event_id: Type.String({ description: 'The id of the event.', examples: ['evt_2s-0-5d41402a'] }),
      event_type: OneOf(eventTypes, { description: 'The type of the event.', examples: ['match.completed'] }),
      attempt: Type.Integer({ description: 'The number of the attempt, from 1.', examples: [1] }),
      at: InstantText({ description: 'When the attempt began.', examples: ['2026-05-01T19:12:00.000Z'] }),
      ...triedFields,
    },
    { description: 'An attempt to deliver an event. It stores neither the event nor the receiver’s response.' },
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
    { description: 'The result of a test message. No list contains it.' },
  ),
);
export type WebhookTest = Static<typeof WebhookTest>;

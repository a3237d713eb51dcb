import { EndpointEvent, MatchEvent, PlayerEvent, RatingEvent } from '@bandeja/contract/events';
import type { TObject, TSchema } from 'typebox';
import type { Components, Json } from './components.ts';

const headers: Readonly<Record<string, string>> = {
  'webhook-id': 'The id of the event. It is the same in each attempt: store it, and ignore what you have handled.',
  'webhook-timestamp': 'When the message was signed, in seconds since 1970. Refuse old ones.',
  'webhook-signature':
    'Signatures of id, timestamp and body, one for each valid secret, separated by spaces ([Standard Webhooks](https://www.standardwebhooks.com)).',
};

const parameterName = (header: string): string => `Sent-${header}`;

/** The headers of each delivery, as parameters of the receiver. */
export const webhookParameters: Json = Object.fromEntries(
  Object.entries(headers).map(([name, description]) => [
    parameterName(name),
    { name, in: 'header', required: true, description, schema: { type: 'string' } },
  ]),
);

/** What a receiver gets, by the type of the event. Generators make the receivers’ types from it. */
export function webhooksOf(components: Components): Json {
  const byType = [MatchEvent, RatingEvent, PlayerEvent, EndpointEvent].flatMap((event) =>
    typesOf(event).map((type) => [type, { post: receiverOf(type, event, components) }]),
  );
  return Object.fromEntries(byType);
}

const typesOf = (event: TObject): readonly string[] =>
  (event.properties['type'] as TSchema & { readonly enum: readonly string[] }).enum;

function receiverOf(type: string, event: TObject, components: Components): Json {
  const words = type.split(/[._]/).map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
  return {
    operationId: `on${words.join('')}`,
    tags: ['Webhooks'],
    summary: `Receive ${type}`,
    description:
      'Sent to your endpoints that take this type, signed as [Standard Webhooks](https://www.standardwebhooks.com) describes. ' +
      'Guide: [Webhooks](/docs/webhooks).',
    security: [],
    parameters: Object.keys(headers).map((name) => ({ $ref: `#/components/parameters/${parameterName(name)}` })),
    requestBody: {
      required: true,
      description: 'The event, as the list of events returns it.',
      content: { 'application/json': { schema: components.schemaOf(event) } },
    },
    responses: {
      '2XX': { description: 'Delivered. The body of your response is not read.' },
      '410': { description: 'You want no more events: the endpoint is disabled.' },
      default: { description: 'Not delivered: the event is sent again later.' },
    },
  };
}

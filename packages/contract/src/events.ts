import { type TSchema, type TUnsafe, Type } from 'typebox';
import { matchEventTypes, playerEventTypes } from './event-types.ts';
import { Match } from './matches.ts';
import { type Answer, Fields, InstantText, Nullable, named, OneOf, Uuid } from './shapes.ts';

/** Events are kept for at least this number of days. */
export const EVENTS_DAYS_MIN = 30;

/** Why the service disables an endpoint. `gone`: the receiver replied 410. `failing`: every attempt failed for three days. */
export const disabledByService = ['gone', 'failing'] as const;
export type DisabledByService = (typeof disabledByService)[number];

/** The schema of an event with one of these types. */
const eventOf = <const T extends readonly string[], D extends TSchema>(
  name: string,
  types: T,
  data: D,
  description: string,
) =>
  named(
    name,
    Fields(
      {
        id: Type.String({
          description:
            'The event’s id. It is the same whenever the event is read or sent. To continue, send the last id as `after`.',
          examples: ['evt_1a-0-3f9c2e07'],
        }),
        type: OneOf(types, { description: 'What happened.', examples: [types[0] ?? ''] }),
        created_at: InstantText({ description: 'When it happened.', examples: ['2026-05-01T20:06:12.345Z'] }),
        data,
      },
      { description },
    ),
  );

export const MatchEvent = eventOf(
  'MatchEvent',
  matchEventTypes,
  Fields({ match: Match }, { description: 'The match at the time of the event, but with current names and ratings.' }),
  'A match of the partner was submitted or changed.',
);
export type MatchEvent = Answer<typeof MatchEvent>;

const username = Nullable(
  Type.String({
    description: 'The username; null if the player is erased or hidden from the partner.',
    examples: ['ana'],
  }),
);
const profileId = Nullable(
  Uuid({
    description:
      'The player’s id; null if the player is erased. Only `player.erased` still contains it, so that you can delete the player.',
    examples: ['019de4f2-a340-7f34-a99b-71224f08972d'],
  }),
);
const score = (when: string) =>
  Nullable(
    Type.Integer({
      description: `The shown score ${when} the change, 0 to 3000; null if the player is erased.`,
      examples: [1512],
    }),
  );

export const RatingEvent = eventOf(
  'RatingEvent',
  ['rating.updated'],
  Fields(
    {
      profile_id: profileId,
      username,
      sequence: Type.Integer({
        description: 'Increases with each change of the player’s rating, with gaps. The highest is the latest.',
        examples: [8],
      }),
      match_id: Nullable(
        Uuid({
          description:
            'The match that changed the rating, if you submitted it and the player took part. Null for other partners’ matches, and if a settlement or matches of other players changed the rating.',
          examples: ['019de4f2-a340-8f34-a99b-71224f08972d'],
        }),
      ),
      service_score_before: score('before'),
      service_score_after: score('after'),
    },
    { description: 'The change.' },
  ),
  'The rating of a player that the partner created or has on a roster has changed.',
);
export type RatingEvent = Answer<typeof RatingEvent>;

export const PlayerEvent = eventOf(
  'PlayerEvent',
  playerEventTypes,
  Fields(
    {
      profile_id: profileId,
      username,
      display_name: Nullable(
        Type.String({
          description: 'The name to show; null if the player is erased.',
          examples: ['Ana García'],
        }),
      ),
    },
    { description: 'The player, with the current names.' },
  ),
  'The partner registered a player, or a player that the partner created or had on a roster was erased.',
);
export type PlayerEvent = Answer<typeof PlayerEvent>;

export const EndpointEvent = eventOf(
  'EndpointEvent',
  ['webhook_endpoint.disabled'],
  Fields(
    {
      webhook_endpoint_id: Uuid({
        description: 'The endpoint’s id.',
        examples: ['3f0c6c52-8f0e-4a55-9d38-2b6f0f4f9a11'],
      }),
      reason: OneOf(disabledByService, {
        description: '`gone`: the receiver replied 410. `failing`: every attempt failed for three days.',
        examples: ['failing'],
      }),
    },
    { description: 'The endpoint, and why it was disabled.' },
  ),
  'The service has disabled a webhook endpoint of the partner.',
);
export type EndpointEvent = Answer<typeof EndpointEvent>;

export type Event = MatchEvent | RatingEvent | PlayerEvent | EndpointEvent;

export const Event: TUnsafe<Event> = named(
  'Event',
  Type.Unsafe<Event>({
    anyOf: [MatchEvent, RatingEvent, PlayerEvent, EndpointEvent],
    description: 'An event. `type` determines the content of `data`.',
  }),
);

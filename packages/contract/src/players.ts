// Not the index of the package: it would also load all subdivisions of all countries.
import { iso31661 } from 'iso-3166/1.js';
import { type Static, Type } from 'typebox';
import type { Fault } from './errors/problem.ts';
import { externalIdFaults, externalIds, newExternalIds } from './external-ids.ts';
import { pointerTo } from './pointer.ts';
import {
  type Answer,
  Fields,
  InstantText,
  Localized,
  Maybe,
  Nullable,
  named,
  OneOf,
  ShownText,
  SlugText,
  Text,
  Uuid,
} from './shapes.ts';
import { NewStartingLevel, StartingLevel, startingLevelFaults } from './starting-level.ts';

/** The levels of the rating model, from the least to the most certain. */
export const confidenceLevels = ['provisional', 'low', 'medium', 'high', 'very_high'] as const;

import { isReservedUsername, USERNAME_LENGTH_MAX, USERNAME_LENGTH_MIN, usernamePattern } from './username.ts';

/** Three days: enough time to reach a person at the other club. */
export const SHARE_HOURS_DEFAULT = 72;
/** Thirty days. */
const SHARE_HOURS_MAX = 720;

/** The ISO 3166-1 alpha-2 codes, in upper case, sorted. */
const countryCodes: readonly string[] = iso31661.map((country) => country.alpha2).sort();

const usernameForm = 'letters a–z, digits, “.”, “_” and “-”, with a letter or digit at both ends';

const UsernameText = (description: string) =>
  Text(USERNAME_LENGTH_MIN, USERNAME_LENGTH_MAX, {
    pattern: usernamePattern,
    'x-form': usernameForm,
    description,
    examples: ['ines.carvalho'],
  });

const CountryCode = OneOf(countryCodes, {
  'x-form': 'an ISO 3166-1 alpha-2 code in upper case, such as PT',
  description: 'The country: an ISO 3166-1 alpha-2 code in upper case.',
  examples: ['ES'],
});

export const Rating = named(
  'Rating',
  Fields(
    {
      service_score: Type.Integer({
        description: 'The score, 0 to 3000; a new player has 1500, or 1385 to 1615 with a starting level.',
        examples: [1533],
      }),
      level: Type.Number({
        description:
          'The score on the scale of `GET /v1/scale`, from 0 to 7 with two decimals. Order and differences are in points.',
        examples: [3.17],
      }),
      confidence_level: OneOf(confidenceLevels, {
        description: 'How reliable the score is at the time of the request.',
        examples: ['medium'],
      }),
      confidence_label: Localized({ description: 'The level in words.', examples: ['Taking shape'] }),
      matches_played: Type.Integer({ description: 'Rated matches so far.', examples: [7] }),
      uncertainty: Type.Integer({
        description:
          'One standard deviation of the score, in points, at the time of the request. It grows with inactivity.',
        examples: [112],
      }),
      percentile: Nullable(
        Type.Integer({
          minimum: 0,
          maximum: 100,
          description:
            'The share of all non-provisional players of the service with a lower score, in percent, rounded down. At most an ' +
            'hour old. Null for a player who is provisional or inactive.',
          examples: [73],
        }),
      ),
      last_played_at: Nullable(
        InstantText({
          description: 'When the last rated match was played; null before the first.',
          examples: ['2026-05-01T19:10:00.000Z'],
        }),
      ),
      rating_status: OneOf(['settled', 'settling'], {
        description:
          '`settled`: final for the current history. `settling`: an unsettled change of past matches reaches a match of the player.',
        examples: ['settled'],
      }),
    },
    { description: 'A player’s computed rating.' },
  ),
);
export type Rating = Answer<typeof Rating>;

/** A player without a match for more days than this is inactive: in no ranking, and without a percentile. */
export const INACTIVE_DAYS = 365;

export const playerFields = {
  id: Uuid({ description: 'The player’s id.', examples: ['019b76da-a800-7b7e-9d57-0f5d1a2b3c4d'] }),
  username: Type.String({ description: 'The player’s name in paths, in lower case.', examples: ['ines.carvalho'] }),
  display_name: Type.String({ description: 'The name to show.', examples: ['Ana García'] }),
  country_code: Nullable(CountryCode),
  profile_is_public: Type.Boolean({
    description: 'Whether every partner may see the player.',
    examples: [false],
  }),
  external_ids: externalIds,
  starting_level: Nullable(StartingLevel),
  rating: Rating,
};

export const Player = named('Player', Fields(playerFields, { description: 'A player with the computed rating.' }));

/** The player that a report is about. */
export const NamedPlayer = named(
  'NamedPlayer',
  Fields(
    {
      id: Uuid({ description: 'The player’s id.', examples: ['019b76da-a800-7b7e-9d57-0f5d1a2b3c4d'] }),
      username: Type.String({ description: 'The player’s name in paths.', examples: ['ines.carvalho'] }),
      display_name: Type.String({ description: 'The name to show.', examples: ['Ana García'] }),
    },
    { description: 'The player that the report is about.' },
  ),
);

export const RegisteredByYou = Type.Boolean({
  description:
    'False for a public player that another partner registered: another person may have this name. Ask before you attach results to ' +
    'such a player.',
  examples: [true],
});

export const RegisteredPlayer = named(
  'RegisteredPlayer',
  Fields(
    {
      ...playerFields,
      rosters: Type.Array(Type.String(), {
        description: 'The slugs of your rosters with the player; the first 100.',
        examples: [['club-night']],
      }),
      registered_by_you: RegisteredByYou,
    },
    { description: 'A player as registered.' },
  ),
);
export type RegisteredPlayer = Answer<typeof RegisteredPlayer>;
export type Player = Answer<typeof Player>;

const displayNameNotes = { description: 'The name to show. Default: the username.', examples: ['Ana García'] };

export const Registration = named(
  'Registration',
  Fields(
    {
      username: UsernameText('The unique name: 2–40 characters, compared without case and returned in lower case.'),
      display_name: Maybe(ShownText(1, 80, displayNameNotes)),
      country_code: Maybe(CountryCode),
      profile_is_public: Maybe(
        Type.Boolean({
          description: 'Clubs should send false for amateurs. Default: true without a roster, false with one.',
          examples: [false],
        }),
      ),
      roster_slug: Maybe(SlugText('Your roster to add the player to. It is created if it does not exist.')),
      external_ids: Maybe(newExternalIds),
      starting_level: Maybe(NewStartingLevel),
    },
    {
      description: 'A player to register.',
      examples: [
        {
          username: 'ana',
          display_name: 'Ana García',
          country_code: 'ES',
          profile_is_public: false,
          roster_slug: 'monday-ladder',
        },
      ],
    },
  ),
);
export type Registration = Static<typeof Registration>;

/** Checks the rules that the schema cannot express: some usernames are reserved for routes, and ids have different kinds. */
export function registrationFaults(body: unknown): Fault[] {
  const { username, external_ids } = (body ?? {}) as { readonly username?: unknown; readonly external_ids?: unknown };
  const faults = [...externalIdFaults(external_ids), ...startingLevelFaults(body)];
  if (typeof username !== 'string' || !isReservedUsername(username)) return faults;
  return [{ pointer: pointerTo('username'), code: 'bad_format', detail: 'This word is reserved.' }, ...faults];
}

export const PlayerPatch = named(
  'PlayerPatch',
  Fields(
    {
      display_name: Maybe(
        ShownText(1, 80, { description: 'The name to show; null does not change it.', examples: ['Ana G.'] }),
      ),
      country_code: Maybe(CountryCode),
      profile_is_public: Maybe(
        Type.Boolean({
          description:
            'Null does not change it. False removes the player from the rosters of other partners that have not redeemed a share.',
          examples: [false],
        }),
      ),
      starting_level: Maybe(NewStartingLevel),
    },
    {
      description: 'The changes. Omitted fields are not changed. A null `country_code` or `starting_level` removes it.',
      examples: [{ display_name: 'Ana G.', country_code: 'PT', profile_is_public: true }],
    },
  ),
);
export type PlayerPatch = Static<typeof PlayerPatch>;

export const ShareRequest = named(
  'ShareRequest',
  Fields(
    {
      expires_in_hours: Maybe(
        Type.Integer({
          minimum: 1,
          maximum: SHARE_HOURS_MAX,
          default: SHARE_HOURS_DEFAULT,
          description: 'How long the code can be redeemed, in hours.',
          examples: [SHARE_HOURS_DEFAULT],
        }),
      ),
    },
    {
      description: 'How long a share lasts.',
      examples: [{ expires_in_hours: SHARE_HOURS_DEFAULT }],
    },
  ),
);
export type ShareRequest = Static<typeof ShareRequest>;

export const Share = named(
  'Share',
  Fields(
    {
      share_code: Type.String({
        description: 'Lets one other partner add the player to a roster, once. It is shown only once.',
        examples: ['bdj_share_Zk3v0TqYx81LmW5uPr7Ab2Cd9Ef4Gh6J'],
      }),
      expires_at: InstantText({ description: 'When the code expires.', examples: ['2026-05-04T19:10:00.000Z'] }),
    },
    { description: 'A permission for one other partner.' },
  ),
);
export type Share = Answer<typeof Share>;

/** The path of a player. A malformed username gives the same response as an unknown one. */
/** The `username` of a path with other parameters. */
export const PathUsername = UsernameText('The player’s username, compared without case, or its `profile_id`.');
export const PlayerPath = Fields({ username: PathUsername });

/** Links to a match: addresses at which its players confirm it without a key. */
import { type Static, Type } from 'typebox';
import { expiresAt, linkDates, linkId, privateNotes } from './links.ts';
import { namingFields, PARTICIPANTS } from './match-bodies.ts';
import { teams } from './match-enums.ts';
import { privatePlayers } from './plan-enums.ts';
import { type Answer, Fields, Maybe, Nullable, named, OneOf, Uuid } from './shapes.ts';

export const MATCH_LINK_HOURS_DEFAULT = 168;
/** 30 days. */
const MATCH_LINK_HOURS_MAX = 720;

const about = {
  id: linkId,
  profile_id: Uuid({ description: 'The player that answers with the link.' }),
  team: Nullable(
    OneOf(teams, { description: 'The player’s team; null if the player is no longer in the match.', examples: ['B'] }),
  ),
  counts: Type.Boolean({
    description: 'Whether the player’s `right` counts: false for the pair that reported the result.',
    examples: [true],
  }),
};
const dates = {
  expires_at: expiresAt,
  private_players: OneOf(privatePlayers, privateNotes),
  ...linkDates,
};

export const MatchLink = named(
  'MatchLink',
  Fields({ ...about, ...dates }, { description: 'A link of one player to a match, without its token.' }),
);
export type MatchLink = Answer<typeof MatchLink>;

const IssuedMatchLink = named(
  'IssuedMatchLink',
  Fields(
    {
      ...about,
      token: Type.String({
        description: 'The token. It is shown only once: the service stores only its SHA-256.',
        examples: ['bdc_live_4fTz0QmX81Lr_Hk3v0TqYx81LmW5uPr7Ab2Cd9Ef4Gh6JwXyZ0123AbC'],
      }),
      url: Type.String({
        format: 'uri',
        description:
          'The address to send to this player, at the host of your request. A browser does not send the part after `#`, so it is in no log.',
        examples: ['https://ratings.example.org/c#bdc_live_4fTz0QmX81Lr_Hk3v0TqYx81LmW5uPr7Ab2Cd9Ef4Gh6JwXyZ0123AbC'],
      }),
      ...dates,
    },
    { description: 'A new link, with its token.' },
  ),
);
export type IssuedMatchLink = Answer<typeof IssuedMatchLink>;

export const IssuedMatchLinks = named(
  'IssuedMatchLinks',
  Fields(
    { data: Type.Array(IssuedMatchLink, { description: 'A link for each player, in the order named.' }) },
    { description: 'The new links.' },
  ),
);

const player = named('LinkedPlayer', Fields(namingFields, { description: 'A player of the match.' }));

export const NewMatchLinks = named(
  'MatchLinksSubmission',
  Fields(
    {
      players: Maybe(
        Type.Array(player, {
          minItems: 1,
          maxItems: PARTICIPANTS,
          description: 'The players to make links for. Default: those whose `right` counts.',
        }),
      ),
      expires_in_hours: Maybe(
        Type.Integer({
          minimum: 1,
          maximum: MATCH_LINK_HOURS_MAX,
          default: MATCH_LINK_HOURS_DEFAULT,
          description: `How long the links are valid. Default: ${MATCH_LINK_HOURS_DEFAULT} hours.`,
          examples: [MATCH_LINK_HOURS_DEFAULT],
        }),
      ),
      private_players: Maybe(
        OneOf(privatePlayers, { ...privateNotes, description: `${privateNotes.description} Default: \`first_name\`.` }),
      ),
    },
    { description: 'The links to make.', examples: [{ players: [{ username: 'lucia.v' }], expires_in_hours: 48 }] },
  ),
);
export type NewMatchLinks = Static<typeof NewMatchLinks>;

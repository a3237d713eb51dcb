/** Links to a night: addresses for phones and screens that have no key. */
import { type Static, Type } from 'typebox';
import { PLAN_COURTS_MAX } from './plan-bodies.ts';
import { linkRoles, privatePlayers } from './plan-enums.ts';
import { type Answer, Fields, InstantText, Maybe, Nullable, named, OneOf, ShownText, Uuid } from './shapes.ts';

export const LINK_HOURS_DEFAULT = 12;
/** A week. */
const LINK_HOURS_MAX = 168;
/** Valid links of a night. */
export const LINKS_MAX = 20;

export const linkId = Uuid({ description: 'The link’s id.', examples: ['5b0c6c52-8f0e-4a55-9d38-2b6f0f4f9a11'] });
export const linkRole = OneOf(linkRoles, {
  description: '`view` shows the night. `score` also enters results.',
  examples: ['score'],
});
const courtNotes = {
  description: 'The only court whose results a `score` link enters; null: all courts.',
  examples: [2],
};
export const linkCourt = Nullable(Type.Integer(courtNotes));
export const expiresAt = InstantText({ description: 'When the link ends.', examples: ['2026-05-02T07:10:00.000Z'] });
export const privateNotes = {
  description:
    'How private players are shown: as `Player 7`, by first name, or by display name. Public players are always shown by display name.',
  examples: ['first_name'],
};
const labelNotes = { description: 'Your name for the link.', examples: ['Phone of court 2'] };

export const linkDates = {
  last_used_at: Nullable(
    InstantText({
      description: 'When the link was last used, accurate to a minute; null before the first use.',
      examples: ['2026-05-01T19:10:00.000Z'],
    }),
  ),
  withdrawn_at: Nullable(
    InstantText({ description: 'When you withdrew the link, if you did.', examples: ['2026-05-01T21:10:00.000Z'] }),
  ),
  created_at: InstantText({ description: 'When it was made.', examples: ['2026-05-01T19:10:00.000Z'] }),
};

const linkFields = {
  expires_at: expiresAt,
  private_players: OneOf(privatePlayers, privateNotes),
  label: Nullable(Type.String(labelNotes)),
  ...linkDates,
};

export const NightLink = named(
  'NightLink',
  Fields(
    { id: linkId, role: linkRole, court: linkCourt, ...linkFields },
    { description: 'A link to a night, without its token.' },
  ),
);
export type NightLink = Answer<typeof NightLink>;

const linkToken = Type.String({
  description: 'The token. It is shown only once: the service stores only its SHA-256.',
  examples: ['bdn_live_4fTz0QmX81Lr_Hk3v0TqYx81LmW5uPr7Ab2Cd9Ef4Gh6JwXyZ0123AbC'],
});

const ShortCode = Fields(
  {
    code: Type.String({ description: 'Six characters, without those that look alike.', examples: ['K7Q2MP'] }),
    url: Type.String({
      format: 'uri',
      description: 'The address to type into a television.',
      examples: ['https://ratings.example.org/n/K7Q2MP'],
    }),
    expires_at: InstantText({
      description: 'When the code ends, and not the link.',
      examples: ['2026-05-01T19:25:00.000Z'],
    }),
  },
  { description: 'Null if you did not ask for a short code.' },
);

export const IssuedLink = named(
  'IssuedNightLink',
  Fields(
    {
      id: linkId,
      role: linkRole,
      court: linkCourt,
      token: linkToken,
      url: Type.String({
        format: 'uri',
        description:
          'The address to share, at the host of your request. A browser does not send the part after `#`, so it is in no log.',
        examples: ['https://ratings.example.org/n#bdn_live_4fTz0QmX81Lr_Hk3v0TqYx81LmW5uPr7Ab2Cd9Ef4Gh6JwXyZ0123AbC'],
      }),
      short_code: Nullable(ShortCode),
      ...linkFields,
    },
    { description: 'A new link, with its token.' },
  ),
);
export type IssuedLink = Answer<typeof IssuedLink>;

export const NewLink = named(
  'NightLinkSubmission',
  Fields(
    {
      role: linkRole,
      court: Maybe(Type.Integer({ minimum: 1, maximum: PLAN_COURTS_MAX, ...courtNotes })),
      expires_in_hours: Maybe(
        Type.Integer({
          minimum: 1,
          maximum: LINK_HOURS_MAX,
          default: LINK_HOURS_DEFAULT,
          description: `How long the link is valid. Default: ${LINK_HOURS_DEFAULT} hours.`,
          examples: [LINK_HOURS_DEFAULT],
        }),
      ),
      private_players: Maybe(
        OneOf(privatePlayers, { ...privateNotes, description: `${privateNotes.description} Default: \`first_name\`.` }),
      ),
      label: Maybe(ShownText(1, 80, labelNotes)),
      short_code: Maybe(
        Type.Boolean({
          description: 'With `true`, the answer has a short code too, for 15 minutes. Only for `view` links.',
          examples: [true],
        }),
      ),
    },
    { description: 'A link to make.', examples: [{ role: 'score', expires_in_hours: 4, label: 'Phones' }] },
  ),
);
export type NewLink = Static<typeof NewLink>;

const codeText = { description: 'Six characters, without those that look alike.', examples: ['K7Q2MP'] };

export const ShortCodeSubmission = named(
  'ShortCodeSubmission',
  Fields(
    { code: Type.String({ ...codeText, description: 'The code, in upper or lower case.' }) },
    { description: 'A short code.', examples: [{ code: 'K7Q2MP' }] },
  ),
);

export const ShortCodeAnswer = named(
  'ShortCodeAnswer',
  Fields({ token: linkToken }, { description: 'The link that a short code leads to.' }),
);

export const LinkPath = Fields({ id: linkId });

/** The people of a partner, the invitations that let them in, and the browsers in which they are signed in. */
import { type Static, Type } from 'typebox';
import { personScopes, plans, roles } from './account-enums.ts';
import { Fields, InstantText, Maybe, Nullable, named, OneOf, ShownText, Uuid } from './shapes.ts';

/** People of a partner that are not removed. */
export const PEOPLE_MAX = 200;
/** The valid sign-ins of a person. */
export const SIGN_INS_MAX = 20;
/** Shown instead of the name of an erased person. */
export const ERASED_PERSON = 'Erased person';

const personId = Uuid({ description: 'The person’s id.', examples: ['7c1d2f0a-6b5f-4c1e-8f57-2a4b6c8d0e1f'] });
const signInId = Uuid({ description: 'The sign-in’s id.', examples: ['2e5b9c10-1d2c-4f7a-9b3e-5a6c7d8e9f01'] });
const nameNotes = { description: 'The person’s name.', examples: ['Ana'] };
const deviceNotes = { description: 'The device, as its user or the page calls it.', examples: ['Phone of Ana'] };
const role = OneOf(roles, {
  description:
    'What the person may do. `manager`: everything, also with people and webhooks. `organizer`: matches, nights, players and rosters. `coach`: read, also analyses. `viewer`: read.',
  examples: ['organizer'],
});
const expiresAt = InstantText({ description: 'When it ends.', examples: ['2026-05-04T08:00:00.000Z'] });
const usedAt = (what: string) =>
  InstantText({
    description: `When ${what} was last used, accurate to a minute.`,
    examples: ['2026-05-01T19:10:00.000Z'],
  });

export const SignIn = named(
  'SignIn',
  Fields(
    {
      id: signInId,
      device: Nullable(Type.String(deviceNotes)),
      created_at: InstantText({ description: 'When it began.', examples: ['2026-05-01T08:00:00.000Z'] }),
      last_used_at: usedAt('it'),
      expires_at: InstantText({
        description: 'When it ends: 30 days after its last use, at the latest 365 days after it began.',
        examples: ['2026-05-31T08:00:00.000Z'],
      }),
    },
    { description: 'A browser in which a person is signed in.' },
  ),
);
export type SignIn = Static<typeof SignIn>;

export const Passkey = named(
  'Passkey',
  Fields(
    {
      id: Uuid({ description: 'The passkey’s id.', examples: ['9a7c3b20-4e5d-4b8f-a1c2-6d7e8f901234'] }),
      name: Nullable(Type.String({ description: 'The passkey’s name.', examples: ['Phone of Ana'] })),
      host: Type.String({ description: 'The host name of the page that it works on.', examples: ['padel.club'] }),
      created_at: InstantText({ description: 'When it was made.', examples: ['2026-05-01T08:00:00.000Z'] }),
      last_used_at: Nullable(usedAt('it')),
    },
    { description: 'A passkey of a person.' },
  ),
);
export type Passkey = Static<typeof Passkey>;

const personFields = {
  id: personId,
  display_name: Type.String({ ...nameNotes, description: `The person’s name; “${ERASED_PERSON}” once erased.` }),
  role,
  created_at: InstantText({ description: 'When the person was added.', examples: ['2026-05-01T08:00:00.000Z'] }),
  created_by: Type.String({
    description:
      'Who added the person: `operator:` and the name of an operator, `person:` and the id of a person, or `service`.',
    examples: ['operator:ana'],
  }),
  last_used_at: Nullable(
    InstantText({
      description: 'When the person last used the service, accurate to a minute; null before the first sign-in.',
      examples: ['2026-05-01T19:10:00.000Z'],
    }),
  ),
  removed_at: Nullable(
    InstantText({ description: 'When the person was removed, if so.', examples: ['2026-06-01T08:00:00.000Z'] }),
  ),
};
const access = {
  sign_ins: Type.Array(SignIn, { description: 'The valid sign-ins, newest first.' }),
  passkeys: Type.Array(Passkey, { description: 'The passkeys, newest first.' }),
};

export const Person = named(
  'Person',
  Fields(
    {
      ...personFields,
      invitation: Nullable(
        Fields({ expires_at: expiresAt }, { description: 'The valid invitation, if there is one.' }),
      ),
      ...access,
    },
    { description: 'A person of a partner.' },
  ),
);
export type Person = Static<typeof Person>;

const invitationFields = {
  token: Type.String({
    description: 'The token. It is shown only once: the service stores only its SHA-256.',
    examples: ['bdi_s7Pq4fTz0QmX81LrHk3v0TqYx81LmW5u01kQz0'],
  }),
  url: Type.String({
    format: 'uri',
    description: 'The address to open. A browser does not send the part after `#`, so it is in no log.',
    examples: ['https://padel.club/j#bdi_s7Pq4fTz0QmX81LrHk3v0TqYx81LmW5u01kQz0'],
  }),
  expires_at: expiresAt,
};

export const IssuedInvitation = named(
  'IssuedInvitation',
  Fields(invitationFields, {
    description: 'A new invitation, with its token. It signs the person in once, on one device.',
  }),
);
export type IssuedInvitation = Static<typeof IssuedInvitation>;

export const InvitedPerson = named(
  'InvitedPerson',
  Fields(
    {
      ...personFields,
      invitation: Fields(invitationFields, { description: 'The invitation, with its token.' }),
      ...access,
    },
    { description: 'A new person, with the invitation.' },
  ),
);
export type InvitedPerson = Static<typeof InvitedPerson>;

export const PersonName = named(
  'PersonName',
  Fields(
    { id: personFields.id, display_name: personFields.display_name, removed_at: personFields.removed_at },
    { description: 'The name of the actor `person:<id>`.' },
  ),
);
export type PersonName = Static<typeof PersonName>;

export const NewPerson = named(
  'NewPerson',
  Fields(
    { display_name: ShownText(1, 80, nameNotes), role },
    { description: 'A person to add.', examples: [{ display_name: 'Ana', role: 'organizer' }] },
  ),
);
export type NewPerson = Static<typeof NewPerson>;

export const NewManager = named(
  'NewPersonByOperator',
  Fields(
    {
      display_name: ShownText(1, 80, nameNotes),
      role: Maybe(OneOf(roles, { description: 'Default: `manager`.', examples: ['manager'] })),
    },
    { description: 'A person to add.', examples: [{ display_name: 'Ana' }] },
  ),
);
export type NewManager = Static<typeof NewManager>;

export const PersonPatch = named(
  'PersonPatch',
  Fields(
    {
      display_name: Maybe(ShownText(1, 80, nameNotes)),
      role: Maybe(OneOf(roles, { description: 'The new role.', examples: ['coach'] })),
    },
    { description: 'The changes. Omitted and null fields are not changed.', examples: [{ role: 'coach' }] },
  ),
);
export type PersonPatch = Static<typeof PersonPatch>;

export const Invitation = named(
  'Invitation',
  Fields(
    {
      partner: Fields(
        { name: Type.String({ description: 'The partner’s name.', examples: ['Club Norte'] }) },
        { description: 'The partner.' },
      ),
      person: Fields({ display_name: personFields.display_name, role }, { description: 'The invited person.' }),
      expires_at: expiresAt,
    },
    { description: 'What an invitation is for.' },
  ),
);
export type Invitation = Static<typeof Invitation>;

export const NewSignIn = named(
  'NewSignIn',
  Fields(
    { device: Maybe(ShownText(1, 80, deviceNotes)) },
    { description: 'The browser to sign in.', examples: [{ device: 'Phone of Ana' }] },
  ),
);
export type NewSignIn = Static<typeof NewSignIn>;

export const OwnSignIn = named(
  'OwnSignIn',
  Fields(
    {
      id: signInId,
      person: Person,
      partner: Fields(
        {
          id: Uuid({ description: 'The partner’s id.', examples: ['0190a0b0-1111-7222-8333-444455556666'] }),
          name: Type.String({ description: 'The partner’s name.', examples: ['Club Norte'] }),
          plan: OneOf(plans, { description: 'The partner’s plan.', examples: ['pro'] }),
        },
        { description: 'The partner.' },
      ),
      scopes: Type.Array(OneOf(personScopes), {
        description: 'The permissions of the person’s role.',
        examples: [['write:matches', 'read:players', 'write:players']],
      }),
      created_at: SignIn.properties.created_at,
      expires_at: SignIn.properties.expires_at,
    },
    { description: 'The sign-in of the request, and what it allows.' },
  ),
);
export type OwnSignIn = Static<typeof OwnSignIn>;

export const PersonPath = Fields({ id: personId });
export const SignInPath = Fields({ id: signInId });

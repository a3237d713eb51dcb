import { Type } from 'typebox';
import { keyModes, OVERLAP_SECONDS_DEFAULT, OVERLAP_SECONDS_MAX, scopes } from '../../domain/keys/index.ts';
import { Fields, InstantText, Maybe, Nullable, named, OneOf, Text, Uuid } from './shared.ts';

const scopesNotes = { description: 'What the key may be used for.', examples: [['write:matches', 'read:players']] };
const nameNotes = { description: 'What the key is called, if anything.', examples: ['Booking system'] };

const keyFields = {
  name: Nullable(Type.String(nameNotes)),
  scopes: Type.Array(OneOf(scopes), scopesNotes),
  mode: OneOf(keyModes, { description: 'Which kind of key it is.', examples: ['live'] }),
  expires_at: Nullable(
    InstantText({
      description: 'When it ends by itself: its expiry, or the end of a rotation’s overlap. Null: never.',
      examples: ['2027-05-01T08:00:00.000Z'],
    }),
  ),
  created_at: InstantText({ description: 'When it was issued.', examples: ['2026-05-01T08:00:00.000Z'] }),
  last_used_at: Nullable(
    InstantText({
      description: 'When it was last used, to about a minute; null before the first use.',
      examples: ['2026-05-01T19:10:00.000Z'],
    }),
  ),
};

const id = Uuid({ description: 'The key’s id.', examples: ['1f0c6c52-8f0e-4a55-9d38-2b6f0f4f9a11'] });

export const Key = named('Key', Fields({ id, ...keyFields }, { description: 'A key, without its text.' }));

export const IssuedKey = named(
  'IssuedKey',
  Fields(
    {
      id,
      key: Type.String({
        description: 'The key itself: here and never again. Only its SHA-256 is kept.',
        examples: ['bdj_live_4fTz0QmX81Lr_Hk3v0TqYx81LmW5uPr7Ab2Cd9Ef4Gh6JwXyZ0123AbC'],
      }),
      ...keyFields,
    },
    { description: 'A key that was just made.' },
  ),
);

export const NewKey = named(
  'NewKey',
  Fields(
    {
      scopes: Type.Array(OneOf(scopes), {
        minItems: 1,
        ...scopesNotes,
        description: 'What the key may be used for; each scope once.',
      }),
      name: Maybe(Text(1, 80, nameNotes)),
      expires_at: Maybe(
        InstantText({
          description: 'When the key is to end, in the future; never when left out.',
          examples: ['2027-05-01T08:00:00Z'],
        }),
      ),
      mode: Maybe(OneOf(['live'], { description: 'There is no sandbox yet, so no test keys.', examples: ['live'] })),
    },
    {
      description: 'A key to issue.',
      examples: [
        { scopes: ['write:matches', 'read:players'], name: 'Booking system', expires_at: '2027-05-01T08:00:00Z' },
      ],
    },
  ),
);

export const KeyRotation = named(
  'KeyRotation',
  Fields(
    {
      overlap_seconds: Maybe(
        Type.Integer({
          minimum: 0,
          maximum: OVERLAP_SECONDS_MAX,
          default: OVERLAP_SECONDS_DEFAULT,
          description: 'For how long the old key still works; 0 ends it now. A day when left out.',
          examples: [OVERLAP_SECONDS_DEFAULT],
        }),
      ),
    },
    {
      description: 'How a key is rotated.',
      examples: [{ overlap_seconds: OVERLAP_SECONDS_DEFAULT }],
    },
  ),
);

/** The path of a key; a malformed id is as good as none. */
export const KeyPath = Fields({ id });

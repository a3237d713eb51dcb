import { type Static, Type } from 'typebox';
import { keyModes, plans, scopes } from './account-enums.ts';
import type { Fault } from './errors/problem.ts';
import { parseInstant } from './instant.ts';
import { Fields, InstantText, Maybe, Nullable, named, OneOf, ShownText, Uuid } from './shapes.ts';

/** A day: enough time to deploy the new key. Revoke a leaked key instead. */
export const OVERLAP_SECONDS_DEFAULT = 86_400;
/** Thirty days. */
const OVERLAP_SECONDS_MAX = 2_592_000;

const id = Uuid({ description: 'The key’s id.', examples: ['1f0c6c52-8f0e-4a55-9d38-2b6f0f4f9a11'] });
const scopesNotes = { description: 'The permissions of the key.', examples: [['write:matches', 'read:players']] };
const nameNotes = { description: 'The key’s name, if it has one.', examples: ['Booking system'] };

const keyFields = {
  name: Nullable(Type.String(nameNotes)),
  scopes: Type.Array(OneOf(scopes), scopesNotes),
  mode: OneOf(keyModes, {
    description: '`test`: the key sees only the partner’s sandbox. `live`: it sees only live data.',
    examples: ['live'],
  }),
  expires_at: Nullable(
    InstantText({
      description: 'When the key expires, by its own expiry or by a rotation. Null: never.',
      examples: ['2027-05-01T08:00:00.000Z'],
    }),
  ),
  created_at: InstantText({ description: 'When the key was issued.', examples: ['2026-05-01T08:00:00.000Z'] }),
  last_used_at: Nullable(
    InstantText({
      description: 'When the key was last used, accurate to about five seconds; null before the first use.',
      examples: ['2026-05-01T19:10:00.000Z'],
    }),
  ),
};

export const Key = named(
  'Key',
  Fields(
    {
      id,
      ...keyFields,
      revoked_at: Nullable(
        InstantText({ description: 'When the key was revoked, if it was.', examples: ['2026-06-01T08:00:00.000Z'] }),
      ),
    },
    { description: 'A key, without its text.' },
  ),
);
export type Key = Static<typeof Key>;

export const IssuedKey = named(
  'IssuedKey',
  Fields(
    {
      id,
      key: Type.String({
        description: 'The text of the key. It is shown only once: the service stores only its SHA-256.',
        examples: ['bdj_live_4fTz0QmX81Lr_Hk3v0TqYx81LmW5uPr7Ab2Cd9Ef4Gh6JwXyZ0123AbC'],
      }),
      ...keyFields,
    },
    { description: 'A new key, with its text.' },
  ),
);
export type IssuedKey = Static<typeof IssuedKey>;

export const OwnKey = named(
  'OwnKey',
  Fields(
    {
      id,
      mode: keyFields.mode,
      scopes: keyFields.scopes,
      plan: OneOf(plans, {
        description: 'The partner’s plan. It determines the operations that the key may use.',
        examples: ['pro'],
      }),
      partner_id: Uuid({ description: 'The partner’s id.', examples: ['0190a0b0-1111-7222-8333-444455556666'] }),
      partner_name: Type.String({ description: 'The partner’s name.', examples: ['Club Norte'] }),
    },
    { description: 'The key of the request, and what it allows.' },
  ),
);
export type OwnKey = Static<typeof OwnKey>;

export const NewKey = named(
  'NewKey',
  Fields(
    {
      scopes: Type.Array(OneOf(scopes), {
        minItems: 1,
        maxItems: scopes.length,
        ...scopesNotes,
        description: 'The permissions of the key; each scope once.',
      }),
      name: Maybe(ShownText(1, 80, nameNotes)),
      expires_at: Maybe(
        InstantText({
          description: 'When the key expires; must be in the future. Default: never.',
          examples: ['2027-05-01T08:00:00Z'],
        }),
      ),
      mode: Maybe(
        OneOf(keyModes, {
          description: '`test`: the key sees only the partner’s sandbox. Default: `live`.',
          examples: ['live'],
        }),
      ),
    },
    {
      description: 'A key to issue.',
      examples: [
        { scopes: ['write:matches', 'read:players'], name: 'Booking system', expires_at: '2027-05-01T08:00:00Z' },
      ],
    },
  ),
);
export type NewKey = Static<typeof NewKey>;

/** Checks the rules that the schema cannot express: each scope is listed once, and the expiry is in the future. */
export function newKeyFaults(body: unknown, now: number): Fault[] {
  const { scopes: sent, expires_at: expiresAt } = (body ?? {}) as { scopes?: unknown; expires_at?: unknown };
  const faults: Fault[] = [];
  const list: readonly unknown[] = Array.isArray(sent) && sent.length <= scopes.length ? sent : [];
  for (const [index, scope] of list.entries()) {
    if (typeof scope === 'string' && list.indexOf(scope) < index) {
      faults.push({ pointer: `/scopes/${index}`, code: 'not_one_of', detail: 'This scope is already in the list.' });
    }
  }
  const endsAt = typeof expiresAt === 'string' ? parseInstant(expiresAt) : null;
  if (endsAt !== null && endsAt <= now) {
    faults.push({ pointer: '/expires_at', code: 'out_of_range', detail: 'Must be in the future.' });
  }
  return faults;
}

export const KeyRotation = named(
  'KeyRotation',
  Fields(
    {
      overlap_seconds: Maybe(
        Type.Integer({
          minimum: 0,
          maximum: OVERLAP_SECONDS_MAX,
          default: OVERLAP_SECONDS_DEFAULT,
          description: 'How long the old key still works; 0 revokes it now. Default: a day.',
          examples: [OVERLAP_SECONDS_DEFAULT],
        }),
      ),
    },
    { description: 'How to rotate a key.', examples: [{ overlap_seconds: OVERLAP_SECONDS_DEFAULT }] },
  ),
);
export type KeyRotation = Static<typeof KeyRotation>;

export const KeyPath = Fields({ id });

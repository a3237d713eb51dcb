import { type Static, Type } from 'typebox';
import { Fields, InstantText, Nullable, named, ShownText, Uuid } from './shapes.ts';

/** The operator that uses the token of the environment. No other operator can have this name. */
export const ENVIRONMENT_OPERATOR = 'environment';

const id = Uuid({ description: 'The operator’s id.', examples: ['3c9e1d0a-6b5f-4c1e-8f57-2a4b6c8d0e1f'] });
const nameNotes = { description: 'The operator’s name.', examples: ['ana'] };
const operatorFields = {
  name: Type.String(nameNotes),
  created_at: InstantText({ description: 'When the operator was created.', examples: ['2026-05-01T08:00:00.000Z'] }),
  last_used_at: Nullable(
    InstantText({
      description: 'When the token was last used, accurate to about five seconds; null before the first use.',
      examples: ['2026-05-01T19:10:00.000Z'],
    }),
  ),
};

export const Operator = named(
  'Operator',
  Fields(
    {
      id,
      ...operatorFields,
      revoked_at: Nullable(
        InstantText({
          description: 'When the operator was revoked, if it was.',
          examples: ['2026-06-01T08:00:00.000Z'],
        }),
      ),
    },
    { description: 'A named operator, without its token.' },
  ),
);
export type Operator = Static<typeof Operator>;

export const CreatedOperator = named(
  'CreatedOperator',
  Fields(
    {
      id,
      token: Type.String({
        description: 'The operator token. It is shown only once: the service stores only its SHA-256.',
        examples: ['bdj_operator_s7Pq4fTz0QmX81LrHk3v0TqYx81LmW5u'],
      }),
      ...operatorFields,
    },
    { description: 'A new operator, with its token.' },
  ),
);
export type CreatedOperator = Static<typeof CreatedOperator>;

export const NewOperator = named(
  'NewOperator',
  Fields(
    {
      name: ShownText(1, 80, {
        ...nameNotes,
        pattern: '^\\S(.*\\S)?$',
        'x-form': 'a name without spaces at its ends',
      }),
    },
    { description: 'An operator to create.', examples: [{ name: 'ana' }] },
  ),
);
export type NewOperator = Static<typeof NewOperator>;

export const OperatorSignIn = named(
  'OperatorSignIn',
  Fields(
    {
      operator: Type.String({ description: 'The operator’s name.', examples: ['ana'] }),
      created_at: InstantText({ description: 'When it began.', examples: ['2026-05-01T08:00:00.000Z'] }),
      expires_at: InstantText({
        description: 'When it ends: 12 hours after its last use, at the latest 7 days after it began.',
        examples: ['2026-05-01T20:00:00.000Z'],
      }),
    },
    { description: 'A browser in which an operator is signed in.' },
  ),
);
export type OperatorSignIn = Static<typeof OperatorSignIn>;

export const OperatorPath = Fields({ id });

export const OperatorAction = named(
  'OperatorAction',
  Fields(
    {
      id: Uuid({ description: 'The entry’s id.', examples: ['7d1f0c6c-8f0e-4a55-9d38-2b6f0f4f9a11'] }),
      at: InstantText({ description: 'When the operator acted.', examples: ['2026-05-01T08:00:00.000Z'] }),
      operator: Type.String({
        description: 'The operator’s name; `environment` for the token of the environment.',
        examples: ['ana'],
      }),
      action: Type.String({ description: 'What the operator did.', examples: ['partners.create'] }),
      target: Nullable(
        Type.String({
          description: 'The id of the record that the operator created or changed; null if the action has none.',
          examples: ['0190a0b0-1111-7222-8333-444455556666'],
        }),
      ),
      target_name: Nullable(
        Type.String({
          description:
            'The present name of the target, if it is a partner, a person, a key or an operator that has one.',
          examples: ['Club Norte'],
        }),
      ),
      request_id: Type.String({
        description: 'The `X-Request-Id` of the request.',
        examples: ['0b8f6d5e-6c1e-4f0a-9f4e-3d2c1b0a9f8e'],
      }),
    },
    { description: 'A successful write of an operator.' },
  ),
);
export type OperatorAction = Static<typeof OperatorAction>;
